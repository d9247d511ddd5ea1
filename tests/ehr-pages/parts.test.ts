import { afterAll, beforeAll, expect, test } from 'vitest'
import { planFill } from '../../lib/page/plan/plan.ts'
import { type OpenPage, openPageRoom, type PageRoom } from '../../scripts/page-room.ts'

let room: PageRoom
beforeAll(async () => {
  room = await openPageRoom()
})
afterAll(() => room.close())

async function opened(body: string): Promise<OpenPage> {
  const html = `<!doctype html><title>Visit</title><body><h1>Visit</h1><form action="/visit">${body}</form>`
  return room.open(`data:text/html;charset=utf-8,${encodeURIComponent(html)}`)
}

const sentBy = ({ page }: OpenPage) =>
  page.evaluate(() => {
    const form = document.querySelector('form')
    return form ? [...new FormData(form).entries()].map(([name, value]) => `${name}=${value}`) : []
  })

const box = (name: string, more = '') => `<input name="${name}" ${more}>`
const labelled = (text: string, name: string, more = '') =>
  `<span><label for="${name}">${text}</label>${box(name, `id="${name}" ${more}`)}</span>`
const listed = (name: string, label: string, options: string[]) =>
  `<select name="${name}" aria-label="${label}"><option value="">-</option>${options.map((each, at) => `<option value="${at}">${each}</option>`).join('')}</select>`
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const days = Array.from({ length: 31 }, (_, at) => String(at + 1))

test.each([
  [
    'labels in German',
    `<fieldset><legend>Beginn der Symptome</legend>${labelled('Tag', 't')}${labelled('Monat', 'm')}${labelled('Jahr', 'j')}</fieldset>`,
    'Beginn der Symptome',
    ['t=5', 'm=3', 'j=2026'],
  ],
  [
    'placeholders, month first',
    `<div role="group" aria-label="Last seen">${box('a', 'placeholder="MM" maxlength="2"')}/${box('b', 'placeholder="DD" maxlength="2"')}/${box('c', 'placeholder="YYYY" maxlength="4"')}</div>`,
    'Last seen',
    ['a=03', 'b=05', 'c=2026'],
  ],
  [
    'names of the controls, year first',
    `<p>Fecha de alta ${box('alta_ano')} - ${box('alta_mes')} - ${box('alta_dia')}</p>`,
    'Fecha de alta',
    ['alta_ano=2026', 'alta_mes=3', 'alta_dia=5'],
  ],
  [
    'lists, with the names of the months',
    `<p>Discharged on ${listed('m', 'Month', months)} ${listed('d', 'Day', days)} ${box('y', 'aria-label="Year"')}</p>`,
    'Discharged on',
    ['m=2', 'd=4', 'y=2026'],
  ],
  [
    'accessible names with the question',
    `<div>${box('a', 'aria-label="Injury date, day"')}${box('b', 'aria-label="Injury date, month"')}${box('c', 'aria-label="Injury date, year"')}</div>`,
    'Injury date',
    ['a=5', 'b=3', 'c=2026'],
  ],
  [
    'a format after boxes without names',
    `<p>Admitted ${box('a', 'size="2"')} / ${box('b', 'size="2"')} / ${box('c', 'size="4"')} (dd/mm/yyyy)</p>`,
    'Admitted',
    ['a=05', 'b=03', 'c=2026'],
  ],
])('the boxes of a date are one question: %s', async (_what, body, label, sent) => {
  const open = await opened(body)
  const before = await sentBy(open)
  const reading = await open.read()
  expect(reading.fields.map(({ label, kind }) => [label, kind])).toEqual([[label, 'date']])
  const receipts = await open.fill(planFill(reading, [{ label, value: ['2026-03-05'] }]), 'Rosa Lindqvist')
  expect(receipts.map(({ outcome }) => outcome)).toEqual(['written'])
  expect(await sentBy(open)).toEqual(sent)
  expect((await open.undo()).map(({ outcome }) => outcome)).toEqual(['written'])
  expect(await sentBy(open)).toEqual(before)
  await open.page.close()
})

test('a blood pressure in two boxes is one question', async () => {
  const open = await opened(
    `<table><tr><td>BP sitting</td><td>${box('a', 'placeholder="sys" maxlength="3"')} / ${box('b', 'placeholder="dia" maxlength="3"')} mmHg</td></tr></table><p>Blutdruck: ${box('c')}/${box('d')}</p>`,
  )
  const reading = await open.read()
  expect(reading.fields.map(({ label }) => label)).toEqual(['BP sitting', 'Blutdruck'])
  const plan = planFill(reading, [
    { label: 'BP sitting', value: ['120 over 80'] },
    { label: 'Blutdruck', value: ['135/85 mmHg'] },
  ])
  const receipts = await open.fill(plan, 'Rosa Lindqvist')
  expect(receipts.map(({ outcome, after }) => [outcome, ...after])).toEqual([
    ['written', '120/80'],
    ['written', '135/85'],
  ])
  expect(await sentBy(open)).toEqual(['a=120', 'b=80', 'c=135', 'd=85'])
  await open.undo()
  expect(await sentBy(open)).toEqual(['a=', 'b=', 'c=', 'd='])
  await open.page.close()
})

test('a value of which one part does not fit is refused as a whole', async () => {
  const open = await opened(
    `<p>Seen ${box('a', 'size="2"')} / ${box('b', 'size="2"')} / ${box('c', 'size="4"')}</p>
    <fieldset><legend>Born</legend>${labelled('Day', 'd')}${labelled('Month', 'm')}${labelled('Year', 'y', 'type="number" max="2020"')}</fieldset>
    <p>Blood pressure ${box('e', 'max="250"')} / ${box('f')}</p><p>BP standing ${box('g')} / ${box('h', 'readonly')}</p>`,
  )
  const refused = async (label: string, value: string) =>
    planFill(await open.read(), [{ label, value: [value] }]).refusals.map(({ reason }) => reason)
  expect(await refused('Seen', '2026-03-05')).toEqual(['day-or-month'])
  expect(await refused('Seen', '2026-03-25')).toEqual([])
  expect(await refused('Born', '2026-03-05')).toEqual(['out-of-range'])
  expect(await refused('Born', 'in March')).toEqual(['not-a-date'])
  expect(await refused('Blood pressure', '300/80')).toEqual(['out-of-range'])
  expect(await refused('Blood pressure', 'normal')).toEqual(['no-such-option'])
  expect(await refused('BP standing', '120/80')).toEqual(['read-only'])
  await open.page.close()
})

test.each([
  ['a duration', `<p>For how long? Years ${box('a')} Months ${box('b')} Days ${box('c')}</p>`, 3],
  ['two measures', `<p>Weight / Height ${box('a')} / ${box('b')}</p>`, 2],
  ['a telephone number', `<p>Phone ${box('a', 'size="3"')} - ${box('b', 'size="3"')} - ${box('c', 'size="4"')}</p>`, 3],
  ['questions with names of their own', `<p>Day ${box('a')}</p><p>Mood ${box('b')}</p><p>Year ${box('c')}</p>`, 3],
])('%s is no such question', async (_what, body, count) => {
  const open = await opened(body)
  expect((await open.read()).fields).toHaveLength(count)
  await open.page.close()
})
