import { describe, expect, test } from 'vitest'
import type { Report, ReportEvent, Result } from '../../lib/contracts/index.ts'
import type { NoteSection } from '../../lib/report/index.ts'
import { patientMatch } from './fill-words.ts'
import { pageValues } from './page-values.ts'
import {
  askedLater,
  cardStateOf,
  changeLabel,
  forPatient,
  leftOutOf,
  mentionedIn,
  patientOf,
  summaryOf,
  underwayText,
  wantedCount,
  whyEmpty,
  withAdded,
} from './report-words.ts'
import { withEvent } from './use-report.ts'

const result: Result = {
  id: 'a',
  type: 'string',
  value: ['x'],
  confidence: 1,
  state: 'stated',
  evidence: [],
  flags: [],
  writer: 'model',
}
const flagged = (severity: 1 | 2 | 3): Result => ({ ...result, flags: [{ severity, text: 'x', reason: 'why' }] })

describe('the words of a report', () => {
  test('a value without evidence or with a contradiction is marked, wording alone is not', () => {
    expect([flagged(1), flagged(2), flagged(3)].map((each) => cardStateOf(each, {}))).toEqual([
      'stated',
      'check',
      'wrong',
    ])
  })

  test('the summary counts every state once and names the omissions', () => {
    const empty: Result = { ...result, state: 'not_discussed', value: [] }
    const unclear: Result = { ...result, state: 'unclear', value: [], evidence: [{ turn: 0, quote: 'x' }] }
    const results = [result, result, flagged(2), empty, { ...empty, writer: 'embedded' as const }, unclear, unclear]
    const texts = summaryOf({ results, context: {} }, 1).map(({ text }) => text)
    expect(texts).toEqual(['2 stated', '1 not discussed', '1 not found', '2 to choose', '1 to check', '1 left out'])
  })

  test('a field that was not asked gets a place when the answer on which it depends is changed', () => {
    const template = {
      id: 't',
      name: 'T',
      instructions: '',
      fields: [
        { id: 'a', name: 'Risk', type: 'boolean' as const },
        { id: 'b', name: 'Plan details', type: 'string' as const, condition: { id: 'a', equals: 'Yes' } },
      ],
    }
    const answered = (...value: string[]) => ({ template, results: [{ ...result, value }] })
    expect(askedLater(answered('No'))).toEqual([])
    expect(askedLater(answered('Yes'))).toMatchObject([{ id: 'b', value: [] }])
    const [first, second] = template.fields
    const onEmpty = {
      ...template,
      fields: [first, { ...second, condition: { id: 'a', equals: '' } }] as typeof template.fields,
    }
    const unclear: Result = { ...result, value: [], state: 'unclear', evidence: [{ turn: 0, quote: 'x' }] }
    expect(askedLater({ template: onEmpty, results: [unclear] })).toEqual([])
    expect(askedLater({ template: onEmpty, results: [{ ...unclear, state: 'entered' }] })).toHaveLength(1)
    expect(wantedCount({ template, results: [] })).toBe(2)
    expect(wantedCount(answered('No'))).toBe(1)
  })

  test('a flag that a person has judged needs no more attention', () => {
    const { flags, ...rest } = flagged(3)
    expect(cardStateOf({ ...rest, flags: flags.map((flag) => ({ ...flag, verdict: 'dismissed' })) }, {})).toBe('stated')
  })

  test('the visit’s date is shown as from the visit; another date as entered', () => {
    const date: Result = { ...result, type: 'date', state: 'entered', value: ['2026-11-21'] }
    const visit = { current_visit: { date: '2026-11-21' } }
    expect(cardStateOf(date, visit)).toBe('visit')
    expect(cardStateOf({ ...date, value: ['2026-11-20'] }, visit)).toBe('entered')
    expect(cardStateOf({ ...date, type: 'string' }, visit)).toBe('entered')
  })

  test('a value from the page is shown as such; one that was typed into in part says so', () => {
    const entered: Result = { ...result, state: 'entered' }
    expect(cardStateOf({ ...entered, given: 'page' }, {})).toBe('page')
    expect(cardStateOf({ ...entered, given: 'visit' }, {})).toBe('visit')
    const evidence = [{ turn: 0, quote: 'x' }]
    expect(cardStateOf({ ...entered, byHand: ['y'], evidence }, {})).toBe('partly')
    expect(cardStateOf({ ...entered, byHand: ['y'] }, {})).toBe('entered')
  })

  test('an empty value gives the reason, in the server’s own sentence if there is one', () => {
    const empty: Result = { ...result, value: [], state: 'not_discussed' }
    const flags = [{ severity: 1 as const, text: '', reason: 'No usable answer came for this field.' }]
    expect(whyEmpty({ ...empty, flags })).toBe('No usable answer came for this field.')
    expect(cardStateOf({ ...empty, flags }, {})).toBe('unanswered')
    expect(whyEmpty(empty)).toBe('Left empty. Nothing was found about this field.')
    for (const writer of ['embedded', undefined] as const)
      expect(whyEmpty({ ...empty, writer })).toBe('No answer found. Check.')
    expect(whyEmpty({ ...empty, state: 'entered' })).toBe('Left empty by you.')
  })

  test('a statement that was added to the note is no longer an omission', () => {
    const omissions = [{ kind: 'risk' as const, turn: 0, quote: 'I stopped the pills.' }]
    expect(leftOutOf({ omissions, results: [result] })).toEqual(omissions)
    const value = withAdded(result.value, 'I stopped the pills.')
    expect(value).toEqual(['x\n\n“I stopped the pills.”'])
    expect(leftOutOf({ omissions, results: [{ ...result, value }] })).toEqual([])
  })

  test('a statement because of which an answer was chosen is no longer an omission', () => {
    const words = { turn: 0, quote: 'Maybe I stopped the pills.' }
    const omissions = [{ kind: 'risk' as const, ...words }]
    const unclear: Result = { ...result, type: 'boolean', value: [], state: 'unclear', evidence: [words] }
    expect(leftOutOf({ omissions, results: [unclear] })).toEqual(omissions)
    expect(omissions.map((omission) => mentionedIn({ results: [unclear] }, omission))).toEqual([['a']])
    const chosen: Result = { ...unclear, value: ['Yes'], state: 'entered' }
    expect(leftOutOf({ omissions, results: [chosen] })).toEqual([])
    // A text or a table can contain one statement and lack another.
    expect(leftOutOf({ omissions, results: [{ ...chosen, type: 'table' }] })).toEqual(omissions)
    expect(leftOutOf({ omissions, results: [{ ...chosen, value: [] }] })).toEqual(omissions)
  })

  test('the history says who wrote the values, if it is known', () => {
    expect(changeLabel({ kind: 'generated', writer: 'embedded' })).toBe('Extracts, written by no AI')
    expect(changeLabel({ kind: 'generated', writer: 'model' })).toBe('Written by AI')
    expect(changeLabel({ kind: 'generated' })).toBe('Created')
    expect(changeLabel({ kind: 'rewritten', writer: 'embedded' })).toBe('Extracted again, by no AI')
    expect(changeLabel({ kind: 'signed', writer: 'model' })).toBe('Signed')
  })

  test('cards say Generating..., Processing... and For whom (product 2.31, 4.8)', () => {
    expect(underwayText).toEqual({ generating: 'Generating...', 'ocr-waiting': 'Processing...' })
    expect(forPatient({ patientId: '004812' })).toBe('For 004812')
    expect(forPatient({ patientName: 'Maya Okafor', patientId: '004812' })).toBe('For Maya Okafor · 004812')
    // A group note without chart numbers.
    expect(forPatient({ patientName: 'Ana', patientId: 'Ana' })).toBe('For Ana')
    expect(forPatient({ patientId: '' })).toBeUndefined()
  })
})

