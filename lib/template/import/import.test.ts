import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Field, fieldTypes, type Template, template as templateShape } from '../../contracts/index.ts'
import { newField, readTemplate, templateFromQuestionnaire, templateProblems, writeTemplate } from '../index.ts'

const base: Template = { id: 't', name: 'Visit', instructions: '', fields: [] }
const file = (fields: unknown[], more: object = {}) => JSON.stringify({ ...base, ...more, fields })
const mood = { id: 'mood', name: 'Mood', type: 'string' }

/** Returns the messages of the problems that a file has. Throws if the file is read without problems. */
function problemsOf(json: string): string[] {
  const read = readTemplate(json)
  if ('template' in read) throw new Error('The file was read.')
  return read.problems.map(({ message }) => message)
}

describe('import and export', () => {
  test('an exported template is read back unchanged', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9 é<&"'\\]{1,20}$/).filter((text) => text.trim() !== '')
    const templates = fc
      .record({
        name: word,
        instructions: fc.string(),
        parts: fc.array(fc.tuple(fc.constantFrom(...fieldTypes), word)),
      })
      .map(({ name, instructions, parts }): Template => {
        const fields: Field[] = []
        for (const [type, called] of parts)
          fields.push(
            newField(
              type,
              called,
              fields.map(({ id }) => id),
            ),
          )
        return { id: 'x', name, instructions, fields }
      })
    fc.assert(
      fc.property(templates, (template) => {
        expect(readTemplate(writeTemplate(template))).toEqual({ template, notes: [] })
      }),
    )
  })
  test('for any content, a file is read completely or refused with a sentence', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (json) => {
        const read = readTemplate(json)
        if ('template' in read) expect(templateShape.safeParse(read.template).success).toBe(true)
        else expect(read.problems.every(({ message }) => /^.+\.$/s.test(message))).toBe(true)
      }),
    )
  })
})

