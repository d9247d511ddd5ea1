import { describe, expect, test } from 'vitest'
import { layoutDraft } from '../../../lib/contracts/index.ts'
import { driftSince } from '../../../lib/page/form/drift.ts'
import { dynamicFields } from '../../../lib/page/form/form-layout.ts'
import { savedOfLayout } from '../../../lib/page/form/saved-form.ts'
import type { PageField, PageReading } from '../../../lib/page/shapes.ts'
import { chosenLayout, driftWords, isUnsure, noChoices, offeredNames, standingValues } from './draft.ts'

const field = (id: string, given: Partial<PageField> = {}): PageField => ({
  id,
  label: id,
  section: '',
  kind: 'long_text',
  options: [],
  value: [],
  names: [id],
  rule: 'accessible',
  score: 0.9,
  ...given,
})
const reading: PageReading = {
  source: 'kipu',
  nonce: 'n',
  url: 'https://chart.example',
  patient: null,
  form: { title: 'Session note', identity: 'f', signed: false },
  fields: [
    field('Themes', { kind: 'multiple_choice', options: ['Grief', 'Other'], value: ['Grief'] }),
    field('other', { label: 'Themes: Other', kind: 'text' }),
    field('box', {
      label: 'txt4',
      score: 0.3,
      candidates: [
        { text: 'txt4', rule: 'name', score: 0.3 },
        { text: 'Plan', rule: 'geometry', score: 0.3 },
      ],
    }),
  ],
}
const draft = (choices = noChoices, name = '') => chosenLayout(reading, name, choices)

describe('a template from a form', () => {
  test('keeps the form’s fields and its source, and is valid for the server', () => {
    expect(draft()).toMatchObject({ name: 'Session note', source: 'kipu' })
    expect(layoutDraft.parse(draft()).fields?.map(({ id }) => id)).toEqual(['Themes', 'other', 'box'])
  })

  test('has the names that the clinician gave; a cleared name becomes the page’s', () => {
    const named = draft({ dropped: new Set(), names: { box: ' Plan ', other: '  ' } }, ' My note ')
    expect(named?.name).toBe('My note')
    expect(named?.fields?.map(({ name }) => name)).toEqual(['Themes', 'Themes: Other', 'Plan'])
  })

  test('leaves out dropped fields, with the conditions on them', () => {
    expect(draft()?.fields?.[1]?.condition).toEqual({ id: 'Themes', contains: 'Other' })
    const [themes, other, box] = draft({ dropped: new Set(['Themes']), names: {} })?.fields ?? []
    expect([themes?.disabled, other?.disabled, box?.disabled]).toEqual([true, undefined, undefined])
    expect(other).not.toHaveProperty('condition')
    expect(draft({ dropped: new Set(['Themes', 'other', 'box']), names: {} })).toBeNull()
  })

  test('cannot be made from a signed form', () => {
    const signed = { ...reading, form: { title: 'Session note', identity: 'f', signed: true } }
    expect(chosenLayout(signed, '', noChoices)).toBeNull()
  })
})

test('a field without a label is asked only after the clinician has named it', () => {
  const unnamed = { ...reading, fields: [...reading.fields, field('blank', { label: '', score: 0 })] }
  const last = (names: Record<string, string>) =>
    chosenLayout(unnamed, '', { dropped: new Set(), names })?.fields?.at(-1)
  expect(last({})).toMatchObject({ id: 'blank', disabled: true })
  expect(last({ blank: ' Family notes ' })).toMatchObject({ id: 'blank', name: 'Family notes' })
  expect(last({ blank: 'Family notes' })).not.toHaveProperty('disabled')
  expect(dynamicFields(unnamed).map(({ id }) => id)).not.toContain('blank')
  const saved = savedOfLayout(draft() ?? {})
  expect(driftSince(saved, unnamed)).toBeNull()
})

test('a label that the page hardly shows is marked as uncertain, and its other candidates are offered', () => {
  expect(reading.fields.map(isUnsure)).toEqual([false, false, true])
  expect(reading.fields.map(offeredNames)).toEqual([['Themes'], ['Themes: Other'], ['txt4', 'Plan']])
})

test('a form is the same if one of its fields was dropped from the template', () => {
  const saved = savedOfLayout(draft({ dropped: new Set(['box']), names: {} }) ?? {})
  expect(driftSince(saved, reading)).toBeNull()
})

test('a changed form shows what is new, gone and renamed, and only that', () => {
  expect(driftWords({ added: [1, 2], gone: [1], renamed: [1] })).toBe('2 new, 1 gone, 1 renamed')
  expect(driftWords({ added: [], gone: [1], renamed: [] })).toBe('1 gone')
})

test('only filled fields count as values of the page', () => {
  expect(standingValues(reading)).toEqual([{ id: 'Themes', label: 'Themes', value: 'Grief' }])
})

test('a date of a field with the day first is given as an ISO date, any other value as the page shows it', () => {
  const given = (value: string, format: string) =>
    standingValues({ fields: [field('Seen', { kind: 'date', format, value: [value] })] }).map((each) => each.value)
  expect(given('04/03/2026', 'DD/MM/YYYY')).toEqual(['2026-03-04'])
  expect(given('04.03.2026 14:05', 'DD.MM.YYYY HH:mm')).toEqual(['2026-03-04 14:05'])
  expect(given('in March', 'DD/MM/YYYY')).toEqual(['in March'])
  expect(given('04/03/2026', 'MM/DD/YYYY')).toEqual(['04/03/2026'])
})
