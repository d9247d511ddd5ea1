import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmIrreversible, planFill } from '../../lib/page/plan/plan.ts'

import type { Receipt } from '../../lib/page/shapes.ts'
import { type OpenPage, openPageRoom, type PageRoom } from '../../scripts/page-room.ts'

let room: PageRoom
beforeAll(async () => {
  room = await openPageRoom()
})
afterAll(() => room.close())

/** A custom list as libraries make them: without a text input, and with the selection in a variable of the script. */
const list = (label: string, options: string[], { chosen = '', more = '', lists = '' } = {}) => `
  <p id="${label}-label">${label}</p>
  <div id="${label}" role="combobox" tabindex="0" aria-labelledby="${label}-label" aria-expanded="false" ${more}>${chosen || 'Select…'}</div>
  ${lists || `<div id="${label}-list" role="listbox" hidden>${options.map((each) => `<div role="option">${each}</div>`).join('')}</div>`}`

const behaviour = `<script>
  var opened = 0, presses = []
  for (const box of document.querySelectorAll('[role=combobox]')) {
    const offered = document.getElementById(box.id + '-list')
    const show = (open) => { box.setAttribute('aria-expanded', String(open)); if (offered) offered.hidden = !open }
    box.addEventListener('mousedown', () => { opened++ })
    box.addEventListener('click', () => show(box.getAttribute('aria-expanded') !== 'true'))
    offered?.addEventListener('click', ({ target }) => {
      const none = target.dataset.value === ''
      box.textContent = none ? 'Select…' : target.textContent
      show(false)
    })
  }
  addEventListener('click', ({ target }) => target.closest('button') && presses.push(target.textContent), true)
</script>`

async function opened(html: string): Promise<OpenPage> {
  const open = await room.open('about:blank')
  await open.page.setContent(
    `<!doctype html><meta charset="utf-8"><title>Form</title><form action="/notes/1">${html}<button type="button">Save</button></form>${behaviour}`,
  )
  return open
}

const never = (): never => {
  throw new Error('The plan has no such write.')
}
const said = ({ label, outcome, reason }: Receipt) => [label, outcome, reason]

async function fieldsOf(open: OpenPage) {
  const reading = await open.read()
  if (!reading) throw new Error('The page was not read.')
  return reading
}

test('the options of a custom list are read where the page exposes them, without opening the list', async () => {
  const data = `data-options='[{"label": "Oral"}, {"label": "Nasal"}]'`
  const open = await opened(
    [
      list('Affect', ['Select…', 'Flat', 'Full range'], { more: 'aria-controls="Affect-list"' }),
      list('Sleep', ['Good', 'Poor'], { chosen: 'Poor', more: 'aria-owns="Sleep-list"' }),
      list('Oriented', ['Yes', 'No']),
      list('Route', [], { more: data, lists: ' ' }),
      list('Mood', [], { lists: ' ' }),
    ].join(''),
  )
  const { fields } = await fieldsOf(open)
  expect(fields.map(({ label, kind, options, value }) => [label, kind, options, value])).toEqual([
    ['Affect', 'single_choice', ['Flat', 'Full range'], []],
    ['Sleep', 'single_choice', ['Good', 'Poor'], ['Poor']],
    ['Oriented', 'boolean', ['Yes', 'No'], []],
    ['Route', 'single_choice', ['Oral', 'Nasal'], []],
    ['Mood', 'text', [], []],
  ])
  expect(await open.page.evaluate(() => (window as unknown as { opened: number }).opened)).toBe(0)
  await open.page.close()
})

test('a field keeps its identity when its list is rendered only after it was opened', async () => {
  const open = await opened(list('Affect', ['Flat', 'Full'], { lists: '<div id="Affect-list"></div>' }))
  const before = await fieldsOf(open)
  await open.page.evaluate(() => {
    const late = document.querySelector('#Affect-list')
    late?.setAttribute('role', 'listbox')
    if (late) late.innerHTML = '<div role="option">Flat</div><div role="option">Full</div>'
  })
  const after = await fieldsOf(open)
  expect(after.fields.map(({ id, options }) => [id, options])).toEqual([[before.fields[0]?.id, ['Flat', 'Full']]])
  await open.page.close()
})

