import { describe, expect, test } from 'vitest'
import type { Template } from '../../../lib/contracts/index.ts'
import { differencesOf } from './differences.ts'
import { same } from './same.ts'

const mine: Template = {
  id: 't',
  name: 'DAP note',
  instructions: 'Short.',
  fields: [
    { id: 'data', name: 'Data', type: 'string' },
    { id: 'risk', name: 'Risk', type: 'boolean' },
  ],
}

describe('the templates of two people', () => {
  test('the order of keys and undefined keys do not count as differences', () => {
    expect(same({ a: 1, b: [{ c: 2, d: undefined }] }, { b: [{ c: 2 }], a: 1 })).toBe(true)
    expect(same([1, 2], [2, 1])).toBe(false)
    expect(same([], {})).toBe(false)
    expect(same(null, {})).toBe(false)
  })
  test('a template does not differ from itself', () => {
    expect(differencesOf(mine, structuredClone(mine))).toEqual([])
  })
  test('name, group, language, instructions, fields and their order are compared', () => {
    const theirs: Template = {
      ...mine,
      name: 'DAP',
      group: 'Outpatient',
      language: 'es',
      instructions: '',
      fields: [
        { id: 'risk', name: 'Risk', type: 'boolean', instructions: 'Only if said.' },
        { id: 'data', name: 'Data', type: 'string', format: 'bullet' },
        { id: 'plan', name: 'Plan', type: 'string' },
      ],
    }
    expect(differencesOf(mine, theirs)).toEqual([
      { where: 'Name', mine: 'DAP note', theirs: 'DAP' },
      { where: 'Group', mine: 'Empty', theirs: 'Outpatient' },
      { where: 'Template Instructions', mine: 'Short.', theirs: 'Empty' },
      { where: 'Language of the note', mine: 'The language of the session', theirs: 'Spanish' },
      { where: 'Data', mine: 'Your settings', theirs: 'Their settings' },
      { where: 'Risk', mine: 'Empty', theirs: 'Only if said.' },
      { where: 'Plan', mine: 'Is not there', theirs: 'Is there' },
      { where: 'Order of the fields', mine: 'Data, Risk', theirs: 'Risk, Data' },
    ])
  })
})
