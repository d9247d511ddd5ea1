import { expect, test } from 'vitest'
import type { PageField, PageReading } from '../shapes.ts'
import { elsewhereOf, isWhole, pageOf, wholeForm, withReading } from './encounter.ts'

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

const idsOf = ({ fields }: { fields: PageField[] }) => fields.map(({ id }) => id)
/**
 * Reads the pages one after another, and returns the reading of the last page. Its `elsewhere` contains the earlier
 * pages.
 */
function after(...pages: PageReading[]): PageReading {
  const last = pages.at(-1)
  if (!last) throw new Error('No page.')
  let known: ReturnType<typeof withReading> = null
  for (const each of pages) known = withReading(known, each)
  return { ...last, elsewhere: elsewhereOf(known, last) }
}

test('the pages of one visit form one form; a page that is read again replaces its earlier reading', () => {
  const reading = after(page('900', '11', 'mood'), page('900', '12', 'risk'), page('900', '11', 'mood', 'sleep'))
  expect(idsOf(reading)).toEqual(['mood', 'sleep'])
  expect(idsOf(wholeForm(reading)).sort()).toEqual(['mood', 'risk', 'sleep'])
  expect(wholeForm(reading).form?.title.split(', ').sort()).toEqual(['Page 11', 'Page 12'])
})

test('the pages are in the document’s own order if the document gives one', () => {
  const listed = (reading: PageReading): PageReading => ({
    ...reading,
    form: reading.form && { ...reading.form, parts: ['12', '11', '13'] },
  })
  const reading = after(listed(page('900', '11', 'mood')), listed(page('900', '12', 'risk')))
  expect(idsOf(wholeForm(reading))).toEqual(['risk', 'mood'])
  expect(isWhole(reading)).toBe(false)
  const all = after(...['11', '12', '13'].map((part) => listed(page('900', part, part))))
  expect(isWhole(all)).toBe(true)
})

test('another visit, or a page without one, starts again', () => {
  expect(after(page('900', '11', 'mood'), page('901', '12', 'risk')).elsewhere).toEqual([])
  const none = { ...page('', '11'), form: { title: 'x', identity: 'x', signed: false } }
  expect(withReading(withReading(null, page('900', '11', 'mood')), none)).toBeNull()
  expect(isWhole(none)).toBe(true)
})

test('no answers are stored', () => {
  const answered = page('900', '11', 'mood')
  const [mood] = answered.fields
  if (mood) mood.value = ['Anxious']
  expect(JSON.stringify(withReading(null, answered))).not.toContain('Anxious')
})

test('a field of another page has the identity that it has on that page', () => {
  const reading = after(page('900', '11', 'mood'), page('900', '12', 'risk'))
  expect(pageOf(reading, 'mood')?.title).toBe('Page 11')
  expect(pageOf(reading, 'risk')).toBeNull()
})
