import { type Field, omissionKinds, type VisitContext } from '../../../lib/contracts/index.ts'
import { sentencesOf } from '../../../lib/report/index.ts'
import { readings } from '../../../server/generation/computing/computing.ts'
import { writeEmbedded } from '../../../server/generation/embedded/write.ts'
import { somethingSaid, whoSpeaks } from '../../../server/generation/index.ts'
import { readDates } from '../../../server/generation/reading/dates.ts'
import { languageOf } from '../../../server/generation/reading/language.ts'
import { properWords, withoutNames } from '../../../server/generation/reading/names.ts'
import { numbersAsDigits, readNumbers } from '../../../server/generation/reading/numbers.ts'
import { readSentences } from '../../../server/generation/reading/sentences.ts'
import { enteredByHand } from '../../../server/services/reports/by-hand.ts'
import { turnsFromText } from '../../../server/services/transcripts/formats/index.ts'
import { wordsOfParticipant } from '../../../server/services/transcripts/participant/index.ts'

const context: VisitContext = { current_visit: { date: '2026-03-02' }, patient: { name: 'Maya Okafor' } }

const fields: Record<string, Field> = {
  string: { id: 'f', name: 'Summary', type: 'string' },
  'string without names': { id: 'f', name: 'Summary', type: 'string', names: false },
  'blood pressure': { id: 'f', name: 'Blood pressure', type: 'string' },
  medications: { id: 'f', name: 'Medications', type: 'string' },
  history: { id: 'f', name: 'Past medical history', type: 'string' },
  'risk assessment': { id: 'f', name: 'Risk assessment', type: 'string' },
  'review of systems': { id: 'f', name: 'Review of systems', type: 'string' },
  plan: { id: 'f', name: 'Plan', type: 'string' },
  number: { id: 'f', name: 'Hours of sleep', type: 'number' },
  boolean: { id: 'f', name: 'Chest pain', type: 'boolean' },
  date: { id: 'f', name: 'Next appointment', type: 'date' },
  'single choice': {
    id: 'f',
    name: 'Suicidal ideation',
    type: 'single_choice',
    options: ['Denied', 'Present'],
  },
  'multiple choice': {
    id: 'f',
    name: 'Symptoms',
    type: 'multiple_choice',
    options: ['Fever', 'Chest pain'],
  },
} as Record<string, Field>

let ids = 0
const everyWord = (text: string) => [Array.from({ length: text.length }, (_, place) => place)]
const drafted = (field: Field, text: string) => [
  ...writeEmbedded({ fields: [field], turns: [text], context, instructions: '' }),
]
const checked = (field: Field, value: string, turn: string) =>
  readings.check(
    field,
    { id: field.id, value: [value], confidence: 1, state: 'stated', evidence: [{ turn: 0, quote: turn.trim() }] },
    { id: `growth ${ids++}`, turns: [turn], context, unclear: everyWord(turn) },
  )
const resultOf = (value: string) => ({
  id: 'f',
  type: 'string' as const,
  value: [value],
  confidence: 1,
  state: 'stated' as const,
  evidence: [],
  flags: [],
})
const resultsOf = (value: string) => [resultOf(value)]

/** All functions that parse the words of a session or text typed by a person. */
export const readers: Record<string, (text: string) => unknown> = {
  sentences: (text) => readSentences([text]),
  'sentences of many turns': (text) => readSentences(turnsFromText(text.replaceAll(' ', '\n'))),
  numbers: readNumbers,
  'numbers as digits': numbersAsDigits,
  dates: (text) => readDates(text, '2026-03-02', 'forward'),
  language: (text: string) => languageOf(text, 'en'),
  names: properWords,
  'without names': (text) => withoutNames(text, text, context),
  turns: turnsFromText,
  'who speaks': (text) => whoSpeaks([text, `${text}: yes`], { patient: { name: text.slice(0, 200) } }, false),
  'sentences of a value': (text) => sentencesOf(text),
  'something said': (text) => somethingSaid([text]),
  participant: (text) =>
    wordsOfParticipant([text, text], {
      name: 'Maya Okafor',
      speakers: [1],
      others: [{ name: 'Sam Doe', speakers: [2] }],
    }),
  'participant without a voice': (text) =>
    wordsOfParticipant([text, `Maya ${text}`], {
      name: 'Maya Okafor',
      speakers: [],
      others: [{ name: 'Sam Doe', speakers: [] }],
    }),
  omissions: (text) => readings.omissions([text], resultsOf('Nothing.')),
  'omissions against a long note': (text) => readings.omissions([text], resultsOf(text)),
  'fields that an omission is about': (text) => {
    const named = Object.values(fields).map((field, at) => ({ ...field, id: `${at}` }))
    const asked = [...named, { id: 'long', name: text, type: 'string' as const, instructions: text }]
    const results = asked.map(({ id }) => ({ ...resultOf(''), id, value: [], state: 'not_discussed' as const }))
    return readings.mentions(asked, {
      results,
      omissions: omissionKinds.map((kind) => ({ kind, turn: 0, quote: text })),
    })
  },
  'what fits a model': (text) => readings.fit(turnsFromText(text), Object.values(fields), 100),
  'a proposal from a description': (text) => readings.propose('description', text),
  'a proposal from an example': (text) => readings.propose('example', text),
  'a change by hand': (text) =>
    enteredByHand(fields.string as Field, [`${text} x`], {
      ...resultOf(text),
      evidence: [{ turn: 0, quote: text }],
    }),
  ...Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => [
      [`the built-in writer: ${name}`, (text: string) => drafted(field, text)],
      [`the check of a long session: ${name}`, (text: string) => checked(field, 'No fever on Monday.', text)],
      [`the check of a long value: ${name}`, (text: string) => checked(field, text, text)],
    ]),
  ),
}
