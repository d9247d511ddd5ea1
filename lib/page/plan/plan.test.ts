import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dynamicField, layoutDraft } from '../../contracts/index.ts'
import { dynamicFields, formLayout } from '../form/form-layout.ts'
import type { PageField, PageReading } from '../shapes.ts'
import { confirmIrreversible, planFill } from './plan.ts'

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

const reading = (...fields: PageField[]): PageReading => ({
  source: 'kipu',
  nonce: 'n',
  url: 'https://demo.kipuworks.com/patients/1/patient_evaluations/2/edit',
  patient: { name: 'Rosa Lindqvist', identifier: '7' },
  form: { title: 'Note', identity: 'f', signed: false },
  fields,
})

const only = (fields: PageField[], label: string, value: string[], fieldId?: string) => {
  const { writes, refusals } = planFill(reading(...fields), [{ label, value, ...(fieldId && { fieldId }) }])
  return writes[0]?.to ?? refusals[0]?.reason
}

describe('Which field a value is for', () => {
  const fields = [field('Mood'), field('Suicidal Ideation'), field('Sleep', { section: 'Today' })]

  test('the identity decides, whatever the label is', () => {
    expect(
      planFill(reading(...fields), [{ fieldId: 'mood-x', label: 'Something else', value: ['fine'] }]).writes[0]
        ?.fieldId,
    ).toBe('mood-x')
  })
  test('otherwise the same label, ignoring case, colon and star; also with its section before it', () => {
    expect(only(fields, ' MOOD:* ', ['fine'])).toEqual(['fine'])
    expect(only(fields, 'Today sleep', ['fine'])).toEqual(['fine'])
  })
  test('a label with fewer, more or opposite words is not the field', () => {
    expect(only(fields, 'Denies suicidal ideation', ['No'])).toBe('not-found')
    expect(only(fields, 'Moods of others', ['x'])).toBe('not-found')
  })
  test('one different word that matters makes another question, however long the label', () => {
    const long = 'Pain on the left side when bending far forward'
    expect(only([field(long)], long.replace('left', 'right'), ['x'])).toBe('not-found')
    expect(only([field('History of suicide attempts')], 'No history of suicide attempts', ['x'])).toBe('not-found')
    expect(only([field('Plan of care')], 'The plan of care', ['x'])).toEqual(['x'])
  })
  test('a field that is recognised as another answer’s is not found by its label', () => {
    const page = reading(field('Comments', { id: 'comments-a' }))
    const values = [{ label: 'Comments', value: ['x'] }]
    const saved = ['comments-a', 'comments-b'].map((id) => ({ id, label: 'Comments' }))
    expect(planFill(page, values, { saved }).refusals[0]?.reason).toBe('not-found')
    expect(planFill(page, values).writes).toHaveLength(1)
  })
  test('a label that two fields of the template share finds nothing if the page has only one of them', () => {
    const page = reading(field('Comments', { id: 'other-x' }))
    const saved = ['comments-a', 'comments-b'].map((id) => ({ id, label: 'Comments' }))
    const values = [{ fieldId: 'comments-a', label: 'Comments', value: ['x'] }]
    expect(planFill(page, values, { saved }).refusals[0]?.reason).toBe('ambiguous')
  })
  test('if this value could belong to two fields, or two values are for one field, they are refused', () => {
    expect(only([field('Goal', { id: 'g~1' }), field('Goal', { id: 'g~2' })], 'Goal', ['x'])).toBe('ambiguous')
    const twice = planFill(reading(...fields), [
      { label: 'Mood', value: ['a'] },
      { label: 'mood', value: ['b'] },
    ])
    expect(twice.writes).toEqual([])
    expect(twice.refusals.map(({ reason }) => reason)).toEqual(['ambiguous', 'ambiguous'])
  })
  test('an identity that only a number distinguishes from a look-alike is refused when the form is opened again', () => {
    expect(
      only([field('Goal', { id: 'goal-x~a' }), field('Goal', { id: 'goal-x~b' })], 'Goal', ['x'], 'goal-x~c'),
    ).toBe('ambiguous')
  })
  test('a field with a doubtful label is not found by it', () => {
    expect(only([field('ctrl 5', { score: 0.25, rule: 'name' })], 'ctrl 5', ['x'])).toBe('ambiguous')
  })
  test('locked fields are refused with their reason', () => {
    for (const locked of ['read-only', 'signed', 'scored'] as const)
      expect(only([field('A', { locked })], 'A', ['x'])).toBe(locked)
  })
})

