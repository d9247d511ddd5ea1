import { describe, expect, test } from 'vitest'
import type { Layout } from '../../lib/contracts/index.ts'
import { layoutAccess } from '../../lib/template/index.ts'
import { accessSentences, creditText, generatingText, tooltipLines } from './layout-words.ts'

const layout: Layout = {
  _id: '00000000-0000-4000-8000-000000000001',
  name: 'DAP note',
  type: 'other',
  source: 'user',
  email: 'owner@clinic.example',
  editors: ['editor@clinic.example'],
  group: 'Outpatient',
  directoryName: 'Northside',
  description: 'Short paragraphs.',
  instructions: '',
  fields: [],
  config: {},
  status: 'ready',
  version: 1,
  createdAt: '2026-11-21T09:00:00.000Z',
  updatedAt: '2026-11-21T09:00:00.000Z',
}

describe('the words of a layout card (product 2.26, 6.1)', () => {
  test('access is one of four sentences', () => {
    const said = (email: string, of = layout) => accessSentences[layoutAccess(of, email)]
    expect(said('owner@clinic.example')).toBe('This template was created by you')
    expect(said('editor@clinic.example')).toBe('You have editor access to this template')
    expect(said('someone@clinic.example')).toBe('You have view-only access to this template')
    expect(said('owner@clinic.example', { ...layout, email: undefined })).toBe('This is a public template')
  })

  test('the credit is named after the type', () => {
    expect(creditText({ type: 'document' })).toBe('1 Document Credit')
    expect(creditText({ type: 'other' })).toBe('1 Dictation/Session Credit')
  })

  test('a layout that is being made shows its status text, or Loading... if there is none', () => {
    expect(generatingText({ statusText: 'Reading your example note…' })).toBe('Reading your example note…')
    expect(generatingText({})).toBe('Loading...')
  })

  test('the tooltip lists group, directory, email, source, kind and description in this order', () => {
    expect(tooltipLines(layout)).toEqual([
      'Outpatient',
      'Northside',
      'owner@clinic.example',
      'Created Manually',
      'Field-Based Template',
      'Short paragraphs.',
    ])
    const text: Layout = {
      ...layout,
      group: undefined,
      directoryName: undefined,
      email: undefined,
      source: 'kipu',
      fields: undefined,
      text: 'Dear [name]',
      description: '',
    }
    expect(tooltipLines(text)).toEqual(['Kipu', 'This is a public template', 'Text-Based Template'])
  })
})
