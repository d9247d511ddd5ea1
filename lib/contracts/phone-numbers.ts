import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** A number in E.164 with its type, such as MOBILE. Null: no whole number of any country, or one with an extension. */
export function readNumber(text: string): { number: string; type: string | undefined } | null {
  const parsed = parsePhoneNumberFromString(text, { extract: false })
  if (parsed === undefined || !parsed.isValid() || parsed.ext !== undefined) return null
  return { number: parsed.number, type: parsed.getType() }
}