describe('The form in which the page expects a value', () => {
  const choice = (kind: PageField['kind'], options: string[]) => [field('Q', { kind, options })]

  test('options: spaces, case, a leading code and punctuation do not count; other differences do', () => {
    const options = ['1-YES', '2-NO', 'More than half the days']
    expect(only(choice('single_choice', options), 'Q', [' yes '])).toEqual(['1-YES'])
    expect(only(choice('single_choice', options), 'Q', ['more than half the days.'])).toEqual([
      'More than half the days',
    ])
    expect(only(choice('single_choice', options), 'Q', ['half the days'])).toBe('no-such-option')
    expect(only(choice('single_choice', ['a b', 'A  B']), 'Q', ['a b'])).toBe('ambiguous')
    expect(only(choice('single_choice', options), 'Q', ['yes', 'no'])).toBe('ambiguous')
  })
  test('options and labels that look equal are ambiguous; one that turns letters around is never certain', () => {
    for (const mark of ['\u200b', '\u2060', '\u00ad', '\u200f']) {
      expect(only(choice('single_choice', ['Yes', `Y${mark}es`]), 'Q', ['Yes'])).toBe('ambiguous')
      expect(only(choice('boolean', ['Yes', `Y${mark}es`, 'No']), 'Q', ['true'])).toBe('ambiguous')
      expect(only(choice('single_choice', [`Y${mark}es`, 'No']), 'Q', ['Yes'])).toEqual([`Y${mark}es`])
      expect(only([field('Mood', { id: 'a' }), field(`Mo${mark}od`, { id: 'b' })], 'Mood', ['low'])).toBe('ambiguous')
    }
    expect(only(choice('single_choice', ['\u202eseY', 'No']), 'Q', ['No'])).toBe('ambiguous')
    expect(only(choice('multiple_choice', ['\u202eseY', 'No']), 'Q', ['No'])).toBe('ambiguous')
    expect(only([field('Mood \u202erehtom')], 'Mood \u202erehtom', ['low'])).toBe('ambiguous')
  })
  test('a text of many words is the same question only as a whole', () => {
    const long = Array.from({ length: 1000 }, (_, at) => `word${at}`).join(' ')
    expect(only([field(long)], long.toUpperCase(), ['low'])).toEqual(['low'])
    expect(only([field(long)], `the ${long}`, ['low'])).toBe('not-found')
  })
  test('several choices are in the page’s order; one that is missing refuses all of them', () => {
    expect(only(choice('multiple_choice', ['A', 'B', 'C']), 'Q', ['c', 'a'])).toEqual(['A', 'C'])
    expect(only(choice('multiple_choice', ['A', 'B']), 'Q', ['a', 'z'])).toBe('no-such-option')
  })
  test('yes and no in any of their spellings, on radios and on a single box', () => {
    expect(only(choice('boolean', ['Yes', 'No']), 'Q', ['false'])).toEqual(['No'])
    expect(only(choice('boolean', []), 'Q', ['TRUE'])).toEqual(['Yes'])
    expect(only(choice('boolean', ['Yes', 'No']), 'Q', ['maybe'])).toBe('no-such-option')
  })
  test('dates take the page’s format', () => {
    expect(only([field('D', { kind: 'date', format: 'M/D/YYYY' })], 'D', ['2026-03-04'])).toEqual(['3/4/2026'])
    expect(only([field('D', { kind: 'date', format: 'M/D/YYYY' })], 'D', ['in two weeks'])).toBe('not-a-date')
    expect(only([field('D', { kind: 'date_time', format: 'MM/DD/YYYY hh:mm A' })], 'D', ['2026-03-04'])).toBe(
      'not-a-date',
    )
  })
  test('a date for a field with the day first has the day first, and is refused where the format is not understood', () => {
    const dayFirst = [field('D', { kind: 'date', format: 'DD/MM/YYYY' })]
    expect(only(dayFirst, 'D', ['2026-03-04'])).toEqual(['04/03/2026'])
    expect(only(dayFirst, 'D', ['04/03/2026'])).toEqual(['04/03/2026'])
    expect(only(dayFirst, 'D', ['03/25/2026'])).toBe('not-a-date')
    expect(only([field('D', { kind: 'date' })], 'D', ['2026-03-04'])).toBe('not-a-date')
  })
  test('a single line stays one line without joining words; too long a text is refused, never cut', () => {
    expect(only([field('T')], 'T', ['one\ntwo'])).toEqual(['one two'])
    expect(only([field('T', { maxLength: 3 })], 'T', ['four'])).toBe('too-long')
    expect(only([field('T', { kind: 'number' })], 'T', ['six'])).toBe('no-such-option')
  })
  test('table cells without words keep the page’s content', () => {
    const table = field('Tab', { kind: 'table', value: ['a', '', '', ''], table: { headers: ['x', 'y'], rows: 2 } })
    expect(only([table], 'Tab', ['', 'b'])).toEqual(['a', 'b', '', ''])
    expect(only([table], 'Tab', ['1', '2', '3'])).toBe('ambiguous')
    expect(only([table], 'Tab', ['1', '2', '3', '4', '5', '6'])).toBe('too-long')
  })
})

