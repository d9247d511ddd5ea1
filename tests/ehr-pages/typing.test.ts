import type { Page } from 'puppeteer'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { planFill } from '../../lib/page/plan/plan.ts'
import type { Receipt } from '../../lib/page/shapes.ts'
import { type OpenPage, openPageRoom, type PageRoom } from '../../scripts/page-room.ts'

let room: PageRoom
beforeAll(async () => {
  room = await openPageRoom()
})
afterAll(() => room.close())

const pages: Page[] = []
afterEach(async () => {
  for (const page of pages.splice(0)) await page.close()
})

/** Opens a form in a page that does not have the focus. In real use, the panel has the focus. */
async function opened(html: string): Promise<OpenPage> {
  const open = await room.open('about:blank')
  await open.page.setContent(
    `<!doctype html><meta charset="utf-8"><title>Form</title><form action="/notes/1">${html}</form>`,
  )
  const session = await open.page.createCDPSession()
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false })
  const front = await open.page.browser().newPage()
  pages.push(open.page, front)
  expect(await open.page.evaluate(() => document.hasFocus())).toBe(false)
  return open
}

async function fill(open: OpenPage, values: Record<string, string>): Promise<Receipt[]> {
  const listed = Object.entries(values).map(([label, value]) => ({ label, value: [value] }))
  return open.fill(planFill(await open.read(), listed), 'Rosa Lindqvist')
}
const said = (receipts: Receipt[]) => receipts.map(({ label, outcome, strategy }) => [label, outcome, strategy])
const variable = (open: OpenPage, name: string) => open.page.evaluate((of) => Reflect.get(window, of) as unknown, name)
/** The field that has the caret, and how far the page was scrolled. */
const caret = ({ page }: OpenPage) => page.evaluate(() => [document.activeElement?.localName, scrollY])

describe('An input that takes only typed text', () => {
  // The page ignores events of scripts, and stores a value only when the clinician leaves the field.
  const masked = `<script>
    var stored = {}
    for (const control of document.querySelectorAll('input')) {
      let typed = stored[control.name] = control.value
      control.addEventListener('input', ({ isTrusted }) => {
        if (isTrusted) typed = control.value
        else control.value = typed
      })
      control.addEventListener('focusout', () => { stored[control.name] = typed })
    }
  </script>`

  test('gets typed text, and undo types the old text again', async () => {
    const open = await opened(
      `<div style="height: 3000px"></div><p><label>Mood <input name="mood" value="calm"></label></p><p><label>Plan <input name="plan"></label></p>${masked}`,
    )
    expect(said(await fill(open, { Mood: 'low', Plan: 'Walk' }))).toEqual([
      ['Mood', 'written', 'insertText'],
      ['Plan', 'written', 'insertText'],
    ])
    expect(await variable(open, 'stored')).toEqual({ mood: 'low', plan: 'Walk' })
    expect(await caret(open)).toEqual(['body', 0])
    expect(said(await open.undo())).toEqual([
      ['Mood', 'written', 'undo'],
      ['Plan', 'written', 'undo'],
    ])
    expect(await variable(open, 'stored')).toEqual({ mood: 'calm', plan: '' })
    expect(await caret(open)).toEqual(['body', 0])
  })

  test('in a table is left as it is, because typing would reach only its first cell', async () => {
    const cell = (name: string, value = '') => `<td><input name="${name}" value="${value}"></td>`
    const open = await opened(
      `<table><tr><th>Substance</th><th>Last use</th></tr><tr>${cell('a', 'Alcohol')}${cell('b')}</tr><tr>${cell('c')}${cell('d')}</tr></table>${masked}`,
    )
    const [table] = (await open.read()).fields
    const receipts = await open.fill(
      planFill(await open.read(), [{ label: table?.label ?? '', value: ['Cannabis', 'today', '', ''] }]),
      'Rosa Lindqvist',
    )
    expect(receipts.map(({ outcome }) => outcome)).toEqual(['failed'])
    expect(await variable(open, 'stored')).toEqual({ a: 'Alcohol', b: '', c: '', d: '' })
  })
})

