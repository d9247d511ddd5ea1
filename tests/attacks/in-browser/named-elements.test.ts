import type { Page } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planFill } from '../../../lib/page/plan/plan.ts'
import { openPageRoom, type PageRoom } from '../../../scripts/page-room.ts'

let room: PageRoom
beforeAll(async () => {
  room = await openPageRoom()
})
afterAll(() => room.close())

// The browser exposes an element with an id as a global variable in every script of the document, including the
// extension's content scripts.
test.each(['chartsideFrame', 'chartside.frame', 'Symbol(chartside.frame)', 'here', 'frame'])(
  'an element with the id %s does not replace the extension’s state',
  async (name) => {
    const markup = `<form id="${name}"><input name="nonce"><input name="journal"></form><img name="${name}">
      <form><label>Plan <input name="plan"></label></form>`
    const open = await room.open(`data:text/html;charset=utf-8,${encodeURIComponent(markup)}`)
    const reading = await open.read()
    if (!reading) throw new Error('The page was not read.')
    expect(reading.nonce.length).toBeGreaterThan(10)
    const receipts = await open.fill(planFill(reading, [{ label: 'Plan', value: ['Rest'] }]), 'Rosa Lindqvist')
    expect(receipts).toMatchObject([{ label: 'Plan', outcome: 'written' }])
    const html = await open.page.content()
    expect(html).not.toContain(reading.nonce)
    await open.page.close()
  },
)

/** Every name of the prototypes of an element, except handlers of events. */
const namesOf = (page: Page, prototype: 'HTMLFormElement' | 'Document'): Promise<string[]> =>
  page.evaluate((prototype) => {
    const names = (object: object | null): string[] =>
      object ? [...Object.getOwnPropertyNames(object), ...names(Object.getPrototypeOf(object))] : []
    return [...new Set(names(window[prototype].prototype))].filter((name) => !name.startsWith('on'))
  }, prototype)

const question = `<p><label>Plan <input name="plan"></label></p>
  <fieldset><legend>Mood</legend><label><input type="radio" name="mood">Low</label>
  <label><input type="radio" name="mood">Calm</label><label><input type="radio" name="mood" checked>Other</label></fieldset>
  <p><label for="sleep">Sleep</label><select id="sleep" name="sleep"><option></option><option>Poor</option></select></p>
  <p><span id="goal">Goal</span><input name="goal" aria-labelledby="goal" aria-describedby="goal"></p>
  <p><label for="old">Old plan</label><input id="old" name="old" hidden></p>`

// The names of controls replace properties of their form, and the names of forms and pictures those of the document.
test.each<['HTMLFormElement' | 'Document', (names: string[]) => string]>([
  [
    'HTMLFormElement',
    (names) => `<form>${names.map((name) => `<input type="hidden" name="${name}">`)}${question}</form>`,
  ],
  ['Document', (names) => `${names.map((name) => `<form name="${name}"></form>`)}<form>${question}</form>`],
])('a page whose elements have all names of %s is read, filled and undone', async (prototype, markup) => {
  const blank = await room.open('data:text/html,')
  const names = await namesOf(blank.page, prototype)
  await blank.page.close()
  expect(names.length).toBeGreaterThan(150)
  const open = await room.open(`data:text/html;charset=utf-8,${encodeURIComponent(markup(names))}`)
  const values = [
    { label: 'Plan', value: ['Rest'] },
    { label: 'Mood', value: ['Low'] },
    { label: 'Sleep', value: ['Poor'] },
    { label: 'Goal', value: ['Walk'] },
  ]
  const receipts = await open.fill(planFill(await open.read(), values), 'Rosa Lindqvist')
  expect(receipts.map(({ label, outcome }) => [label, outcome])).toEqual(values.map(({ label }) => [label, 'written']))
  expect((await open.undo()).map(({ outcome }) => outcome)).toEqual(['written', 'written', 'written', 'written'])
  await open.page.close()
})