describe('a report that is followed live', () => {
  const report = { status: 'generating', results: [result] } as unknown as Report

  test('a result that comes twice is shown once, in its last version', () => {
    const event: ReportEvent = { type: 'result', result: { ...result, value: ['y'] } }
    expect(withEvent(report, event).results.map(({ value }) => value)).toEqual([['y']])
  })

  test('a new result is added', () => {
    expect(withEvent(report, { type: 'result', result: { ...result, id: 'b' } }).results).toHaveLength(2)
  })

  test('progress is shown at once; the end is shown only with the report itself, whose values are then complete', () => {
    const reading: ReportEvent = { type: 'status', status: 'ocr-waiting', statusText: 'Page 2' }
    expect(withEvent(report, reading)).toMatchObject({ status: 'ocr-waiting', statusText: 'Page 2' })
    expect(withEvent(report, { type: 'status', status: 'ready' }).status).toBe('generating')
    const whole = { ...report, status: 'ready' } as Report
    expect(withEvent(report, { type: 'report', report: whole })).toBe(whole)
  })
})

describe('the values for the page', () => {
  const section: NoteSection = {
    id: 'plan',
    label: 'Plan',
    type: 'string',
    state: 'stated',
    layout: 'text',
    value: ['**Call** sister\n\n- walk\n- sleep'],
    quotes: [],
    warnings: [],
    headers: [],
  }

  test('marks are removed, lists stay lists, and the form’s own field is named', () => {
    expect(pageValues([section])).toEqual([
      { fieldId: 'plan', label: 'Plan', value: ['Call sister\n\n- walk\n- sleep'] },
    ])
  })

  test('an empty value is never sent: filling deletes nothing', () => {
    expect(pageValues([{ ...section, layout: 'empty', value: [] }])).toEqual([])
    expect(pageValues([{ ...section, layout: 'unclear', value: [], quotes: ['x'] }])).toEqual([
      { fieldId: 'plan', label: 'Plan', value: [], undecided: true },
    ])
  })

  test('without a question, a note is filled only into the chart of its own patient', () => {
    const maya = { name: 'Maya Okafor', identifier: '004812' }
    expect(patientMatch(maya, maya)).toBe('same')
    expect(patientMatch(maya, { name: 'Ines Varga', identifier: '004790' })).toBe('other')
    expect(patientMatch(maya, null)).toBe('page-unknown')
    expect(patientMatch(null, maya)).toBe('note-unknown')
  })

  test('the birth date of the note distinguishes patients of the same name, in whichever format it is written', () => {
    const note = patientOf({ context: { patient: { name: 'Maria Garcia', birthDate: '3/2/1950' } } })
    expect(patientMatch(note, { name: 'Maria Garcia', identifier: '', birthDate: '1990-03-02' })).toBe('other')
    expect(patientMatch(note, { name: 'Maria Garcia', identifier: '', birthDate: '1950-03-02' })).toBe('same')
  })
})