test('what was not said writes nothing and clears nothing', () => {
  const plan = planFill(reading(field('Mood', { value: ['calm'] })), [
    { label: 'Mood', value: [] },
    { label: 'Mood', value: [' '] },
  ])
  expect(plan).toMatchObject({ writes: [], refusals: [] })
})

test('a field without a certain answer is refused by name where the page has it, and is never written', () => {
  const plan = planFill(reading(field('Mood', { value: ['calm'] }), field('Plan')), [
    { label: 'Mood', value: [], undecided: true },
    { label: 'Somewhere else', value: [], undecided: true },
    { label: 'Plan', value: ['Rest'] },
  ])
  expect(plan.writes.map(({ label }) => label)).toEqual(['Plan'])
  expect(plan.refusals).toEqual([{ fieldId: 'mood-x', label: 'Mood', to: [], reason: 'undecided' }])
})

test('a choice that undo could not take away is held back by name until it is confirmed; nothing else is', () => {
  const list = { kind: 'single_choice', options: ['Low', 'High'] } as const
  const page = reading(field('Mood', { ...list, options: [...list.options], irreversible: true }), field('Plan'))
  const plan = planFill(page, [
    { label: 'Mood', value: ['low'] },
    { label: 'Plan', value: ['Rest'] },
  ])
  const marksOf = ({ writes }: typeof plan) => writes.map(({ label, irreversible }) => [label, irreversible])
  expect(marksOf(plan)).toEqual([
    ['Mood', 'held-back'],
    ['Plan', undefined],
  ])
  expect(marksOf(confirmIrreversible(plan, (fieldId) => fieldId === 'plan-x'))).toEqual(marksOf(plan))
  expect(marksOf(confirmIrreversible(plan, (fieldId) => fieldId === 'mood-x'))).toEqual([
    ['Mood', 'confirmed'],
    ['Plan', undefined],
  ])
})

test('every non-empty value is written or refused, exactly once, and no field is written twice', () => {
  const fields = ['Mood', 'Sleep', 'Plan', 'Goal', 'Goal'].map((label, at) => field(label, { id: `${label}-${at}` }))
  const value = fc.record({
    label: fc.constantFrom('Mood', 'sleep', 'PLAN', 'Goal', 'Other'),
    value: fc.array(fc.string(), { maxLength: 2 }),
  })
  fc.assert(
    fc.property(fc.array(value, { maxLength: 8 }), (values) => {
      const { writes, refusals } = planFill(reading(...fields), values)
      expect(writes.length + refusals.length).toBe(
        values.filter(({ value }) => value.some((text) => text.trim())).length,
      )
      expect(new Set(writes.map(({ fieldId }) => fieldId)).size).toBe(writes.length)
    }),
  )
})

test('a value for another page of the document waits for that page, and is not written into a look-alike field of this one', () => {
  const form = { title: 'Risk', identity: 'r', signed: false, encounter: '7', part: '2' }
  const mood = { fieldId: 'mood-of-intake', label: 'Mood', value: ['Low'] }
  const here = { ...reading(field('Mood'), field('Plan')), form }
  const seen = {
    ...here,
    elsewhere: [{ part: '1', title: 'Intake', fields: [field('Mood', { id: 'mood-of-intake' })] }],
  }
  const plan = planFill(seen, [mood, { fieldId: 'plan-x', label: 'Plan', value: ['Rest'] }])
  expect(plan.writes.map(({ fieldId }) => fieldId)).toEqual(['plan-x'])
  expect(plan.refusals).toMatchObject([{ fieldId: 'mood-of-intake', reason: 'other-page', page: 'Intake' }])
  // If the other pages were not scanned, the refusal has no page title.
  const unseen = planFill(here, [{ fieldId: 'goals-of-intake', label: 'Goals', value: ['Sleep'] }])
  expect(unseen.refusals).toEqual([{ fieldId: 'goals-of-intake', label: 'Goals', to: ['Sleep'], reason: 'other-page' }])
})

