import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmIrreversible, planFill } from '../../lib/page/plan/plan.ts'
import type { PageReading } from '../../lib/page/shapes.ts'
import { type OpenPage, openPageRoom, type PageRoom } from '../../scripts/page-room.ts'

let room: PageRoom
beforeAll(async () => {
  room = await openPageRoom()
})
afterAll(() => room.close())

/** Scripts of a page that draws its own boxes. A box hears the event that its element names in `data-hears`. */
const behaviour = `<script>
  const boxes = '[role=radio],[role=checkbox],[role=switch],[role=option]'
  const tick = (box) => {
    const role = box.getAttribute('role')
    const state = role === 'option' ? 'aria-selected' : 'aria-checked'
    const group = box.closest('[role=radiogroup],[role=listbox]')
    if (role === 'radio' || (role === 'option' && group.getAttribute('aria-multiselectable') !== 'true')) {
      for (const other of group.querySelectorAll(boxes)) other.setAttribute(state, String(other === box))
      const held = group.querySelector('input[type=hidden]')
      if (held) held.value = box.textContent || box.getAttribute('aria-label')
    } else box.setAttribute(state, String(box.getAttribute(state) !== 'true'))
  }
  for (const type of ['click', 'mousedown', 'keydown'])
    document.addEventListener(type, (event) => {
      const box = event.target.closest(boxes)
      const hears = box?.closest('[data-hears]')?.dataset.hears ?? 'click'
      if (box && hears === type && (type !== 'keydown' || event.key === ' ')) tick(box)
    })
  document.addEventListener('submit', (event) => { event.preventDefault(); window.sent = true })
</script>`

async function opened(body: string): Promise<OpenPage> {
  const html = `<!doctype html><title>Visit</title><body><h1>Visit</h1><form action="/visit">${body}</form>${behaviour}`
  return room.open(`data:text/html;charset=utf-8,${encodeURIComponent(html)}`)
}

const told = ({ fields }: PageReading) =>
  fields.map(({ label, kind, options, value, locked }) =>
    [label, kind, options.join('/'), value.join('/'), locked ?? ''].filter(Boolean).join(' · '),
  )

const planned = (reading: PageReading, values: Record<string, string[]>) =>
  planFill(
    reading,
    Object.entries(values).map(([label, value]) => ({ label, value })),
  )

/** The states of all boxes of the page, and what the form would send. */
const stateOf = ({ page }: OpenPage) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('[aria-checked],[aria-selected]')]
    const form = document.querySelector('form')
    return JSON.stringify([
      boxes.map((each) => each.getAttribute('aria-checked') ?? each.getAttribute('aria-selected')),
      form ? [...new FormData(form).entries()] : [],
    ])
  })

const radios = (name: string, options: string[], more = '') =>
  `<p id="${name}">${name}</p><ul role="radiogroup" aria-labelledby="${name}" ${more}>${options
    .map((each) => `<li role="radio" tabindex="0" aria-checked="false">${each}</li>`)
    .join('')}<input type="hidden" name="${name}-held"></ul>`

