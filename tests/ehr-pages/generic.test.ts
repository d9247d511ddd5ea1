import { afterAll, beforeAll, expect, test } from 'vitest'
import { planFill } from '../../lib/page/plan/plan.ts'
import { openPageRoom, type PageRoom } from '../../scripts/page-room.ts'

const page = new URL('./generic/clinic-form.html', import.meta.url).href
let room: PageRoom

beforeAll(async () => {
  room = await openPageRoom()
})
afterAll(() => room.close())

test('a form of an unknown EHR: fields get the best label of all sources, and nothing else is reported as a field', async () => {
  const reading = await (await room.open(page)).read()
  expect(reading?.source).toBe('other')
  expect(reading?.patient).toBeNull()
  expect(
    reading?.fields.map(({ label, section, kind, options, rule }) => [label, section, kind, options, rule]),
  ).toEqual([
    ['Reason for visit', 'Visit form', 'text', [], 'accessible'],
    ['Allergies', 'History', 'text', [], 'table'],
    ['Smoker', 'Social', 'boolean', ['Yes', 'No'], 'table'],
    ['Housing', 'Social', 'single_choice', ['Own home', 'Rented'], 'cell'],
    ['First - Dose', 'Social', 'text', [], 'table'],
    ['Plan of care', 'Social', 'long_text', [], 'block'],
    ['Referred to', 'Social', 'multiple_choice', ['Nursing', 'Dietitian'], 'accessible'],
    ['Consent was given', 'Social', 'boolean', [], 'cell'],
    ['Pain score', 'Social', 'number', [], 'geometry'],
    ['Follow-up date', 'Social', 'date', [], 'accessible'],
    ['Nurse note', 'Inner note', 'long_text', [], 'accessible'],
  ])
})

test('it is filled, frames included, once the clinician has confirmed whose chart it is', async () => {
  const open = await room.open(page)
  const reading = await open.read()
  if (!reading) throw new Error('The page was not read.')
  const values = {
    Smoker: 'no',
    'Plan of care': 'a\nb',
    'Referred to': 'Dietitian',
    'Consent was given': 'yes',
    'Follow-up date': '12/01/2026',
    'Nurse note': 'Seen',
  }
  const plan = planFill(
    reading,
    Object.entries(values).map(([label, value]) => ({ label, value: [value] })),
  )
  expect(plan.refusals).toEqual([])
  expect((await open.fill(plan)).every(({ reason }) => reason === 'wrong-patient')).toBe(true)
  expect((await open.fill(plan, 'Rosa Lindqvist')).map(({ outcome }) => outcome)).toEqual(
    plan.writes.map(() => 'written'),
  )
  expect(
    await open.page.evaluate(() =>
      Object.fromEntries(
        [...new FormData(document.forms[0])].filter(([name]) =>
          ['f3', 'f6', 'f7', 'f8', 'followUpDate'].includes(name),
        ),
      ),
    ),
  ).toEqual({ f3: '2', f6: 'a\nb', f7: 'd', f8: '1', followUpDate: '2026-12-01' })
  expect((await open.undo()).every(({ outcome }) => outcome === 'written')).toBe(true)
})

test('a page without a form has no fields', async () => {
  const reading = await (await room.open('data:text/html,<h1>Schedule</h1><p>No form here</p>')).read()
  expect(reading).toMatchObject({ form: null, fields: [] })
})

/** Pages on which a text near a control belongs to another control, or to none. */
const doubtful = {
  'words behind another control': '<div><input name="a"> City <br></div><div><input name="b"><br>State</div>',
  'a unit behind the control before': '<p>Follow up in <input name="x"> weeks</p><textarea name="a"></textarea>',
  'two texts over two controls': '<p>Date of visit</p><p>Seen by</p><input name="a"><input name="b">',
  'two labels over two controls':
    '<p><label>Email</label> <label>Phone</label></p><p><input name="a"> <input name="b"></p>',
  'a sentence that is filled in': '<p>Take <input name="x"> mg of <input name="a"> for <input name="b"> days.</p>',
  'the middle of a long sentence':
    '<p>I allow <input name="x"> (name of the person) to act for me when a review of the care that was refused is asked for, dated <input name="a"></p>',
  'a column head where the row says more':
    '<table><tr><th>Left</th><th>Right</th></tr><tr><td><input name="a"></td><td><input name="b"></td><td>Sight</td></tr><tr><td><input name="c"></td><td><input name="d"></td><td>Hearing</td></tr></table>',
  'a side':
    '<table><tr><td>Left</td><td><input name="a"></td></tr><tr><td>Right</td><td><input name="b"></td></tr></table>',
  'the name of a row with two questions':
    '<table><tr><td>Gout</td><td><input type="radio" name="a" value="y"> Yes <input type="radio" name="a" value="n"> No <span><input type="radio" name="b" value="y"> Yes <input type="radio" name="b" value="n"> No</span></td></tr><tr><td>Asthma</td><td><input type="radio" name="c" value="y"> Yes <input type="radio" name="c" value="n"> No <span><input type="radio" name="d" value="y"> Yes <input type="radio" name="d" value="n"> No</span></td></tr></table>',
  'what is clicked':
    '<p><a href="/add">Add a problem</a></p><select name="a"><option>-</option><option>Pain</option></select>',
}
test.each(Object.entries(doubtful))('%s gives no field a certain label', async (_, html) => {
  const reading = await (await room.open(`data:text/html,<form>${encodeURIComponent(html)}</form>`)).read()
  const sure = reading?.fields.filter(({ score, names }) => score >= 0.5 && !names.includes('x'))
  expect(reading?.fields.length).toBeGreaterThan(0)
  expect(sure?.map(({ label, names }) => [label, names])).toEqual([])
})
