import { describe, expect, test } from 'vitest'
import { layoutDraft } from '../../contracts/index.ts'
import type { PageField, PageReading } from '../shapes.ts'
import { hash } from '../words.ts'
import { driftOf, driftSince, driftState, formToKeep, layoutsOfForm, leadsAstray } from './drift.ts'
import { formLayout } from './form-layout.ts'
import { savedOfLayout } from './saved-form.ts'

const field = (label: string, more: Partial<PageField> = {}): PageField => ({
  id: `${label.toLowerCase().replace(/\W+/g, '-')}-x`,
  label,
  section: '',
  kind: 'text',
  options: [],
  value: [],
  names: [label],
  rule: 'site',
  score: 0.95,
  ...more,
})
const form = [field('Mood'), field('Sleep'), field('Plan'), field('Goal')]
const readingOf = (fields: PageField[]): PageReading => ({
  source: 'credible',
  nonce: 'n',
  url: 'https://www.crediblebh.com/',
  patient: null,
  form: { title: 'Progress', identity: 'f', signed: false },
  fields,
})
/** The saved template's form data, after the round trip through the server's JSON. */
const savedFrom = (fields: PageField[]) =>
  savedOfLayout(layoutDraft.parse(JSON.parse(JSON.stringify(formLayout(readingOf(fields))))))
const saved = savedFrom(form)

describe('A saved form compared with the present form', () => {
  test('nothing changed: the status is same, in any order, and new read-only fields do not count', () => {
    expect(driftOf(saved, form).status).toBe('same')
    expect(driftOf(saved, [...form].reverse()).status).toBe('same')
    expect(driftOf(saved, [...form, field('Total', { locked: 'scored' })]).status).toBe('same')
  })

  test('reports which fields are new, gone and renamed', () => {
    const today = [field('Mood'), field('Sleep'), field('Treatment plan', { names: ['Plan'] }), field('Safety')]
    const drift = driftOf(saved, today)
    expect(drift.status).toBe('changed')
    expect(drift.added.map(({ label }) => label)).toEqual(['Safety'])
    expect(drift.gone.map(({ label }) => label)).toEqual(['Goal'])
    expect(drift.renamed.map(({ from, to }) => [from.label, to.label])).toEqual([['Plan', 'Treatment plan']])
  })

  test('a control that keeps its name and has another label is renamed, not another field', () => {
    const today = [...form.slice(0, 3), field('Aims of treatment', { id: 'goal-x', names: ['Goal'] })]
    const drift = driftOf(saved, today)
    expect(drift).toMatchObject({ status: 'changed', added: [], gone: [] })
    expect(drift.renamed.map(({ from, to }) => [from.label, to.label])).toEqual([['Goal', 'Aims of treatment']])
  })

  test('a label that is read from other words of the same page is no change', () => {
    const candidates = [
      { text: 'Aims of treatment', rule: 'cell' as const, score: 0.9 },
      { text: 'Goal', rule: 'block' as const, score: 0.6 },
    ]
    const read = field('Aims of treatment', { id: 'goal-x', names: ['Goal'], candidates })
    expect(driftOf(saved, [...form.slice(0, 3), read]).status).toBe('same')
    // These fields differ only in their labels. An id then contains a hash of the label, so a changed label changes the
    // id.
    const alike = (label: string, at: number, more: Partial<PageField> = {}) =>
      field(label, { id: `q-x.${hash(label).slice(-4)}`, names: [`q_${at}`], ...more })
    const before = [alike('Mood', 1), alike('Sleep', 2), alike('Goal', 3)]
    const now = [alike('Mood', 1), alike('Sleep', 2), alike('Aims of treatment', 3, { candidates })]
    expect(driftOf(savedFrom(before), now)).toMatchObject({ status: 'same', renamed: [] })
  })

  test('if two fields could be the renamed one, neither is reported as renamed', () => {
    const today = [
      field('Mood'),
      field('Sleep'),
      field('Goal'),
      field('Plan of care', { id: 'a', names: ['p1'] }),
      field('Care plan', { id: 'b', names: ['p2'] }),
    ]
    const drift = driftOf(
      saved.map((each) => (each.label === 'Plan' ? { ...each, label: 'Plan care', controlName: 'p' } : each)),
      today,
    )
    expect(drift.renamed).toEqual([])
    expect(drift.gone.map(({ label }) => label)).toEqual(['Plan care'])
    expect(drift.added).toHaveLength(2)
  })

  test('a choice with other options is another field', () => {
    const choice = field('Affect', { kind: 'single_choice', options: ['Full', 'Flat'] })
    const other = field('Affect', { id: 'affect-y', kind: 'single_choice', options: ['Full', 'Labile'] })
    const drift = driftOf(savedFrom([...form, choice]), [...form, other])
    expect(drift).toMatchObject({ status: 'changed', renamed: [], gone: [{ label: 'Affect' }] })
  })

  test('on one page of several, missing fields may be on another page and are not reported as gone', () => {
    expect(driftOf(saved, form.slice(0, 1), { whole: false })).toMatchObject({ status: 'same', gone: [] })
    expect(driftOf(saved, [field('Mood'), field('Safety')], { whole: false })).toMatchObject({
      status: 'changed',
      added: [{ label: 'Safety' }],
      gone: [],
    })
    expect(driftOf(saved, [field('Weight'), field('Height')], { whole: false }).status).toBe('unknown')
  })

  test('the same change has the same name for every patient; an additional change gives another name', () => {
    const named = { form: { title: 'Progress', identity: 'f', signed: false } }
    const today = [...form.slice(1), field('Safety')]
    const once = driftState(named, driftOf(saved, today))
    expect(driftState(named, driftOf(saved, [...today].reverse()))).toBe(once)
    expect(driftState(named, driftOf(saved, [...today, field('Weight')]))).not.toBe(once)
    expect(driftState({ form: { ...named.form, identity: 'g' } }, driftOf(saved, today))).not.toBe(once)
  })

  test('a form with too few fields in common is unknown', () => {
    expect(driftOf(saved, [field('Weight'), field('Height'), field('Mood')]).status).toBe('unknown')
    expect(driftOf([], form).status).toBe('unknown')
  })
})

