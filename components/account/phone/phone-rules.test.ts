import { getCountries } from 'libphonenumber-js/max'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadPhoneNumbers } from '../../../lib/contracts/phone.ts'
import { continentOf } from './continents.ts'
import { countriesFor, moveTo, passes, readPhone, withPlus } from './phone-rules.ts'

beforeAll(loadPhoneNumbers)

describe('typing', () => {
  test.each([
    ['1', '+1'],
    ['+1 202', '+1202'],
    ['(44) 20-79', '+442079'],
    ['+', '+'],
    ['', ''],
    ['call me', ''],
    ['+1234567890123456789', '+123456789012345'],
  ])('%s becomes %s: the plus comes by itself, and 15 digits are kept', (typed, number) => {
    expect(withPlus(typed)).toBe(number)
  })

  test('shows the number in the groups of its country', () => {
    expect(readPhone('+12025550123', 'US', {}).shown).toBe('+1 202 555 0123')
    expect(readPhone('+4420794', 'US', {}).shown).toBe('+44 20 794')
  })

  test('moves the picker to the country of the calling code', () => {
    expect(readPhone('+49', 'US', {}).country).toBe('DE')
    expect(readPhone('+1', 'US', {}).country).toBe('US')
    expect(readPhone('+1', 'CA', {}).country).toBe('CA')
    expect(readPhone('+1', 'DE', {}).country).toBe('US')
    expect(readPhone('+14165550123', 'US', {}).country).toBe('CA')
    expect(readPhone('+7', 'US', {}).country).toBe('RU')
    expect(readPhone('', 'US', {}).country).toBeNull()
    expect(readPhone('+999', 'US', {}).country).toBeNull()
  })

  test('a pasted national number belongs to the chosen country', () => {
    expect(readPhone('(202) 555-0123', 'US', {}).value.number).toBe('+12025550123')
    expect(readPhone('020 7946 0958', 'GB', {}).value.number).toBe('+442079460958')
    expect(readPhone('202', 'US', {}).value.number).toBe('+202')
  })

  test('reports number, country, calling code, national number and kind', () => {
    expect(readPhone('+447400123456', 'US', {}).value).toEqual({
      number: '+447400123456',
      isWhole: true,
      country: 'GB',
      callingCode: '44',
      nationalNumber: '7400123456',
      type: 'MOBILE',
    })
    expect(readPhone('+44740', 'GB', {}).value).toEqual({
      number: '+44740',
      isWhole: false,
      country: 'GB',
      callingCode: '44',
      nationalNumber: '740',
    })
  })
})

describe('a filter', () => {
  test.each([
    [{}, true],
    [{ allowed: ['US', 'CA'] as const }, false],
    [{ allowed: ['DE'] as const }, true],
    [{ excluded: ['DE'] as const }, false],
    [{ continents: ['europe'] as const }, true],
    [{ continents: ['africa', 'asia'] as const }, false],
    [{ allowed: ['DE'] as const, excluded: ['DE'] as const }, false],
  ])('%j lets Germany pass: %s', (filters, expected) => {
    expect(passes('DE', filters)).toBe(expected)
  })

  test('drops a country, and only the raw number is reported', () => {
    const read = readPhone('+4930901820', 'US', { allowed: ['US'] })
    expect(read).toMatchObject({ country: null, value: { number: '+4930901820', isWhole: true } })
    expect(Object.keys(read.value)).toEqual(['number', 'isWhole'])
  })
})

test('the list has the English names, sorted, and every country has a continent', () => {
  const all = countriesFor({})
  expect(all.find(({ code }) => code === 'DE')).toEqual({ code: 'DE', name: 'Germany', callingCode: '49' })
  expect(all.map(({ name }) => name)).toEqual(all.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'en')))
  expect(getCountries().filter((code) => continentOf(code) === null)).toEqual([])
})

test('another country keeps the digits behind the calling code', () => {
  expect(moveTo('+1 202 555', 'US', 'DE')).toBe('+49202555')
  expect(moveTo('', 'US', 'DE')).toBe('+49')
  expect(moveTo('+999', null, 'DE')).toBe('+49')
})
