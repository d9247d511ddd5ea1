import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Field, field as fieldShape } from '../../../lib/contracts/index.ts'
import { templateProblems } from '../../../lib/template/index.ts'
import { embeddedWriter } from '../index.ts'
import { propose } from './index.ts'
import { noteKinds, sectionNamed, sections } from './sections.ts'

const signal = new AbortController().signal
const fromDescription = (text: string) => propose(embeddedWriter, { kind: 'description', text, signal })
const fromExample = (text: string) => propose(embeddedWriter, { kind: 'example', text, signal })
const names = ({ fields }: { fields: Field[] }) => fields.map(({ name }) => name)
const types = ({ fields }: { fields: Field[] }) => fields.map(({ name, type }) => `${name}: ${type}`)
const fieldOf = ({ fields }: { fields: Field[] }, name: string) => fields.find((field) => field.name === name)

describe('the known sections', () => {
  test('have unique names, and every kind of note is made of them', () => {
    expect(new Set(sections.map(({ name }) => name)).size).toBe(sections.length)
    for (const kind of noteKinds) expect(kind.sections.map(sectionNamed).length).toBeGreaterThan(2)
  })
  test('are found by their own names', async () => {
    for (const { name, sketch } of sections.filter(({ name }) => name !== 'Data')) {
      expect([name, fieldOf(await fromDescription(`${name}.`), name)?.type]).toEqual([name, sketch.type])
    }
  })
})

describe('a description', () => {
  test.each([
    ['A SOAP note', 'SOAP note', ['Subjective', 'Objective', 'Assessment', 'Plan']],
    ['dap notes please', 'DAP note', ['Data', 'Assessment', 'Plan']],
    ['We chart in B.I.R.P. style: BIRP', 'BIRP note', ['Behavior', 'Intervention', 'Response', 'Plan']],
    ['GIRP', 'GIRP note', ['Goals', 'Intervention', 'Response', 'Plan']],
  ])('%j names a kind of note and gets its sections', async (text, name, wanted) => {
    const proposal = await fromDescription(text)
    expect(proposal.name).toBe(name)
    expect(names(proposal)).toEqual(wanted)
  })
  test.each([
    'intake assessment',
    'psychiatric follow-up',
    'mental status exam',
    'suicide risk assessment',
    'group therapy note',
    'treatment plan',
    'discharge summary',
    'list of medications',
  ])('%j gives fields', async (text) => {
    expect((await fromDescription(text)).fields.length).toBeGreaterThan(0)
  })
  test('adds what it mentions, and leaves out what it excludes', async () => {
    const made = await fromDescription('SOAP note with mood, sleep and medications, but no safety plan')
    expect(names(made)).toEqual(['Subjective', 'Objective', 'Assessment', 'Plan', 'Mood', 'Sleep', 'Medications'])
    expect(fieldOf(made, 'Medications')).toMatchObject({
      type: 'table',
      headers: ['Medication', 'Dose', 'Frequency', 'For'],
    })
  })
  test('with a list is read item by item, with the answers that each item names', async () => {
    const made = await fromDescription(
      'Fields:\n- Mood (low, fair, good)\n- Hours of sleep (number)\n- Any cravings today?\n- Date of last use\n- Supports (check all that apply: family, sponsor)\n- Vitals table (table: BP, pulse)',
    )
    expect(types(made)).toEqual([
      'Mood: single_choice',
      'Hours of sleep: number',
      'Any cravings today?: boolean',
      'Date of last use: date',
      'Supports: multiple_choice',
      'Vitals: table',
    ])
    expect(fieldOf(made, 'Mood')).toMatchObject({ options: ['low', 'fair', 'good'] })
    expect(fieldOf(made, 'Vitals')).toMatchObject({ headers: ['BP', 'pulse'], rows: [['', '']] })
  })
  test('that lists unknown things gets a text field for each', async () => {
    const made = await fromDescription('A note for couples that covers communication patterns, conflict and homework')
    expect(names(made)).toEqual(['Homework', 'Communication patterns', 'Conflict'])
  })
  test('that asks for nothing gets nothing', async () => {
    expect((await fromDescription('how are you today')).fields).toEqual([])
  })
})