test('a form becomes a layout whose answers are matched back by identity', () => {
  const page = reading(
    field('Mood', { kind: 'single_choice', options: ['Calm', 'Low'] }),
    field('Seen On', { kind: 'date', format: 'MM/DD/YYYY' }),
    field('End Time', { kind: 'time' }),
    field('Use', { kind: 'table', value: ['', ''], table: { headers: ['a', 'b'], rows: 1 } }),
    field('Score', { locked: 'scored' }),
  )
  const layout = layoutDraft.parse(formLayout(page))
  expect(layout.source).toBe('kipu')
  expect(layout.fields?.map(({ id, type }) => [id, type])).toEqual([
    ['mood-x', 'single_choice'],
    ['seen-on-x', 'date'],
    ['end-time-x', 'end_time'],
    ['use-x', 'table'],
  ])
  expect(formLayout({ ...page, form: { title: 'Note', identity: 'f', signed: true } })).toBeNull()
})

test('the text box of an option such as Other is asked only when it is the answer, and long words are cut to the limits of a layout', () => {
  const page = reading(
    field('Themes', { kind: 'multiple_choice', options: ['Grief', 'Other'] }),
    field('Themes: Other'),
    field('L'.repeat(400), { id: 'l' }),
    field('Seen On', { kind: 'date', format: 'M/D/YYYY' }),
    field('Due', { kind: 'date' }),
  )
  const layout = layoutDraft.parse(formLayout(page))
  expect(layout.fields?.[1]?.condition).toEqual({ id: 'themes-x', contains: 'Other' })
  expect(layout.fields?.[2]?.name).toHaveLength(200)
  const dynamic = dynamicFields(page).map((each) => dynamicField.parse(each))
  expect(dynamic[1]?.condition).toEqual({ id: 'themes-x', contains: 'Other' })
  expect(dynamic[3]).toEqual({ id: 'seen-on-x', name: 'Seen On', instructions: 'A date, as M/D/YYYY.' })
  expect(dynamic[4]).toEqual({ id: 'due-x', name: 'Due', instructions: 'A date.' })
})

describe('A field that has a value of its own', () => {
  const occupied = (field: PageField, value: string[]) =>
    planFill(reading(field), [{ label: field.label, value }]).writes[0]?.occupied

  test.each([
    ['a text', field('Plan', { kind: 'long_text', value: ['Call the pharmacy.'] }), true],
    ['a choice', field('Plan', { kind: 'single_choice', options: ['A', 'B'], value: ['A'] }), true],
    ['the choice No', field('Plan', { kind: 'boolean', options: ['Yes', 'No'], value: ['No'] }), true],
    ['no text', field('Plan', { value: [' '] }), undefined],
    ['a check box without a tick', field('Plan', { kind: 'boolean', value: ['No'] }), undefined],
  ])('is marked in the plan: %s', (_name, page, expected) => {
    expect(occupied(page, [page.options[1] ?? 'Yes'])).toBe(expected)
  })

  test('already has a text that stands in it as whole lines, so nothing is to be written', () => {
    const page = field('Plan', { kind: 'long_text', value: ['Own words.\nSee again in May.'] })
    expect(only([page], 'Plan', ['See again in May.'])).toEqual(page.value)
    expect(only([page], 'Plan', ['See again in'])).toEqual(['See again in'])
  })
})

test('a pattern of the page that could match in very many ways is not compared, so no page makes the panel wait', () => {
  const code = (demand: string) => only([field('Code', { demand })], 'Code', ['a'.repeat(60)])
  for (const pattern of ['a?'.repeat(38), '.{0,9}'.repeat(13), '(a|a)'.repeat(16)])
    expect(code(`${pattern}x`)).toEqual(['a'.repeat(60)])
  expect(code('[0-9]{3} ?[0-9]{3} ?[0-9]{2,4}')).toBe('out-of-range')
})
