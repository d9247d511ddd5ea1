import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoment, inferFormat, parseMoment } from './dates.ts'

const hint = (hints: string[], value = '', type = 'text') => ({ type, hints, value })

test('date and time are read from ISO, American and spoken formats', () => {
  expect(parseMoment('2026-11-21')).toEqual({ day: { year: 2026, month: 11, day: 21 } })
  expect(parseMoment('11/2/2026')).toEqual({ day: { year: 2026, month: 11, day: 2 } })
  expect(parseMoment('2:05 p.m.')).toEqual({ time: { hour: 14, minute: 5 } })
  expect(parseMoment('12:00 AM')).toEqual({ time: { hour: 0, minute: 0 } })
  expect(parseMoment('2026-11-21T14:05:00')).toEqual({
    day: { year: 2026, month: 11, day: 21 },
    time: { hour: 14, minute: 5 },
  })
  expect(parseMoment('11/21/2026 02:05 PM')).toEqual({
    day: { year: 2026, month: 11, day: 21 },
    time: { hour: 14, minute: 5 },
  })
})

test('text that is no date or time is not turned into one', () => {
  for (const text of ['', 'next week', '2026-02-30', '13/45/2026', '25:00', '13:05 PM', '11/21/26', 'about 9']) {
    expect(parseMoment(text), text).toBeNull()
  }
})

test('a missing day or time is never invented by a format', () => {
  expect(formatMoment({ day: { year: 2026, month: 1, day: 2 } }, 'MM/DD/YYYY hh:mm A')).toBeNull()
  expect(formatMoment({ time: { hour: 9, minute: 0 } }, 'MM/DD/YYYY')).toBeNull()
  expect(formatMoment({ day: { year: 2026, month: 1, day: 2 }, time: { hour: 15, minute: 4 } }, 'M/D/YYYY')).toBe(
    '1/2/2026',
  )
})

test('the format is that of the native picker, else the stated one, else the one seen in the page, else American', () => {
  expect(inferFormat('date', hint(['MM/DD/YYYY'], '', 'date'))).toBe('YYYY-MM-DD')
  expect(inferFormat('date', hint(['', 'yyyy-mm-dd']))).toBe('YYYY-MM-DD')
  expect(inferFormat('date_time', hint(['MM/DD/YYYY hh:mm AM']))).toBe('MM/DD/YYYY hh:mm A')
  expect(inferFormat('time', hint(['HH:MM']))).toBe('HH:mm')
  expect(inferFormat('date', hint([], '3/4/2026'))).toBe('M/D/YYYY')
  expect(inferFormat('date', hint([]))).toBe('MM/DD/YYYY')
})

test('every day and minute written in any format is read back unchanged', () => {
  const formats = ['MM/DD/YYYY', 'M/D/YYYY', 'YYYY-MM-DD', 'MM/DD/YYYY hh:mm A', 'M/D/YYYY h:mm A', 'YYYY-MM-DDTHH:mm']
  const moments = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, fc.constantFrom(...formats), (date, format) => {
      const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
      const time = { hour: date.getUTCHours(), minute: date.getUTCMinutes() }
      const written = formatMoment({ day, time }, format) ?? ''
      expect(parseMoment(written)).toEqual(/m{2}/.test(format) ? { day, time } : { day })
    }),
  )
})