describe('A custom list', () => {
  const list = (opening: string) => `<div style="height: 3000px"></div><p id="label">Affect</p>
    <div id="affect" role="combobox" tabindex="0" aria-labelledby="label" aria-controls="list">Select…</div>
    <div id="list" role="listbox" hidden><div role="option" data-value="">None</div><div role="option">Flat</div></div><script>
      var opened = 0
      const [box, options] = [document.querySelector('#affect'), document.querySelector('#list')]
      const open = () => { opened++; options.hidden = false }
      ${opening}
      options.addEventListener('click', ({ target }) => {
        box.textContent = target.dataset.value === '' ? 'Select…' : target.textContent
        options.hidden = true
      })
    </script>`

  test.each([
    ['when it gets the focus', "box.addEventListener('focusin', open)"],
    ['when the mouse button goes down', "box.addEventListener('mousedown', open)"],
    ['only by the arrow key', "box.addEventListener('keydown', ({ keyCode }) => keyCode === 40 && open())"],
  ])('that opens %s is filled and undone, without scrolling the page', async (_what, opening) => {
    const open = await opened(list(opening))
    expect(said(await fill(open, { Affect: 'flat' }))).toEqual([['Affect', 'written', 'combobox']])
    expect(await variable(open, 'opened')).toBe(1)
    expect(await caret(open)).toEqual(['body', 0])
    expect(said(await open.undo())).toEqual([['Affect', 'written', 'undo']])
    expect(await open.page.$eval('#affect', ({ textContent }) => textContent)).toBe('Select…')
    expect(await caret(open)).toEqual(['body', 0])
  })

  test('with an input that its Backspace key clears, only while it has the focus', async () => {
    const open =
      await opened(`<div style="height: 3000px"></div><p><label>Route <input id="route" role="combobox" aria-controls="list"></label></p>
      <div id="list" role="listbox" hidden><div role="option">Oral</div></div><script>
        var stored = ''
        const [box, options] = [document.querySelector('#route'), document.querySelector('#list')]
        let focused = false
        box.addEventListener('focusin', () => { focused = true })
        box.addEventListener('focusout', () => { focused = false })
        box.addEventListener('click', () => { options.hidden = false })
        options.addEventListener('click', ({ target }) => { stored = box.value = target.textContent; options.hidden = true })
        box.addEventListener('keydown', ({ keyCode }) => { if (focused && keyCode === 8) stored = box.value = '' })
      </script>`)
    expect(said(await fill(open, { Route: 'Oral' }))).toEqual([['Route', 'written', 'combobox']])
    expect(said(await open.undo())).toEqual([['Route', 'written', 'undo']])
    expect(await variable(open, 'stored')).toBe('')
    expect(await caret(open)).toEqual(['body', 0])
  })

  test('that no key clears is emptied by undo', async () => {
    const open = await opened(`<p><label>Route <input id="route" role="combobox" aria-controls="list"></label></p>
      <div id="list" role="listbox" hidden><div role="option">Oral</div></div><script>
        const [box, options] = [document.querySelector('#route'), document.querySelector('#list')]
        box.addEventListener('click', () => { options.hidden = false })
        options.addEventListener('click', ({ target }) => { box.value = target.textContent; options.hidden = true })
      </script>`)
    expect(said(await fill(open, { Route: 'Oral' }))).toEqual([['Route', 'written', 'combobox']])
    expect(said(await open.undo())).toEqual([['Route', 'written', 'undo']])
    expect(await open.page.$eval('#route', (input) => (input as HTMLInputElement).value)).toBe('')
  })
})

describe('An editor that is not known', () => {
  test('and takes only pasted text, in place of the selected one, gets every line', async () => {
    const open = await opened(`<p>Course</p><div contenteditable="true" id="course">Old words</div><script>
      var stored = 'Old words', pasted = [], told = []
      const course = document.querySelector('#course')
      const draw = () => course.replaceChildren(...stored.split('\\n').flatMap((line, at) => at ? [document.createElement('br'), line] : [line]))
      course.addEventListener('input', draw)
      course.addEventListener('paste', (event) => {
        event.preventDefault()
        pasted.push([...event.clipboardData.types].sort().join(' '))
        const text = event.clipboardData.getData('text/plain')
        if (event.clipboardData.types.includes('text/html')) return
        stored = getSelection().toString() === stored ? text : stored + text
        draw()
      })
      // The editor puts the caret at its start when it gets the focus, as some editors do.
      course.addEventListener('focusin', () => setTimeout(() => getSelection().collapse(course, 0), 20))
      for (const type of ['focusin', 'change', 'focusout']) course.addEventListener(type, () => told.push(type))
    </script>`)
    expect(said(await fill(open, { Course: 'Better\n<b>\n"than" before' }))).toEqual([
      ['Course', 'written', 'paste plain'],
    ])
    expect(await variable(open, 'stored')).toBe('Better\n<b>\n"than" before')
    expect(await variable(open, 'pasted')).toEqual(['text/html text/plain', 'text/plain'])
    expect(((await variable(open, 'told')) as string[]).slice(-3)).toEqual(['focusin', 'change', 'focusout'])
    expect(await caret(open)).toEqual(['body', 0])
  })
})
