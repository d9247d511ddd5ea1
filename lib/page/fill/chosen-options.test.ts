// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { control, openForm, said } from '../../../tests/ehr-pages/form-in-memory.ts'

const list = (options: string, more = '') =>
  `<form action="/notes/1"><p><label for="kind">Kind</label> <select id="kind" name="kind" ${more}>${options}</select></p></form>`
const kind = () => control<HTMLSelectElement>('kind')
const chosen = () => [...kind().selectedOptions].map(({ text }) => text)
const two = '<option>Group</option><option>Single</option>'

/**
 * Records what a script of the page would store. At each `change` event of the list “kind”, adds the value of the list
 * to the returned array.
 */
function stored(): string[] {
  const told: string[] = []
  kind().addEventListener('change', () => told.push(kind().value))
  return told
}

describe('A list of options without an empty one, in which nothing is chosen', () => {
  test('has nothing chosen again after undo, and the page hears of it', async () => {
    const page = openForm(list(two))
    kind().selectedIndex = -1
    const told = stored()
    expect(said(await page.fill({ Kind: 'single' }))).toEqual(['Kind: written'])
    expect(said(await page.undo())).toEqual(['Kind: written'])
    expect([kind().selectedIndex, told]).toEqual([-1, ['Single', '']])
    expect(page.journal.entries).toEqual([])
  })

  test('has nothing chosen again if the page does not keep the choice', async () => {
    const page = openForm(list(two))
    kind().selectedIndex = -1
    const told = stored()
    kind().addEventListener('change', () => {
      if (kind().value === 'Single') kind().value = 'Group'
    })
    expect(said(await page.fill({ Kind: 'single' }))).toEqual(['Kind: failed rejected-by-page'])
    expect([kind().selectedIndex, told.at(-1)]).toEqual([-1, ''])
    expect(page.journal.entries).toEqual([])
  })

  test.each([
    ['an unknown one, as AngularJS has', '<option value="? undefined:undefined ?" selected></option>'],
    ['“Select…”', '<option value="" selected>Select…</option>'],
  ])('has nothing chosen again if the page has removed %s after the choice', async (_what, first) => {
    const page = openForm(list(first + two))
    const told = stored()
    kind().addEventListener('change', () => {
      if (kind().options.length > 2) kind().options[0]?.remove()
    })
    expect(said(await page.fill({ Kind: 'single' }))).toEqual(['Kind: written'])
    expect(kind().options).toHaveLength(2)
    expect(said(await page.undo())).toEqual(['Kind: written'])
    expect([kind().selectedIndex, told]).toEqual([-1, ['Single', '']])
  })
})

describe('Undo of a list of options', () => {
  test('chooses the earlier option, although the page has removed another one meanwhile', async () => {
    const page = openForm(list(`<option value="">Select…</option>${two}<option>Family</option>`))
    kind().value = 'Group'
    kind().addEventListener('change', () => kind().querySelector('[value=""]')?.remove())
    expect(said(await page.fill({ Kind: 'family' }))).toEqual(['Kind: written'])
    expect(said(await page.undo())).toEqual(['Kind: written'])
    expect(chosen()).toEqual(['Group'])
  })

  test('chooses the earlier one of two equal options', async () => {
    const group = (label: string) => `<optgroup label="${label}"><option>Other</option></optgroup>`
    const page = openForm(list(`${two}${group('Here')}${group('Away')}`))
    kind().selectedIndex = 3
    expect(said(await page.fill({ Kind: 'single' }))).toEqual(['Kind: written'])
    expect(said(await page.undo())).toEqual(['Kind: written'])
    expect(kind().selectedIndex).toBe(3)
  })

  test('chooses the earlier empty option, otherwise another empty option or “Select…”', async () => {
    const blanks = '<option value="0">Please select</option><option value="">None</option><option value=""></option>'
    for (const [before, after] of [
      [0, 0],
      [2, 2],
      [-1, 1],
    ] as const) {
      const page = openForm(list(blanks + two))
      kind().selectedIndex = before
      expect(said(await page.fill({ Kind: 'single' }))).toEqual(['Kind: written'])
      expect(said(await page.undo())).toEqual(['Kind: written'])
      expect(kind().selectedIndex).toBe(after)
    }
    const page = openForm(list(`<option value="0">Please select</option>${two}`))
    kind().selectedIndex = -1
    await page.fill({ Kind: 'single' })
    expect(said(await page.undo())).toEqual(['Kind: written'])
    expect(kind().selectedIndex).toBe(0)
  })

  test('says so if the page chooses another option itself', async () => {
    const page = openForm(list(two))
    kind().selectedIndex = -1
    await page.fill({ Kind: 'single' })
    kind().addEventListener('change', () => {
      if (kind().selectedIndex === -1) kind().selectedIndex = 0
    })
    expect(said(await page.undo())).toEqual(['Kind: failed rejected-by-page'])
  })

  test('with several choices restores exactly the earlier ones, also none', async () => {
    for (const before of [[], ['Group', 'Family']]) {
      const page = openForm(list(`<option value="">Any</option>${two}<option>Family</option>`, 'multiple'))
      for (const option of kind().options) option.selected = before.includes(option.text)
      kind().addEventListener('change', () => kind().querySelector('[value=""]')?.remove())
      expect(said(await page.fill({ Kind: ['Single', 'Family'] }))).toEqual(['Kind: written'])
      expect(said(await page.undo())).toEqual(['Kind: written'])
      expect(chosen()).toEqual(before)
    }
  })
})
