import { expect, test } from 'vitest'
import { fieldsOf, waiting, withReading } from './encounter.ts'
import type { PageField, PageReading } from './shapes.ts'

const field = (id: string): PageField => ({
  id,
  label: id,
  section: '',
  kind: 'text',
  options: [],
  value: [],
  names: [],
  rule: 'cell',
  score: 0.8,
})
const page = (encounter: string, part: string, ...ids: string[]): PageReading => ({
  source: 'credible',
  nonce: 'n',
  url: 'https://www.crediblebh.com/',
  patient: null,
  form: { title: `Page ${part}`, identity: part, signed: false, encounter, part },
  fields: ids.map(field),
})

test('the pages of one visit are one document; a page read again is read afresh', () => {
  const first = withReading(null, page('900', '11', 'mood'))
  const both = withReading(first, page('900', '12', 'risk'))
  const again = withReading(both, page('900', '11', 'mood', 'sleep'))
  expect(again && fieldsOf(again).map(({ id }) => id)).toEqual(['mood', 'sleep', 'risk'])
})

test('another visit, or a page of none, begins anew', () => {
  const first = withReading(null, page('900', '11', 'mood'))
  expect(withReading(first, page('901', '11', 'mood'))?.parts).toHaveLength(1)
  expect(withReading(first, { ...page('', '11'), form: { title: 'x', identity: 'x', signed: false } })).toBeNull()
})

test('values for a page that is not loaded wait for it by its title', () => {
  const now = page('900', '12', 'risk')
  const document = withReading(withReading(null, page('900', '11', 'mood')), now)
  if (!document) throw new Error('no document')
  const values = ['mood', 'risk', 'unknown'].map((id) => ({ fieldId: id, label: id, value: ['x'] }))
  expect(waiting(document, now, values).map(({ title, value }) => [title, value.fieldId])).toEqual([
    ['Page 11', 'mood'],
  ])
})
