import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planFill } from '../../lib/page/plan/plan.ts'
import type { Receipt } from '../../lib/page/shapes.ts'
import { type OpenPage, openPageRoom, type PageRoom } from '../../scripts/page-room.ts'
import { serveEditors } from './editors/stage.ts'

let room: PageRoom
let stage: Awaited<ReturnType<typeof serveEditors>>
beforeAll(async () => {
  ;[stage, room] = await Promise.all([serveEditors(), openPageRoom()])
}, 400_000)
afterAll(async () => {
  await room?.close()
  stage?.close()
})

async function fill(open: OpenPage, values: Record<string, string>): Promise<Receipt[]> {
  const reading = await open.read()
  if (!reading) throw new Error('The page was not read.')
  const listed = Object.entries(values).map(([label, value]) => ({ label, value: [value] }))
  return open.fill(planFill(reading, listed), 'Rosa Lindqvist')
}

const said = (receipts: Receipt[]) =>
  Object.fromEntries(receipts.map(({ label, outcome, reason }) => [label, reason ? `${outcome}: ${reason}` : outcome]))

async function openHtml(html: string): Promise<OpenPage> {
  const open = await room.open('about:blank')
  await open.page.setContent(
    `<!doctype html><meta charset="utf-8"><title>Form</title><form action="/notes/1">${html}</form>`,
  )
  return open
}

async function openEditor(name: string): Promise<OpenPage> {
  const open = await room.open(stage.url(name, 'empty'))
  await open.page.waitForFunction(() => (window as unknown as { subject: unknown }).subject !== null, { polling: 50 })
  return open
}

const model = async ({ page }: OpenPage) =>
  JSON.parse(await page.evaluate(() => (window as unknown as { subject: { state(): string } }).subject.state()))

const held = ({ page }: OpenPage, name: string) =>
  page.$eval(`[name="${name}"]`, (control) => (control as HTMLInputElement).value)

const form = `<p><label>Mood <input name="mood" value="calm"></label></p>
  <p><label>Plan <textarea name="plan">Walk</textarea></label></p>
  <fieldset><legend>Affect</legend><label><input type="radio" name="affect" value="1"> Flat</label><label><input type="radio" name="affect" value="2"> Full</label></fieldset>`

describe('The undo of one field', () => {
  const idOf = async (open: OpenPage, label: string) =>
    (await open.read()).fields.find((field) => field.label === label)?.id ?? ''

  test('restores it in a real page, also after another fill, and each reading says which fields are left', async () => {
    const open = await openHtml(form)
    await fill(open, { Mood: 'low', Affect: 'full' })
    await fill(open, { Plan: 'Sleep diary' })
    const ids = await Promise.all(['Mood', 'Plan', 'Affect'].map((label) => idOf(open, label)))
    expect((await open.read()).lastFill?.fieldIds).toEqual(ids)
    expect(said(await open.undoField(await idOf(open, 'Affect')))).toEqual({ Affect: 'written' })
    expect(await open.page.$('[name=affect]:checked')).toBeNull()
    expect([await held(open, 'mood'), await held(open, 'plan')]).toEqual(['low', 'Sleep diary'])
    expect((await open.read()).lastFill?.fieldIds).toEqual(ids.slice(0, 2))
    expect(said(await open.undo())).toEqual({ Plan: 'written' })
    expect(said(await open.undoField(await idOf(open, 'Mood')))).toEqual({ Mood: 'written' })
    expect((await open.read()).lastFill).toBeUndefined()
    await open.page.close()
  })

  test('restores it in the model of an editor, and leaves the other fields of the model', async () => {
    const open = await openEditor('react')
    await fill(open, { Affect: 'full', 'Progress note': 'Slept well.' })
    const before = await model(open)
    expect(said(await open.undoField(await idOf(open, 'Affect')))).toEqual({ Affect: 'written' })
    expect(await model(open)).toEqual({ ...before, affect: '' })
    await open.page.close()
  })
})

describe('Edits by hand after a fill', () => {
  test('are kept, and undo says so, while the other fields are restored', async () => {
    const open = await openHtml(form)
    await fill(open, { Mood: 'low', Plan: 'Sleep diary', Affect: 'full' })
    await open.page.type('[name=plan]', ' by hand')
    await open.page.click('[name=affect][value="1"]')
    expect(said(await open.undo())).toEqual({
      Mood: 'written',
      Plan: 'refused: page-moved',
      Affect: 'refused: page-moved',
    })
    expect([await held(open, 'mood'), await held(open, 'plan')]).toEqual(['calm', 'Sleep diary by hand'])
    expect(await open.page.$eval('[name=affect]:checked', (radio) => (radio as HTMLInputElement).value)).toBe('1')
    await open.page.close()
  })

  test('are kept in a state that one component has for the whole form', async () => {
    const open = await openEditor('react')
    await fill(open, { Affect: 'full', 'Progress note': 'Slept well.' })
    await open.page.type('[name=location]', 'Office')
    await open.page.click('[name=consent]')
    expect(said(await open.undo())).toEqual({ Affect: 'written', 'Progress note': 'written' })
    expect(await model(open)).toEqual({ location: 'Office', note: '', consent: true, affect: '', part: '' })
    await open.page.close()
  })

  test('that already restored a field leave it as it is', async () => {
    const open = await openHtml(form)
    await fill(open, { Mood: 'low' })
    await open.page.$eval('[name=mood]', (control) => {
      ;(control as HTMLInputElement).value = 'calm'
    })
    expect(said(await open.undo())).toEqual({ Mood: 'unchanged' })
    await open.page.close()
  })
})

