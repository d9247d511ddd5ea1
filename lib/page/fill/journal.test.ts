// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { answerFor, control, openForm, said } from '../../../tests/ehr-pages/form-in-memory.ts'
import { beginFill, endUndo, type Journal, type JournalEntry } from './journal.ts'

const entry = (label: string): JournalEntry => ({
  fieldId: label,
  label,
  section: '',
  kind: 'text',
  controls: [],
  halves: [],
  drawn: null,
  states: [{ text: '' }],
  kept: [],
  key: label,
  before: [],
  after: ['ours'],
})
const rosa = { name: 'Rosa Lindqvist', identifier: '2019-77' }
const page = { url: '/notes/1', patient: rosa, encounter: '1' }
const empty = (): Journal => ({ id: '', url: '', patient: null, encounter: '', entries: [], effects: [] })

/** Starts fills of one field each, and returns the journal after the last one. */
function filled(...fills: [label: string, at?: typeof page][]): Journal {
  const journal = empty()
  for (const [label, at = page] of fills) {
    beginFill(journal, at)
    journal.entries.push(entry(label))
  }
  return journal
}

/** Undoes one fill after the other, and returns the labels that each undo applied to. */
function undone(journal: Journal): string[][] {
  const fills: string[][] = []
  while (journal.entries.length > 0) {
    fills.push(journal.entries.map(({ label }) => label))
    journal.entries.length = 0
    endUndo(journal)
  }
  return fills
}

describe('The journal', () => {
  test('undoes the last fill first', () => {
    expect(undone(filled(['Mood'], ['Plan'], ['Goal']))).toEqual([['Goal'], ['Plan'], ['Mood']])
  })

  test('keeps the last 20 fills', () => {
    const labels = Array.from({ length: 30 }, (_none, at) => `Field ${at}`)
    expect(undone(filled(...labels.map((label): [string] => [label]))).flat()).toEqual(labels.slice(10).reverse())
  })

  test('does not keep a fill that wrote nothing', () => {
    const journal = filled(['Mood'])
    beginFill(journal, page)
    beginFill(journal, page)
    journal.entries.push(entry('Plan'))
    expect(undone(journal)).toEqual([['Plan'], ['Mood']])
  })

  test('offers what could not be undone again, together with the fill before', () => {
    const journal = filled(['Mood'], ['Plan'])
    endUndo(journal)
    expect(undone(journal)).toEqual([['Mood', 'Plan']])
  })

  test.each([
    ['another page', { ...page, url: '/notes/2' }],
    ['another visit', { ...page, encounter: '2' }],
    ['another patient', { ...page, patient: { ...rosa, name: 'Theo Marchetti' } }],
  ])('never undoes a fill of %s', (_what, other) => {
    expect(undone(filled(['Mood', other], ['Plan']))).toEqual([['Plan']])
  })
})

describe('An editor or framework', () => {
  test('stores its state before the write, and learns what was written', async () => {
    const options = '<option></option><option value="g1">Group</option>'
    const form = openForm(
      `<form action="/notes/1"><p><label for="kind">Kind</label> <select id="kind" name="kind">${options}</select></p></form>`,
    )
    const asked: string[] = []
    const keys = new Set<string>()
    answerFor(control('kind'), (ask) => {
      if ('key' in ask) keys.add(ask.key)
      if (ask.verb === 'keep' || ask.verb === 'restore') asked.push(`${ask.verb} at “${control('kind').value}”`)
      if (ask.verb === 'note') asked.push(`note ${ask.words.join(', ')}`)
      return { done: ask.verb !== 'same' || control('kind').value === '' }
    })
    expect(said(await form.fill({ Kind: 'group' }))).toEqual(['Kind: written'])
    expect(asked).toEqual(['keep at “”', 'note Group, g1', 'note Group, g1'])
    expect(said(await form.undo())).toEqual(['Kind: written'])
    // The first fill asks the editor to keep its state under a key, and undo uses this key again. The second fill must
    // use another key. Otherwise it would overwrite the state from before the first fill.
    expect(keys.size).toBe(1)
    await form.fill({ Kind: 'group' })
    expect(keys.size).toBe(2)
  })

  test('that has not stored its state is not asked to restore it', async () => {
    const form = openForm('<form action="/notes/1"><p><label for="mood">Mood</label> <input id="mood"></p></form>')
    const asked: string[] = []
    answerFor(control('mood'), ({ verb }) => {
      asked.push(verb)
      return { done: false }
    })
    expect(said(await form.fill({ Mood: 'low' }))).toEqual(['Mood: written'])
    expect(said(await form.undo())).toEqual(['Mood: written'])
    expect(new Set(asked)).toEqual(new Set(['read', 'keep', 'empty']))
  })
})