test('an answer that the list does not offer is refused in advance; one in different case becomes the list’s own option', async () => {
  const open = await opened(list('Affect', ['Flat', 'Full range']))
  const reading = await fieldsOf(open)
  expect(planFill(reading, [{ label: 'Affect', value: ['labile'] }]).refusals).toMatchObject([
    { reason: 'no-such-option' },
  ])
  const plan = planFill(reading, [{ label: 'Affect', value: ['FULL range'] }])
  expect(plan.writes).toMatchObject([{ from: [], to: ['Full range'] }])
  expect((await open.fill(confirmIrreversible(plan), 'Rosa Lindqvist')).map(({ outcome }) => outcome)).toEqual([
    'written',
  ])
  expect((await fieldsOf(open)).fields[0]?.value).toEqual(['Full range'])
  await open.page.close()
})

test('a choice is undone by the list’s own empty option; a list without one takes only a confirmed choice, and undo leaves it', async () => {
  const none = '<div role="option" data-value="">None of these</div>'
  const lists = `<div id="Affect-list" role="listbox" hidden>${none}<div role="option">Flat</div></div>`
  const open = await opened(list('Affect', [], { lists }) + list('Mood', ['Low', 'High']))
  const reading = await fieldsOf(open)
  expect(reading.fields[0]?.options).toEqual(['Flat'])
  const plan = planFill(reading, [
    { label: 'Affect', value: ['flat'] },
    { label: 'Mood', value: ['low'] },
  ])
  expect(plan.writes.map(({ label, irreversible }) => [label, irreversible])).toEqual([
    ['Affect', undefined],
    ['Mood', 'held-back'],
  ])
  expect((await open.fill(plan, 'Rosa Lindqvist')).map(said)).toEqual([
    ['Affect', 'written', undefined],
    ['Mood', 'refused', 'irreversible'],
  ])
  expect((await open.undo()).map(said)).toEqual([['Affect', 'written', undefined]])

  const receipts = await open.fill(confirmIrreversible(plan), 'Rosa Lindqvist')
  expect(receipts.map(({ label, outcome, irreversible }) => [label, outcome, irreversible])).toEqual([
    ['Affect', 'written', undefined],
    ['Mood', 'written', true],
  ])
  expect((await open.undo()).map(said)).toEqual([
    ['Affect', 'written', undefined],
    ['Mood', 'refused', 'irreversible'],
  ])
  // The undo above has already reported that the choice in Mood cannot be removed. So this undo has nothing left to do.
  expect(await open.undo()).toEqual([])
  const boxes = await open.page.$$eval('[role=combobox]', (all) =>
    all.map((box) => [box.textContent, box.getAttribute('aria-expanded')]),
  )
  expect(boxes).toEqual([
    ['Select…', 'false'],
    ['Low', 'false'],
  ])
  expect(await open.page.evaluate(() => (window as unknown as { presses: string[] }).presses)).toEqual([])
  await open.page.close()
})

test('the filler itself refuses an unconfirmed permanent choice, even if the plan does not mention it; the last fill can still be undone', async () => {
  const open = await opened(`${list('Mood', ['Low', 'High'])}<p><label>Plan <input name="plan"></label></p>`)
  const reading = await fieldsOf(open)
  const [{ irreversible: _, ...mood } = never(), plan = never()] = planFill(reading, [
    { label: 'Mood', value: ['low'] },
    { label: 'Plan', value: ['Sleep diary'] },
  ]).writes
  const whole = { ...planFill(reading, []), writes: [plan] }
  expect((await open.fill(whole, 'Rosa Lindqvist')).map(said)).toEqual([['Plan', 'written', undefined]])
  expect((await open.fill({ ...whole, writes: [mood] }, 'Rosa Lindqvist')).map(said)).toEqual([
    ['Mood', 'refused', 'irreversible'],
  ])
  expect(await open.page.$eval('#Mood', (box) => box.textContent)).toBe('Select…')
  expect((await open.undo()).map(said)).toEqual([['Plan', 'written', undefined]])
  await open.page.close()
})

