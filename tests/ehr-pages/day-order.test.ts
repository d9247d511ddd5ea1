import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DayOrder } from '../../lib/page/dates.ts'
import { planFill } from '../../lib/page/plan/plan.ts'
import { openPageRoom, type PageRoom } from '../../scripts/page-room.ts'

let room: PageRoom
beforeAll(async () => {
  room = await openPageRoom()
})
afterAll(() => room.close())

/** Returns what would be written for a value, or the reason why nothing is written, for each field of a page. */
async function plansFor(body: string, value: string, chosen?: DayOrder): Promise<string[]> {
  const html = `<!doctype html><title>Visit</title><form action="/visit">${body}</form>`
  const open = await room.open(`data:text/html;charset=utf-8,${encodeURIComponent(html)}`)
  const reading = await open.read(chosen)
  await open.page.close()
  return reading.fields.map((field) => {
    const { writes, refusals } = planFill(reading, [{ fieldId: field.id, label: field.label, value: [value] }])
    return `${field.label}: ${writes[0]?.to.join() ?? refusals[0]?.reason}`
  })
}
const date = (label: string, attributes = ''): string =>
  `<p><label>${label} <input class="datepicker" ${attributes}></label></p>`

test.each([
  ['no order is known', date('Onset'), ['Onset: day-or-month']],
  ['the field states it', date('Onset', 'placeholder="dd/mm/yyyy"'), ['Onset: 05/12/2026']],
  ['the field has limits', date('Onset', 'data-max-date="31/12/2030"'), ['Onset: 05/12/2026']],
  [
    'another date of the page has a day above 12',
    date('Onset') + date('Referred', 'value="17.03.2026"'),
    ['Onset: 05/12/2026', 'Referred: 05.12.2026'],
  ],
  [
    'the dates of the page contradict each other',
    date('Onset') + date('Referred', 'value="17/03/2026"') + date('Seen', 'value="03/17/2026"'),
    ['Onset: day-or-month', 'Referred: 05/12/2026', 'Seen: 12/05/2026'],
  ],
])('5 December is written with day and month in the order of the page: %s', async (_name, body, expected) => {
  expect(await plansFor(body, '2026-12-05')).toEqual(expected)
})

test('the order that the clinician has chosen for the site counts where the page does not say another one', async () => {
  const body =
    date('Onset') +
    date('Referred', 'placeholder="mm/dd/yyyy"') +
    date('Discharge', 'data-max-date="12/31/2030"') +
    '<p><label>Visit <input type="date"></label></p>'
  const known = ['Referred: 12/05/2026', 'Discharge: 12/05/2026', 'Visit: 2026-12-05']
  expect(await plansFor(body, '2026-12-05')).toEqual(['Onset: day-or-month', ...known])
  expect(await plansFor(body, '2026-12-05', 'day')).toEqual(['Onset: 05/12/2026', ...known])
  expect(await plansFor(body, '2026-12-05', 'month')).toEqual(['Onset: 12/05/2026', ...known])
  const filled = date('Onset') + date('Seen', 'value="03/17/2026"')
  expect(await plansFor(filled, '2026-12-05', 'day')).toEqual(['Onset: 12/05/2026', 'Seen: 12/05/2026'])
})

test('a date is filled and read back in the order that was chosen', async () => {
  const html = `<!doctype html><title>Visit</title><form action="/visit">${date('Onset')}</form>`
  const open = await room.open(`data:text/html;charset=utf-8,${encodeURIComponent(html)}`)
  const plan = planFill(await open.read('day'), [{ label: 'Onset', value: ['2026-12-05'] }])
  expect(await open.fill(plan, 'Rosa Lindqvist')).toMatchObject([{ outcome: 'written', after: ['05/12/2026'] }])
  expect(await open.page.$eval('input', ({ value }) => value)).toBe('05/12/2026')
  expect((await open.read('day')).fields[0]).toMatchObject({ value: ['05/12/2026'], format: 'DD/MM/YYYY' })
  await open.page.close()
})

test('a day that cannot be a month is written although the order is unknown', async () => {
  expect(await plansFor(date('Onset'), '2026-12-25')).toEqual(['Onset: 12/25/2026'])
})

test('date and time of one control stay together', async () => {
  const both =
    '<p><label>Incident <input class="form-control datetimepicker" placeholder="mm/dd/yyyy hh:mm AM"></label></p>'
  const time = '<p><label>Arrival <input class="timepicker"></label></p>'
  expect(await plansFor(both + time, '2026-12-05 14:30')).toEqual([
    'Incident: 12/05/2026 02:30 PM',
    'Arrival: not-a-date',
  ])
})