const note = `# Progress Note
Patient Name: Maya Okafor
DOB: 03/14/1992
Date of service: 11/02/2026
Session time: 9:00 am - 9:50 am

CHIEF COMPLAINT
Maya reports worsening anxiety since losing her job at Brightwater.

**Subjective:**
Client described trouble sleeping. She wakes at 3 am. She told her sister.

PHQ-9: 12/27
Suicidal ideation: No
Risk level: [x] Low [ ] Moderate [ ] High
Symptoms:
[x] Insomnia
[ ] Fatigue
Maya's goals:
Find work.
Medications:
| Drug | Dose |
|---|---|
| Sertraline | 50 mg |

Plan:
- Continue sertraline 50 mg
- Return in 2 weeks
Signature: Jane Doe, LCSW`

describe('an example note', () => {
  test('gives a field for each heading, with the type of its answer in the example', async () => {
    const made = await fromExample(note)
    expect(made.name).toBe('Progress Note')
    expect(types(made)).toEqual([
      'Date of service: date',
      'Session time: start_end_time',
      'Chief complaint: string',
      'Subjective: string',
      'PHQ-9: number',
      'Suicidal ideation: boolean',
      'Risk level: single_choice',
      'Symptoms: multiple_choice',
      'Medications: table',
      'Plan: string',
    ])
    expect(fieldOf(made, 'Risk level')).toMatchObject({ options: ['Low', 'Moderate', 'High'] })
    expect(fieldOf(made, 'Medications')).toMatchObject({ headers: ['Drug', 'Dose'], rows: [['', '']] })
    expect(fieldOf(made, 'Plan')).toMatchObject({ format: 'bullet' })
  })
  test('leaves nothing of its patient in the template', async () => {
    const made = JSON.stringify(await fromExample(note))
    for (const word of [
      'Maya',
      'Okafor',
      '1992',
      'Brightwater',
      'sister',
      'ertraline',
      '50 mg',
      '12/27',
      'Jane',
      '3 am',
    ]) {
      expect(made).not.toContain(word)
    }
  })
  test('with single letters as headings is read by their meaning', async () => {
    const made = await fromExample('S: Feels low.\nO: Flat affect.\nA: Recurrent depression.\nP: Go on.')
    expect(names(made)).toEqual(['Subjective', 'Objective', 'Assessment', 'Plan'])
  })
  test('without any heading gives one field for the whole note', async () => {
    const made = await fromExample('The client spoke of the week. We practiced breathing. Next week we go on.')
    expect(made.fields).toMatchObject([{ name: 'Note', type: 'string', format: 'paragraph' }])
  })
})

test('for any text, the fields fit their contract and have unique ids', async () => {
  const pieces = fc.constantFrom(
    'soap',
    'mood',
    'risk: a, b, c',
    '- item (yes/no)',
    '- <script>x</script>',
    'Plan:',
    '# Head',
    '| a | b |',
    '[x] Yes',
    '12',
    '<script>',
    '\n',
    '  ',
    'é',
    ',',
    ':',
  )
  const texts = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc.array(pieces, { maxLength: 30 }).map((some) => some.join('\n')),
  )
  await fc.assert(
    fc.asyncProperty(texts, fc.constantFrom('description' as const, 'example' as const), async (text, kind) => {
      const { fields } = await propose(embeddedWriter, { kind, text, signal })
      for (const field of fields) expect(fieldShape.safeParse(field).success).toBe(true)
      const errors = templateProblems({ fields }).filter(({ level }) => level === 'error')
      expect(errors).toEqual([])
    }),
  )
})

test('text of the maximum length of a request is read at once', async () => {
  const long = `${'with mood, sleep, and a thing, '.repeat(600)}\n${'Plan: '.repeat(1000)}\n${'- item\n'.repeat(500)}`
  expect((await fromDescription(long)).fields.length).toBeGreaterThan(0)
  expect((await fromExample(long)).fields.length).toBeGreaterThan(0)
})