describe('invalid input is refused with the name of the field, and never read in part', () => {
  test('a duplicate id', () => {
    expect(problemsOf(file([mood, { ...mood, name: 'Mood today' }]))).toEqual([
      'Field ID must be unique: “Mood” and “Mood today” both have the ID “mood”.',
    ])
  })
  test('a cycle', () => {
    const circle = [
      { ...mood, condition: { id: 'sleep', equals: 'x' } },
      { id: 'sleep', name: 'Sleep', type: 'boolean', condition: { id: 'mood', contains: 'x' } },
    ]
    expect(problemsOf(file(circle))[0]).toBe(
      'The conditions of “Mood” and “Sleep” depend on each other. Change or remove one of them.',
    )
  })
  test('an unknown type', () => {
    expect(problemsOf(file([{ ...mood, type: 'essay' }]))).toEqual([
      '“Mood” has the type “essay”, which does not exist.',
    ])
  })
  test('10,000 options', () => {
    const options = Array.from({ length: 10_000 }, (_, index) => `${index}`)
    expect(problemsOf(file([{ ...mood, type: 'single_choice', options }]))).toEqual([
      '“Mood” has 10000 options. A field can have at most 500 options.',
    ])
  })
  test('script in a name', () => {
    const [message] = problemsOf(file([{ ...mood, name: '<script>alert(1)</script>' }]))
    expect(message).toBe('The name of “<script>alert(1)</script>” contains HTML code. Write it as plain text.')
    expect(problemsOf(file([mood], { name: '<img src=x onerror=alert(1)>' }))[0]).toContain('The name of the template')
  })
  test('ordinary angle brackets are text and remain text', () => {
    const read = readTemplate(file([{ ...mood, name: 'BP < 140/90 <arm>', instructions: '<b>bold</b>' }]))
    expect(read).toMatchObject({ template: { fields: [{ name: 'BP < 140/90 <arm>', instructions: '<b>bold</b>' }] } })
  })
  test('product 5.3, 5.4: more than 8 keys of a choice, a temperature above 1, text that is no text', () => {
    const keys = { instructions: '', temperature: 0.1, probability: 0.1, model: 1, options: ['a'], extra: 1 }
    expect(problemsOf(file([{ ...mood, type: 'single_choice', ...keys }]))).toEqual([
      '“Mood” has too many settings. A field of this type can have at most 8 settings.',
    ])
    expect(problemsOf(file([{ ...mood, extra: 1 }]))).toEqual([
      '“Mood” contains something that Chartside cannot use: “extra”.',
    ])
    expect(problemsOf(file([{ ...mood, temperature: 2 }]))).toEqual(['“Mood”: “temperature” is too large.'])
    expect(problemsOf(file([{ ...mood, id: 7 }]))).toEqual(['“Mood”: “id” is missing or is of the wrong kind.'])
    expect(problemsOf(file([{ ...mood, condition: { id: 'a', equals: '', contains: '' } }]))[0]).toContain(
      '“Mood” needs a condition',
    )
    expect(problemsOf(file(['x']))).toEqual(['Field 1 is no field.'])
  })
  test('no template at all', () => {
    expect(problemsOf('{')[0]).toContain('not valid JSON')
    expect(problemsOf('[]')).toEqual([
      'This file contains no template. Choose a file that was exported from Chartside.',
    ])
    expect(problemsOf('{}')[0]).toContain('no list of fields')
    expect(problemsOf(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).toHaveLength(1)
    expect(problemsOf(file(Array(501).fill(mood)))[0]).toContain('at most 500')
  })
})

test('product 5.5: a table header shows an error when it is empty, and rows have as many cells as there are headers', () => {
  const table: Field = { id: 't', name: 'Vitals', type: 'table', headers: ['BP', ''], rows: [['', ''], ['']] }
  expect(templateProblems({ fields: [table] })).toEqual([
    { fieldId: 't', level: 'warning', message: 'Header 2 of “Vitals” is empty.', column: 1 },
    { fieldId: 't', level: 'error', message: 'Row 2 of “Vitals” must have 2 cells. It has 1.', row: 1 },
  ])
})

describe('a FHIR Questionnaire', () => {
  const coded = (...texts: string[]) => texts.map((display) => ({ valueCoding: { code: display, display } }))
  const item = [
    { linkId: 'd', type: 'display', text: 'Ask about the last two weeks.' },
    { linkId: '1', type: 'boolean', text: 'Sleeps well?' },
    {
      linkId: '2',
      type: 'text',
      text: 'How so?',
      enableWhen: [{ question: '1', operator: '=', answerBoolean: false }],
    },
    { linkId: '3', type: 'integer', text: 'Hours' },
    { linkId: '4', type: 'date', text: 'Since' },
    {
      linkId: 'g',
      type: 'group',
      text: 'Habits',
      item: [
        { linkId: '5', type: 'choice', text: 'Smokes', answerOption: coded('Never', 'Daily') },
        { linkId: '6', type: 'open-choice', repeats: true, text: 'Substances', answerOption: coded('Alcohol') },
        {
          linkId: '7',
          type: 'string',
          text: 'Amount',
          enableWhen: ['Alcohol', 'Other'].map((display) => ({
            question: '6',
            operator: '=',
            answerCoding: { display },
          })),
        },
      ],
    },
    {
      linkId: 'm',
      type: 'group',
      repeats: true,
      text: 'Medications',
      item: [
        { linkId: 'm1', type: 'string', text: 'Drug' },
        { linkId: 'm2', type: 'string', text: 'Dose' },
      ],
    },
    { linkId: '8', type: 'attachment', text: 'Scan' },
    { linkId: '9', type: 'string', text: 'Late', enableWhen: [{ question: '3', operator: '>', answerInteger: 9 }] },
  ]
  const made = templateFromQuestionnaire({ resourceType: 'Questionnaire', title: 'Intake', item })
  const byName = (name: string) => made.template.fields.find((field) => field.name === name)

  test('each kind of question becomes its answer type', () => {
    expect(templateShape.safeParse(made.template).success).toBe(true)
    expect(made.template.fields.map(({ name, type }) => `${name} = ${type}`)).toEqual([
      'Sleeps well? = boolean',
      'How so? = string',
      'Hours = number',
      'Since = date',
      'Smokes = single_choice',
      'Substances = multiple_choice',
      'Substances: other = string',
      'Amount = string',
      'Medications = table',
      'Late = string',
    ])
    expect(byName('Medications')).toMatchObject({ headers: ['Drug', 'Dose'], rows: [['', '']] })
  })
  test('displays become instructions', () => {
    expect(byName('Sleeps well?')?.instructions).toBe('Ask about the last two weeks.')
    expect(byName('Smokes')?.instructions).toBe('Section: Habits')
  })
  test('enableWhen becomes a condition; an open choice asks for the other answer', () => {
    expect(byName('How so?')?.condition).toEqual({ id: 'sleeps_well', equals: 'No' })
    expect(byName('Amount')?.condition).toEqual({ id: 'substances', contains_any: ['Alcohol', 'Other'] })
    expect(byName('Substances')).toMatchObject({ options: ['Alcohol', 'Other'] })
    expect(byName('Substances: other')?.condition).toEqual({ id: 'substances', contains: 'Other' })
  })
  test('parts that a template cannot express are reported', () => {
    expect(made.notes).toEqual([
      '“Scan” was left out: a template cannot have a question of the type “attachment”.',
      'The condition of “Late” could not be imported. The field is now always part of the note.',
    ])
  })
  test('it is read from a file like a template, and a broken one is refused', () => {
    const json = JSON.stringify({ resourceType: 'Questionnaire', title: 'Intake', item })
    expect(readTemplate(json)).toEqual(made)
    expect(problemsOf('{"resourceType":"Questionnaire","item":[{"linkId":1}]}')[0]).toContain('Questionnaire')
    const deep = `${'{"linkId":"1","type":"group","item":['.repeat(20_000)}${']}'.repeat(20_000)}`
    expect(problemsOf(`{"resourceType":"Questionnaire","item":[${deep}]}`)[0]).toContain('Questionnaire')
  })
})
