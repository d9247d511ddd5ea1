import { beforeAll, describe, expect, test } from 'vitest'
import { loadPhoneNumbers, phone, phoneNeeded } from './phone.ts'

beforeAll(loadPhoneNumbers)

describe('a phone number', () => {
  test.each([
    ['+12025550123', '+12025550123'],
    [' +1 (202) 555-0123 ', '+12025550123'],
    ['+44 20 7946 0958', '+442079460958'],
    ['+49 (0)30 901820', '+4930901820'],
  ])('%s has one spelling', (typed, number) => {
    expect(phone.parse(typed)).toBe(number)
  })

  test.each([
    '',
    '+',
    '2025550123',
    '+1202555',
    '+120255501234',
    '+12025550123 ext. 5',
    'call +12025550123',
    '+99912345678',
  ])('%s is refused with a sentence that says what to enter', (typed) => {
    expect(phone.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([phoneNeeded])
  })

  test.each(['+18005550123', '+19005550123'])('%s gets no text messages', (typed) => {
    expect(phone.safeParse(typed).error?.issues[0]?.message).toContain('Use a mobile number')
  })
})