test.each([
  ['radio buttons on list items', radios('Gait', ['Steady', 'Unsteady']), ['Gait · single_choice · Steady/Unsteady']],
  [
    'radio buttons on buttons, whose words are in a label',
    `<span id="m">Mood</span><div role="radiogroup" aria-labelledby="m">${['Low', 'High'].map((each) => `<div><button type="button" role="radio" aria-checked="false" id="${each}"></button><label for="${each}">${each}</label></div>`).join('')}</div>`,
    ['Mood · single_choice · Low/High'],
  ],
  [
    'check boxes below a question, each in elements of its own',
    `<h3>Warning signs</h3><div>${['Crying', 'Withdrawal'].map((each) => `<div><label><span><span role="checkbox" tabindex="0" aria-checked="${each === 'Crying'}"></span></span><span>${each}</span></label></div>`).join('')}</div>`,
    ['Warning signs · multiple_choice · Crying/Withdrawal · Crying'],
  ],
  [
    'check boxes in a named group',
    `<div role="group" aria-label="Supports">${['Family', 'School'].map((each) => `<a role="checkbox" tabindex="0" aria-checked="false">${each}</a>`).join(' ')}</div>`,
    ['Supports · multiple_choice · Family/School'],
  ],
  [
    'switches, each a question of its own, also if they say their state',
    `<h3>Consents</h3><div><label id="c">Photos</label><button type="button" role="switch" aria-labelledby="c" aria-checked="true">on</button></div><div><span role="switch" tabindex="0" aria-checked="false">nein</span> Telehealth</div>`,
    ['Photos · boolean · Yes', 'Telehealth · boolean · No'],
  ],
  [
    'a box in a third state has no answer',
    `<div role="checkbox" tabindex="0" aria-checked="mixed">Feels safe</div>`,
    ['Feels safe · boolean'],
  ],
  [
    'a list that stands open, but not the list of a combo box',
    `<p id="l">Diet</p><ul role="listbox" tabindex="0" aria-labelledby="l"><li role="option" aria-selected="true">Regular</li><li role="option" aria-selected="false">Soft</li></ul><div role="combobox" tabindex="0" aria-label="Room" aria-controls="r">Select…</div><div id="r" role="listbox"><div role="option">North</div></div>`,
    ['Diet · single_choice · Regular/Soft · Regular', 'Room · single_choice · North'],
  ],
  [
    'a drawn box around a native one is the native one',
    `<div role="checkbox" aria-checked="false"><label><input type="checkbox" name="n" style="opacity:0"> Fasting</label></div>`,
    ['Fasting · boolean · No'],
  ],
  [
    'a read-only box, a disabled one, and a button that would submit the form are locked',
    `<div role="checkbox" aria-readonly="true" aria-checked="false">Reviewed</div><div role="switch" aria-disabled="true" aria-checked="false" aria-label="Locked"></div><button role="switch" aria-checked="false" aria-label="Sends"></button>`,
    ['Reviewed · boolean · No · read-only', 'Locked · boolean · No · read-only', 'Sends · boolean · No · read-only'],
  ],
  [
    'an input of the type search with a question, but not the search of the page',
    `<p><label for="d">Diagnosis</label><input type="search" id="d"></p><p><input type="search" placeholder="Search patients"></p><p><label>Suche <input type="search"></label></p><input type="search" name="q">`,
    ['Diagnosis · text'],
  ],
  [
    'the search of a widget that stands for a list is no field beside the list',
    `<label for="w">Goals</label><div><select id="w" name="w" multiple tabindex="-1"><option>Sleep</option></select><input type="search" aria-label="Goals"></div>`,
    ['Goals · multiple_choice · Sleep'],
  ],
  [
    'a list that a read-only input or a button opens',
    `<label for="s">Stage</label><input id="s" readonly aria-haspopup="listbox" aria-controls="o" value="Second"><div id="o" role="listbox" hidden><div role="option">First</div><div role="option">Second</div></div><p id="w">Ward</p><button type="button" aria-haspopup="listbox" aria-labelledby="w">Select…</button>`,
    ['Stage · single_choice · First/Second · Second', 'Ward · text'],
  ],
  [
    'a widget that stands for a hidden list is one field with the label of the widget',
    `<label for="v-in">Clinic</label><select name="v" tabindex="-1" style="position:absolute;width:1px;clip:rect(0,0,0,0)"><option value=""></option><option>North</option></select><div><div><input id="v-in" role="combobox" aria-label="" ></div><div>Pick one</div></div>`,
    ['Clinic · single_choice · North'],
  ],
])('%s', async (_what, body, fields) => {
  const open = await opened(body)
  expect(told(await open.read())).toEqual(fields)
  await open.page.close()
})

