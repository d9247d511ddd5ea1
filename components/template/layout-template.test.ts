import { describe, expect, test } from 'vitest'
import type { Layout } from '../../lib/contracts/index.ts'
import { fitsFilters, groupsOf, inOrder } from './layout-filters.ts'
import { draftOf, draftWith, templateOf } from './layout-template.ts'

const letter: Layout = {
  _id: '00000000-0000-4000-8000-000000000001',
  name: 'Discharge letter',
  type: 'document',
  source: 'user',
  email: 'owner@clinic.example',
  editors: ['editor@clinic.example'],
  description: 'For the family doctor.',
  instructions: '',
  text: 'Dear [name]',
  config: { multiplePeople: true },
  status: 'ready',
  version: 1,
  createdAt: '2026-11-21T09:00:00.000Z',
  updatedAt: '2026-11-21T09:00:00.000Z',
}
const { text: _text, ...shared } = letter
const note: Layout = { ...shared, name: 'Note', source: 'kipu', group: 'Outpatient', fields: [] }

describe('a layout in the editor', () => {
  test('a text-based layout remains one while only its text, name and instructions change', () => {
    const template = templateOf(letter)
    const edited = {
      ...template,
      name: 'Letter',
      fields: template.fields.map((field) => ({ ...field, text: 'To [name]' })),
    }
    expect(draftWith(letter, edited as typeof template)).toEqual({
      ...draftOf(letter),
      name: 'Letter',
      text: 'To [name]',
    })
  })

  test('a second field, or a field with more than a text, makes it field-based, so that nothing is lost', () => {
    const template = templateOf(letter)
    const added = { ...template, fields: [...template.fields, { id: 'a', name: 'A', type: 'boolean' as const }] }
    expect(draftWith(letter, added)).toMatchObject({ fields: added.fields })
    const told = { ...template, fields: template.fields.map((field) => ({ ...field, instructions: 'Short.' })) }
    expect(draftWith(letter, told)).toMatchObject({ fields: told.fields })
    expect(draftWith(letter, told)).not.toHaveProperty('text')
  })

  test('a group or a language that was removed is not stored again', () => {
    const spanish = { ...note, language: 'es' }
    expect(draftWith(spanish, templateOf(spanish))).toMatchObject({ group: 'Outpatient', language: 'es' })
    const { group: _group, language: _language, ...template } = templateOf(spanish)
    expect(draftWith(spanish, template)).not.toHaveProperty('group')
    expect(draftWith(spanish, template)).not.toHaveProperty('language')
  })
})

describe('the list while the server is unreachable', () => {
  const mine = 'owner@clinic.example'
  test('search covers names and groups, and ignores case', () => {
    expect(fitsFilters(note, { search: 'OUTP' }, mine)).toBe(true)
    expect(fitsFilters(letter, { search: 'outp' }, mine)).toBe(false)
  })
  test('group, source and access narrow together', () => {
    expect(fitsFilters(note, { group: 'Outpatient', source: 'kipu', access: 'owner' }, mine)).toBe(true)
    expect(fitsFilters(note, { group: 'Outpatient', source: 'kipu', access: 'owner' }, 'editor@clinic.example')).toBe(
      false,
    )
    expect(fitsFilters(note, { source: 'user' }, mine)).toBe(false)
  })
  test('groups are counted by name; the page’s own templates come first', () => {
    expect(groupsOf([note, letter, { ...note, group: 'IOP' }, note])).toEqual([
      { name: 'IOP', count: 1 },
      { name: 'Outpatient', count: 2 },
    ])
    expect(inOrder([letter, note], 'kipu').map(({ name }) => name)).toEqual(['Note', 'Discharge letter'])
    expect(inOrder([note, letter], null).map(({ name }) => name)).toEqual(['Discharge letter', 'Note'])
  })
})
