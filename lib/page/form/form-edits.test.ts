import { expect, test } from 'vitest'
import { formEdits } from '../../contracts/index.ts'
import type { PageField, PageReading } from '../shapes.ts'
import { editedFields, withFormEdit } from './form-edits.ts'

const field = (id: string, more: Partial<PageField> = {}): PageField => ({
  id,
  label: id,
  section: '',
  kind: 'long_text',
  options: [],
  value: [],
  names: [id],
  rule: 'site',
  score: 0.95,
  ...more,
})
const mood = field('mood', { kind: 'single_choice', options: ['Low', 'Even'] })
const readingOf = (fields: PageField[], identity = 'f'): PageReading => ({
  source: 'kipu',
  nonce: 'n',
  url: 'https://demo.kipuworks.com/',
  patient: null,
  form: { title: 'Note', identity, signed: false },
  fields,
})
const form = readingOf([mood, field('sleep'), field('plan')])
/** Simulates storing the edits and reading them back. */
const stored = (edits: unknown) => formEdits.parse(JSON.parse(JSON.stringify(edits)))
const of = (reading: PageReading, edits: ReturnType<typeof stored>, id: string) =>
  editedFields(reading, edits).find((each) => each.id === id)

const condition = { id: 'mood', equals: 'Low' }
const edits = stored(
  withFormEdit([], form, { id: 'plan', name: 'plan', instructions: 'Only the next two weeks.', condition }),
)

test('edits of a field of a form are there when the form is opened for any patient', () => {
  expect(of(form, edits, 'plan')).toEqual({
    id: 'plan',
    name: 'plan',
    instructions: 'Only the next two weeks.',
    condition,
  })
  expect(of(form, edits, 'sleep')).toEqual({ id: 'sleep', name: 'sleep' })
})

test('another form with the same field does not have these edits', () => {
  expect(of(readingOf(form.fields, 'g'), edits, 'plan')).toEqual({ id: 'plan', name: 'plan' })
})

test('a later edit of the field replaces the earlier one; an edit that removes everything stays empty', () => {
  const again = stored(withFormEdit(edits, form, { id: 'plan', name: 'plan', instructions: 'In one sentence.' }))
  expect(again).toHaveLength(1)
  expect(of(form, again, 'plan')).toEqual({ id: 'plan', name: 'plan', instructions: 'In one sentence.' })
  const none = stored(withFormEdit([], form, { id: 'mood', name: 'mood' }))
  expect(of(form, none, 'mood')).toEqual({ id: 'mood', name: 'mood' })
})

test('a field whose control now has other options gets these, together with the stored edits', () => {
  const written = stored(
    withFormEdit([], form, { id: 'mood', name: 'mood', instructions: 'One of: Low; Even. As the client says it.' }),
  )
  const more = readingOf([{ ...mood, options: ['Low', 'Even', 'High'] }, field('plan')])
  expect(of(more, written, 'mood')?.instructions).toBe('One of: Low; Even; High. As the client says it.')
})

test('a field is recognised when its label is read differently; a condition on a missing field is dropped', () => {
  const renamed = readingOf([mood, field('plan', { id: 'plan', label: 'Treatment plan' })])
  expect(of(renamed, edits, 'plan')).toMatchObject({ instructions: 'Only the next two weeks.', condition })
  expect(of(readingOf([field('plan')]), edits, 'plan')).toEqual({
    id: 'plan',
    name: 'plan',
    instructions: 'Only the next two weeks.',
  })
})
