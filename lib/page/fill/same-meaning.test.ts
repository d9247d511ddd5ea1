import { describe, expect, test } from 'vitest'
import { sameMeaning } from './same-meaning.ts'

const isSame = (written: string, shown: string): boolean => sameMeaning('text', [written], [shown])

describe('A page that shows a text in its own form', () => {
  test.each([
    ['Dr. Ida Brandt', 'DR. IDA BRANDT'],
    ['42000', '$42,000'],
    ['42000', '42,000.00'],
    ['1500', '1,500 mg'],
    ['555-010-1234', '(555) 010-1234'],
    ['Patient’s sister drives – next visit soon', "Patient's sister drives next visit soon"],
    ['“Fine”, she said…', '"Fine", she said...'],
    ['one  space', 'one space'],
  ])('has kept %s as %s', (written, shown) => {
    expect(isSame(written, shown)).toBe(true)
  })

  test.each([
    ['2–3 days', '23 days'],
    ['1.5', '15'],
    ['42000', '$42,001'],
    ['-5', '5'],
    ['555-010-1234', '555-010-123'],
    ['5\' 6"', '5 6'],
    ['10:30', '1030'],
    ['F32.1', 'F321'],
    ['no pain', 'pain'],
    ['12/05/2026', '05/12/2026'],
    ['1/25/2026', '12/5/2026'],
    ['2026-12-05', '20/26/1205'],
    ['words', ''],
  ])('has not kept %s as %s', (written, shown) => {
    expect(isSame(written, shown)).toBe(false)
  })

  test('has kept the lines of a note only if there are as many', () => {
    expect(sameMeaning('long_text', ['One\nTwo'], ['ONE\nTWO'])).toBe(true)
    expect(sameMeaning('long_text', ['One\nTwo'], ['One Two'])).toBe(false)
  })

  test('has no such form for a date or a choice', () => {
    expect(sameMeaning('date', ['1/2'], ['1/2'])).toBe(false)
    expect(sameMeaning('single_choice', ['Yes'], ['YES'])).toBe(false)
  })
})
