import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DateHints, dayFirstFormat, formatMoment, inferFormat, orderOf, parseMoment } from './dates.ts'

const formatOf = (kind: 'date' | 'time' | 'date_time', hints: DateHints) => inferFormat(kind, hints)?.format ?? null
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
  expect(formatOf('date', hint(['MM/DD/YYYY'], '', 'date'))).toBe('YYYY-MM-DD')
  expect(formatOf('date', hint(['', 'yyyy-mm-dd']))).toBe('YYYY-MM-DD')
  expect(formatOf('date_time', hint(['MM/DD/YYYY hh:mm AM']))).toBe('MM/DD/YYYY hh:mm A')
  expect(formatOf('time', hint(['HH:MM']))).toBe('HH:mm')
  expect(formatOf('date', hint([], '3/4/2026'))).toBe('M/D/YYYY')
  expect(formatOf('date', hint([]))).toBe('MM/DD/YYYY')
})

test('a stated format with the day first, and every stated separator, is kept', () => {
  const stated: [hint: string, format: string][] = [
    ['dd/mm/yyyy', 'DD/MM/YYYY'],
    ['DD-MM-YYYY', 'DD-MM-YYYY'],
    ['dd.mm.yyyy', 'DD.MM.YYYY'],
    ['d/m/yyyy', 'D/M/YYYY'],
    ['DD / MM / YYYY', 'DD/MM/YYYY'],
    ['Date of birth (dd/MM/yyyy)', 'DD/MM/YYYY'],
    ['dd/mm/yyyy hh:mm', 'DD/MM/YYYY HH:mm'],
    ['HH:mm DD/MM/YYYY', 'DD/MM/YYYY HH:mm'],
    ['Day/Month/Year', 'DD/MM/YYYY'],
    ['TT.MM.JJJJ', 'DD.MM.YYYY'],
    ['jj/mm/aaaa', 'DD/MM/YYYY'],
    ['d/m/Y', 'DD/MM/YYYY'],
    ['j.n.Y', 'D.M.YYYY'],
    ['m/d/Y', 'MM/DD/YYYY'],
    ['Y-m-d', 'YYYY-MM-DD'],
    ['M/d/yyyy', 'M/D/YYYY'],
    ['mm.dd.yyyy', 'MM.DD.YYYY'],
    ['yyyy/mm/dd', 'YYYY/MM/DD'],
  ]
  for (const [text, format] of stated) {
    expect(formatOf('date', hint([text])), text).toBe(format)
    // The text states the format, and the value is written in another format. The stated format must win.
    expect(formatOf('date', hint(['', text], '3/14/2026')), text).toBe(format)
  }
})

test('a stated format that is not understood leaves the field without a format', () => {
  for (const text of [
    'dd/mm/yy',
    'mm/dd/yy',
    'DD-MMM-YYYY',
    'dd-M-yyyy',
    'd M yyyy',
    'MMM d, yyyy',
    'yyyy/dd/mm',
    'dd/mm-yyyy',
    'ddmmyyyy',
    'DD/MM/Y',
    'd/m/Y H:i',
    'YYYY-MM-DDTHH:mm',
    'dd-mm-jj',
  ])
    expect(formatOf('date', hint([text, 'mm/dd/yyyy'], '3/4/2026')), text).toBeNull()
  expect(formatOf('date', hint(['Month of the year', 'my day', 'and/or']))).toBe('MM/DD/YYYY')
})

test('the order of day and month comes from a number above 12 in the value or the limits, or from the pattern', () => {
  const unknown = { orderUnknown: true }
  for (const [value, expected] of [
    ['25/12/2026', { format: 'DD/MM/YYYY' }],
    ['31-01-2026 10:00', { format: 'DD-MM-YYYY HH:mm' }],
    ['12/25/2026', { format: 'MM/DD/YYYY' }],
    ['2026-12-05', { format: 'YYYY-MM-DD' }],
    ['04.03.2026', { format: 'MM.DD.YYYY', ...unknown }],
    ['3/4/2026', { format: 'M/D/YYYY', ...unknown }],
    ['', { format: 'MM/DD/YYYY', ...unknown }],
    ['next week', { format: 'MM/DD/YYYY', ...unknown }],
  ] as const)
    expect(inferFormat('date', hint([], value)), value).toEqual(expected)
  expect(inferFormat('date', { ...hint([]), limits: ['31/12/2020'] })).toEqual({ format: 'DD/MM/YYYY' })
  expect(inferFormat('date', { ...hint([]), pattern: '(0[1-9]|1[0-2])/(0[1-9]|[12]\\d|3[01])/\\d{4}' })).toEqual({
    format: 'MM/DD/YYYY',
  })
  expect(inferFormat('time', hint([]))).toEqual({ format: 'hh:mm A' })
})

test('dates that contradict each other show no order', () => {
  expect(orderOf(['3/4/2026', '25/12/2026'])).toBe('day')
  expect(orderOf(['12/25/2026'])).toBe('month')
  expect(orderOf(['25/12/2026', '12/25/2026'])).toBeNull()
  expect(orderOf(['3/4/2026', 'about 25/12'])).toBeNull()
  expect(dayFirstFormat('M/D/YYYY h:mm A')).toBe('D/M/YYYY h:mm A')
})

test('a date of a field with the day first is read with the day first', () => {
  const march = { day: { year: 2026, month: 3, day: 4 } }
  for (const text of ['04/03/2026', '4/3/2026', '04-03-2026', '4.3.2026', '2026-03-04'])
    expect(parseMoment(text, 'DD/MM/YYYY'), text).toEqual(march)
  expect(parseMoment('04/03/2026 2:05 PM', 'DD/MM/YYYY hh:mm A')).toEqual({ ...march, time: { hour: 14, minute: 5 } })
  for (const text of ['03/25/2026', '04/03/26']) expect(parseMoment(text, 'DD/MM/YYYY'), text).toBeNull()
  expect(parseMoment('2026/03/04', 'YYYY/MM/DD')).toEqual(march)
  expect(parseMoment('3.4.2026', 'MM.DD.YYYY')).toEqual(march)
  expect(parseMoment('3.4.2026')).toBeNull()
})

test('every day and minute written in any format is read back unchanged', () => {
  const monthFirst = ['MM/DD/YYYY', 'M/D/YYYY', 'MM.DD.YYYY', 'MM/DD/YYYY hh:mm A', 'M/D/YYYY h:mm A']
  const dayFirst = ['DD/MM/YYYY', 'D.M.YYYY', 'DD-MM-YYYY', 'D/M/YYYY h:mm A', 'DD.MM.YYYY HH:mm']
  const formats = [...monthFirst, ...dayFirst, 'YYYY-MM-DD', 'YYYY/MM/DD', 'YYYY-MM-DDTHH:mm']
  const moments = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, fc.constantFrom(...formats), (date, format) => {
      const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
      const time = { hour: date.getUTCHours(), minute: date.getUTCMinutes() }
      const written = formatMoment({ day, time }, format) ?? ''
      expect(parseMoment(written, format)).toEqual(/m{2}/.test(format) ? { day, time } : { day })
    }),
  )
})