describe('A form that is reopened', () => {
  const reading = readingOf(form)

  test('with a new field puts no value into a wrong field; without one of its fields it may', () => {
    expect(driftSince(saved, reading)).toBeNull()
    const more = driftSince(saved, readingOf([...form, field('Safety')]))
    expect(more?.added.map(({ label }) => label)).toEqual(['Safety'])
    expect(more && leadsAstray(more)).toBe(false)
    const fewer = driftSince(saved, readingOf(form.slice(0, 3)))
    expect(fewer && leadsAstray(fewer)).toBe(true)
  })

  test('gives no result for a template that was not made from it, even if a field has the same name', () => {
    expect(driftSince([{ id: 'mine', label: 'Weight' }], reading)).toBeNull()
    expect(driftSince([{ id: 'mine', label: 'Goal' }], reading)).toBeNull()
  })

  test('of several pages compares only the pages that were scanned', () => {
    const several = { title: 'Progress', identity: 'f', signed: false, encounter: '7', part: '1', parts: ['1', '2'] }
    const first = { ...reading, form: several, fields: form.slice(0, 3) }
    expect(driftSince(saved, first)).toBeNull()
    const more = driftSince(saved, { ...first, fields: [...first.fields, field('Safety')] })
    expect(more && [more.added.length, more.gone.length]).toEqual([1, 0])
    const second = (label: string) => [{ part: '2', title: 'Plan', fields: [field(label)] }]
    expect(driftSince(saved, { ...first, elsewhere: second('Goal') })).toBeNull()
    expect(driftSince(saved, { ...first, elsewhere: second('Safety') })?.gone.map(({ label }) => label)).toEqual([
      'Goal',
    ])
  })
})

test('the layout made from a form is offered when the form is reopened, the best match first', () => {
  const reading = readingOf(form)
  const layout = { ...formLayout(reading), source: 'credible' as const }
  const older = { ...layout, fields: layout.fields?.slice(0, 3) }
  const stranger = {
    source: 'credible' as const,
    fields: [{ id: 'weight-x', name: 'Weight', type: 'string' as const }],
  }
  const elsewhere = { ...layout, source: 'kipu' as const }
  const offered = layoutsOfForm([stranger, older, elsewhere, layout], reading)
  expect(offered.map(({ layout: each, drift }) => [each.fields?.length, drift.status])).toEqual([
    [4, 'same'],
    [3, 'changed'],
  ])
  expect(savedOfLayout(layout).map(({ id }) => id)).toEqual(form.map(({ id }) => id))
})

test('a layout that was saved without its form gets the form when all pages of it are open', () => {
  const reading = readingOf(form)
  const { form: known, ...rest } = formLayout(reading) ?? {}
  const earlier = { ...rest, source: 'credible' as const }
  expect(known).toHaveLength(4)
  expect(formToKeep(earlier, reading)).toEqual(known)
  expect(formToKeep({ ...earlier, form: known }, reading)).toBeNull()
  expect(formToKeep(earlier, readingOf([field('Weight')]))).toBeNull()
  const onePage = { title: 'Progress', identity: 'f', signed: false, part: '1', parts: ['1', '2'] }
  expect(formToKeep(earlier, { ...reading, form: onePage })).toBeNull()
})