test.each(['click', 'mousedown', 'keydown'])('drawn boxes that hear %s are filled and undone', async (hears) => {
  const open = await opened(
    `<div data-hears="${hears}">${radios('Gait', ['Steady', 'Unsteady'])}
      <h3>Signs</h3><div>${['Crying', 'Anger'].map((each) => `<span role="checkbox" tabindex="0" aria-checked="${each === 'Anger'}">${each}</span>`).join('')}</div>
      <button type="button" role="switch" aria-checked="false" aria-label="Interpreter"></button>
      <p id="l">Diets</p><div role="listbox" aria-multiselectable="true" aria-labelledby="l"><div role="option" aria-selected="true">Regular</div><div role="option" aria-selected="false">Soft</div></div></div>`,
  )
  const before = await stateOf(open)
  const plan = planned(await open.read(), {
    Gait: ['Unsteady'],
    Signs: ['Crying'],
    Interpreter: ['yes'],
    Diets: ['Soft'],
  })
  const receipts = await open.fill(plan, 'Rosa Lindqvist')
  expect(receipts.map(({ label, outcome, after }) => [label, outcome, ...after])).toEqual([
    ['Gait', 'written', 'Unsteady'],
    ['Signs', 'written', 'Crying'],
    ['Interpreter', 'written', 'Yes'],
    ['Diets', 'written', 'Soft'],
  ])
  expect(JSON.parse(await stateOf(open))).toEqual([
    ['false', 'true', 'true', 'false', 'true', 'false', 'true'],
    [['Gait-held', 'Unsteady']],
  ])
  expect((await open.undo()).map(({ outcome }) => outcome)).toEqual(['written', 'written', 'written', 'written'])
  expect(await stateOf(open)).toBe(before)
  await open.page.close()
})

test('a date in drawn sections is one field, written through the input behind them', async () => {
  const section = (name: string, text: string) =>
    `<span role="spinbutton" contenteditable="true" aria-label="${name}" style="opacity:0">${text}</span>`
  const open = await opened(
    `<label id="s" for="i">Seen on</label><div role="group" aria-labelledby="s" id="g">${section('Tag', 'TT')}.${section('Monat', 'MM')}.${section('Jahr', 'JJJJ')} ${section('Stunden', 'hh')}:${section('Minuten', 'mm')}<input id="i" name="seen" aria-hidden="true" tabindex="-1" style="position:absolute;width:1px"></div>
    <script>document.getElementById('i').addEventListener('input', ({ target }) => {
      const texts = target.value.match(/\\d+/g) ?? ['TT', 'MM', 'JJJJ', 'hh', 'mm']
      document.querySelectorAll('[role=spinbutton]').forEach((each, at) => { each.textContent = texts[at] })
    })</script>`,
  )
  const reading = await open.read()
  expect(told(reading)).toEqual(['Seen on · date_time'])
  const receipts = await open.fill(planned(reading, { 'Seen on': ['2026-12-05 14:30'] }), 'Rosa Lindqvist')
  expect(receipts.map(({ outcome, after }) => [outcome, ...after])).toEqual([['written', '05.12.2026 14:30']])
  const shown = () => open.page.evaluate(() => document.getElementById('g')?.textContent?.trim())
  expect(await shown()).toBe('05.12.2026 14:30')
  expect((await open.undo()).map(({ outcome }) => outcome)).toEqual(['written'])
  expect(await shown()).toBe('TT.MM.JJJJ hh:mm')
  await open.page.close()
})

test('a choice that no press can clear is held back until the clinician confirms it', async () => {
  const open = await opened(
    `<p id="a">Gait</p><div role="radiogroup" aria-labelledby="a"><div role="radio" aria-checked="false">Steady</div><div role="radio" aria-checked="false">Unsteady</div></div><div role="checkbox" aria-checked="mixed">Feels safe</div>`,
  )
  const plan = planned(await open.read(), { Gait: ['Steady'], 'Feels safe': ['no'] })
  const refused = await open.fill(plan, 'Rosa Lindqvist')
  expect(refused.map(({ reason }) => reason)).toEqual(['irreversible', 'irreversible'])
  const receipts = await open.fill(confirmIrreversible(plan), 'Rosa Lindqvist')
  expect(receipts.map(({ outcome, after }) => [outcome, ...after])).toEqual([
    ['written', 'Steady'],
    ['written', 'No'],
  ])
  await open.page.close()
})