describe('Several fills', () => {
  test('are undone one after the other, last first, until nothing is left', async () => {
    const open = await openHtml(form)
    await fill(open, { Mood: 'low', Affect: 'full' })
    await fill(open, { Mood: 'better', Plan: 'Sleep diary' })
    expect(said(await open.undo())).toEqual({ Mood: 'written', Plan: 'written' })
    expect([await held(open, 'mood'), await held(open, 'plan')]).toEqual(['low', 'Walk'])
    expect(said(await open.undo())).toEqual({ Mood: 'written', Affect: 'written' })
    expect(await held(open, 'mood')).toBe('calm')
    expect(await open.page.$('[name=affect]:checked')).toBeNull()
    expect(await open.undo()).toEqual([])
    await open.page.close()
  })

  test('of choices in a framework’s state are undone to no selection', async () => {
    const open = await openEditor('react-choices')
    const before = await model(open)
    await fill(open, { Mood: 'high', Sleep: 'high', Risk: 'High' })
    const between = await model(open)
    await fill(open, { Mood: 'low', Energy: 'high', Risk: 'Low' })
    expect(new Set(Object.values(said(await open.undo())))).toEqual(new Set(['written']))
    expect(await model(open)).toEqual(between)
    expect(new Set(Object.values(said(await open.undo())))).toEqual(new Set(['written']))
    expect(await model(open)).toEqual(before)
    await open.page.close()
  })
})

describe('A page that was re-rendered after the fill', () => {
  test('is restored, with new elements in place of the old ones', async () => {
    const open = await openHtml(`<div id="holder">${form}</div>`)
    await fill(open, { Mood: 'low', Plan: 'Sleep diary', Affect: 'full' })
    await open.page.evaluate(() => {
      const holder = document.querySelector('#holder')
      const fresh = holder?.cloneNode(true) as HTMLElement
      const texts = [...(holder?.querySelectorAll('textarea') ?? [])].map(({ value }) => value)
      for (const [at, text] of fresh.querySelectorAll('textarea').entries()) text.value = texts[at] ?? ''
      holder?.replaceWith(fresh)
    })
    expect(new Set(Object.values(said(await open.undo())))).toEqual(new Set(['written']))
    expect([await held(open, 'mood'), await held(open, 'plan')]).toEqual(['calm', 'Walk'])
    expect(await open.page.$('[name=affect]:checked')).toBeNull()
    await open.page.close()
  })

  test('by its framework: the state that the new elements show is restored', async () => {
    const open = await openEditor('react-choices')
    const before = await model(open)
    await fill(open, { Mood: 'high', Energy: 'high', Anxiety: 'high', Risk: 'High' })
    await open.page.evaluate(() => (window as unknown as { drawAnew(): void }).drawAnew())
    expect(new Set(Object.values(said(await open.undo())))).toEqual(new Set(['written']))
    expect(await model(open)).toEqual(before)
    await open.page.close()
  })

  test('a reloaded frame has lost the fill: nothing is written into it', async () => {
    const open = await openHtml(
      `${form}<iframe srcdoc="<form><label>Goal <input name='goal' value='old'></label></form>"></iframe>`,
    )
    await open.page.waitForFunction(() => document.querySelector('iframe')?.contentDocument?.querySelector('input'), {
      polling: 50,
    })
    await fill(open, { Goal: 'Walk daily', Mood: 'low' })
    await open.page.evaluate(async () => {
      const frame = document.querySelector('iframe') as HTMLIFrameElement
      await new Promise((done) => {
        frame.addEventListener('load', done, { once: true })
        frame.contentWindow?.location.reload()
      })
    })
    expect(said(await open.undo())).toEqual({ Goal: 'unchanged', Mood: 'written' })
    await open.page.close()
  })
})

test('a page that copies a radio’s value on every change event has no copy of it after undo', async () => {
  const open = await openHtml(`${form}<script>
    var kept = ''
    for (const radio of document.querySelectorAll('[name=affect]')) radio.addEventListener('change', () => { kept = radio.value })
  </script>`)
  const kept = () => open.page.evaluate(() => (window as unknown as { kept: string }).kept)
  await fill(open, { Affect: 'full' })
  expect(await kept()).toBe('2')
  expect(said(await open.undo())).toEqual({ Affect: 'written' })
  expect(await kept()).toBe('')
  expect(await open.page.$$eval('[name=affect]', (all) => all.map((radio) => radio.getAttribute('value')))).toEqual([
    '1',
    '2',
  ])
  await open.page.close()
})