test('the search box that a widget adds to its hidden select is no field of the form', async () => {
  const select = (name: string) =>
    `<label for="${name}">${name}</label><select multiple id="${name}" name="${name}" style="position: absolute; width: 1px; clip: rect(0 0 0 0)"><option>Alcohol</option></select>`
  const open = await opened(
    `<p>${select('Substances')}<span class="select2 select2-container"><textarea class="select2-search__field"></textarea></span></p>`,
  )
  expect((await fieldsOf(open)).fields.map(({ label, kind }) => [label, kind])).toEqual([
    ['Substances', 'multiple_choice'],
  ])
  await open.page.close()
})

/**
 * A list of several choices as some libraries draw it: its options with a role are only read aloud, those that are seen
 * have none, and the chips stand before the input. A second press on an option removes the choice.
 */
const drawnSeveral = (chosen: string[], options: string[]) => `
  <p><label for="goals">Goals</label> <span id="box">${chosen.map((each) => `<span class="tag">${each}</span>`).join('')}<input id="goals" role="combobox" aria-expanded="false" aria-controls="goals-aloud" readonly></span></p>
  <p>Affect <input name="affect"></p>
  <div id="layer" style="display: none"><div id="goals-aloud" role="listbox" aria-multiselectable="true" style="width: 0; height: 0; overflow: hidden"><div role="option">${options[0]}</div></div>
  ${options.map((each) => `<div class="item-option">${each}</div>`).join('')}</div>
  <script>
    const input = document.querySelector('#goals')
    const layer = document.querySelector('#layer')
    const show = (open) => { layer.style.display = open ? '' : 'none'; input.setAttribute('aria-expanded', String(open)) }
    input.addEventListener('mousedown', () => show(true))
    input.addEventListener('click', (event) => event.stopImmediatePropagation())
    input.addEventListener('keydown', ({ key }) => key === 'Escape' && show(false))
    layer.addEventListener('click', ({ target }) => {
      if (!target.matches('.item-option')) return
      const chip = [...document.querySelectorAll('.tag')].find(({ textContent }) => textContent === target.textContent)
      if (chip) chip.remove()
      else input.insertAdjacentHTML('beforebegin', '<span class="tag">' + target.textContent + '</span>')
    })
  </script>`

test('options that are only read aloud are not pressed: those that are seen are, and undo removes them', async () => {
  const open = await opened(drawnSeveral(['Work'], ['Sleep', 'Work', 'Family']))
  const reading = await fieldsOf(open)
  expect(reading.fields.map(({ label, value }) => [label, value])).toEqual([
    ['Goals', ['Work']],
    ['Affect', []],
  ])
  const plan = planFill(reading, [{ label: 'Goals', value: ['Sleep', 'Family'] }])
  expect(plan.writes[0]?.occupied).toBe(true)
  const chips = () => open.page.$$eval('.tag', (all) => all.map(({ textContent }) => textContent))
  expect((await open.fill(plan, 'Rosa Lindqvist')).map(said)).toEqual([['Goals', 'written', undefined]])
  expect([await chips(), await open.page.$eval('#layer', (layer) => layer.checkVisibility())]).toEqual([
    ['Sleep', 'Family'],
    false,
  ])
  expect((await open.undo()).map(said)).toEqual([['Goals', 'written', undefined]])
  expect(await chips()).toEqual(['Work'])
  await open.page.close()
})

test('check boxes of a group that a label or an attribute names are one question', async () => {
  const boxes = ['Anxiety', 'Pain'].map((each) => `<div><label><input type="checkbox"> ${each}</label></div>`).join('')
  const open = await opened(
    `<p><label for="symptoms">Symptoms</label></p><div role="group" id="symptoms">${boxes}</div>
    <p id="risks">Risks</p><div role="group" aria-labelledby="risks">${boxes}</div>`,
  )
  expect((await fieldsOf(open)).fields.map(({ label, kind, options }) => [label, kind, options])).toEqual([
    ['Symptoms', 'multiple_choice', ['Anxiety', 'Pain']],
    ['Risks', 'multiple_choice', ['Anxiety', 'Pain']],
  ])
  await open.page.close()
})
