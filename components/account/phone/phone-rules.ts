import {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  type NumberType,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { phone } from '../../../lib/contracts/phone.ts'
import { type Continent, continentOf } from './continents.ts'

/** Maximum number of digits of a phone number, including the calling code (product 14.4). */
export const digitsMax = 15

/**
 * Which countries may be chosen. A country must pass every filter that is given. Without filters, all may be chosen.
 */
export interface CountryFilters {
  allowed?: readonly CountryCode[]
  excluded?: readonly CountryCode[]
  continents?: readonly Continent[]
}

/**
 * A phone number as the input reports it. If the country is unknown or not allowed, the optional properties are absent
 * (product 5.12).
 */
export interface PhoneValue {
  /** The number with its leading plus, for example +12025550123. Empty while nothing is typed. */
  number: string
  country?: CountryCode
  callingCode?: string
  nationalNumber?: string
  /** True if the number is complete, and codes can be sent to it. */
  isWhole: boolean
  /** Kind of the number, for example MOBILE. Absent while the number is not complete, or if the kind is unknown. */
  type?: Exclude<NumberType, undefined>
}

export interface Country {
  code: CountryCode
  name: string
  callingCode: string
}

export function passes(country: CountryCode, { allowed, excluded, continents }: CountryFilters): boolean {
  const continent = continentOf(country)
  return (
    (allowed === undefined || allowed.includes(country)) &&
    excluded?.includes(country) !== true &&
    (continents === undefined || (continent !== null && continents.includes(continent)))
  )
}

const names = new Intl.DisplayNames(['en'], { type: 'region' })

export const countriesFor = (filters: CountryFilters): Country[] =>
  getCountries()
    .filter((code) => passes(code, filters))
    .map((code) => ({ code, name: names.of(code) ?? code, callingCode: getCountryCallingCode(code) }))
    .sort((one, two) => one.name.localeCompare(two.name, 'en'))

/** A phone number with the digit groups that its country uses, for example +1 202 555 0123. */
export const grouped = (number: string): string => new AsYouType().input(number)

const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(0, digitsMax)

/** Adds the leading plus to what was typed, and keeps the first 15 digits. Empty if there is neither plus nor digit. */
export function withPlus(text: string): string {
  const digits = digitsOf(text)
  return digits === '' && !text.includes('+') ? '' : `+${digits}`
}

/**
 * Returns the international number of what was typed. If people paste a complete national number without a plus, it
 * gets the calling code of the chosen country. Otherwise 202 555 0123 would become a number of Egypt (+20).
 */
function international(text: string, selection: CountryCode | null): string {
  if (!text.includes('+') && selection !== null) {
    const national = parsePhoneNumberFromString(digitsOf(text), selection)
    if (national?.isValid() === true && national.country === selection) return national.number
  }
  return withPlus(text)
}

/**
 * The main country of each calling code that several countries share. Used while the typed digits do not identify the
 * country.
 */
const mainCountries: readonly CountryCode[] = ['US', 'RU', 'IT', 'GB', 'NO', 'AU', 'FI', 'MA', 'RE', 'GP', 'CW', 'SH']

/**
 * The country of a number. If the digits do not identify one country, because several countries share the calling code,
 * returns `chosen` if it has this calling code, and otherwise the main country of the calling code. Null if the calling
 * code is not complete.
 */
function countryOf(number: string, selection: CountryCode | null): CountryCode | null {
  const typing = new AsYouType()
  typing.input(number)
  const certainCountry = typing.getCountry()
  if (certainCountry !== undefined) return certainCountry
  const callingCode = typing.getCallingCode()
  if (callingCode === undefined) return null
  if (selection !== null && getCountryCallingCode(selection) === callingCode) return selection
  // The calling code is complete, but the digits that decide between its countries are missing. Use its main country.
  const shares = (code: CountryCode) => getCountryCallingCode(code) === callingCode
  return mainCountries.find(shares) ?? getCountries().find(shares) ?? null
}

/**
 * Parses the typed phone number. `chosen` is the country that is chosen in the list. Returns `shown`, the number with
 * digit groups for the input, `country`, and `value` for the caller of the input. If the country is unknown or does not
 * pass the filters, `country` is null, and `value` contains only `number` and `isWhole`.
 */
export function readPhone(
  text: string,
  selection: CountryCode | null,
  filters: CountryFilters,
): { shown: string; country: CountryCode | null; value: PhoneValue } {
  const number = international(text, selection)
  const numberCountry = countryOf(number, selection)
  const country = numberCountry !== null && passes(numberCountry, filters) ? numberCountry : null
  const displayText = grouped(number)
  const isWhole = phone.safeParse(number).success
  if (country === null) return { shown: displayText, country, value: { number, isWhole } }
  const callingCode = getCountryCallingCode(country)
  const parsed = parsePhoneNumberFromString(number)
  const type = parsed?.isValid() === true ? parsed.getType() : undefined
  const value = {
    number,
    isWhole,
    country,
    callingCode,
    nationalNumber: parsed?.nationalNumber ?? number.slice(1 + callingCode.length),
    ...(type === undefined ? {} : { type }),
  }
  return { shown: displayText, country, value }
}

/**
 * Returns the typed number with the calling code of `to`. The digits after the calling code of `from` stay. All
 * digits are dropped if the number does not begin with this calling code, or if `from` is null.
 */
export function moveTo(text: string, from: CountryCode | null, to: CountryCode): string {
  const digits = digitsOf(text)
  const oldCode = from === null ? '' : getCountryCallingCode(from)
  const rest = from !== null && digits.startsWith(oldCode) ? digits.slice(oldCode.length) : ''
  return withPlus(`+${getCountryCallingCode(to)}${rest}`)
}
