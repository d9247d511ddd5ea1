import type { Report } from '../../../lib/contracts/index.ts'
import * as data from './data.ts'
import { chartlessReport, dynamicReport } from './page-data.ts'

const id = (end: number) => `00000000-0000-4000-8000-${String(end).padStart(12, '0')}`

export const reportIds = {
  doubtful: id(31),
  signed: id(32),
  slow: id(33),
  unanswered: id(34),
  longNames: id(35),
  sentences: id(36),
  conditional: id(37),
  undecided: id(38),
  signedExtracts: id(39),
}

const [date, sleep, si] = data.report.results
if (!date || !sleep || !si) throw new Error('The report has its first three fields.')

/** A note with every kind of flag, a field without an answer, and rich text. */
const doubtful: Report = {
  ...data.report,
  _id: reportIds.doubtful,
  title: 'Progress note, November 21, 2026',
  template: {
    ...data.report.template,
    fields: [
      { id: 'date', name: 'Date of session', type: 'date' },
      { id: 'sleep', name: 'Sleep', type: 'string' },
      { id: 'dose', name: 'Dose today', type: 'string' },
      { id: 'si', name: 'Suicidal ideation', type: 'boolean' },
      { id: 'history', name: 'History', type: 'string' },
      { id: 'plan', name: 'Plan', type: 'string' },
    ],
  },
  results: [
    date,
    sleep,
    {
      ...sleep,
      id: 'dose',
      value: ['Continues sertraline **150 mg** in the evening, with good effect.'],
      evidence: [{ turn: 0, quote: 'we changed the evening dose' }],
      flags: [
        { severity: 2, text: '150 mg', reason: 'No dose of 150 mg was said in this session.' },
        { severity: 1, text: 'with good effect', reason: 'No quote from the session supports this.' },
      ],
    },
    {
      ...si,
      value: ['Yes'],
      flags: [{ severity: 3, text: '', reason: 'The session says the opposite.' }],
      reviewedBy: undefined,
    },
    {
      ...sleep,
      id: 'history',
      value: [],
      state: 'not_discussed',
      evidence: [],
      flags: [
        {
          severity: 1,
          text: '',
          reason:
            'The model gave no answer that can be used for this field. Ask the model again, or write this field by hand.',
        },
      ],
    },
    {
      ...sleep,
      id: 'plan',
      value: [
        '### Next two weeks\n\n- [x] Agreed to call her sister if thoughts return\n- [ ] Review ==sleep=={1} in two weeks\n\n| Step | Who |\n| --- | --- |\n| Sleep diary | Maya |\n| Call the pharmacy | Ruth |\n\n[what was agreed about work]',
      ],
      evidence: [{ turn: 3, quote: 'I told my sister I’d call her if they did.' }],
    },
  ],
}

/** The note `doubtful` with field names as long as in real forms. */
const longNames: Report = {
  ...doubtful,
  _id: reportIds.longNames,
  template: {
    ...doubtful.template,
    fields: doubtful.template.fields.map((field) => ({
      ...field,
      name: `${field.name}: Biopsychosocial/neuropsychopharmacological-reassessment_of_functioning`,
    })),
  },
}

/** A note with a field that was not asked, because its condition does not hold. */
const conditional: Report = {
  ...doubtful,
  _id: reportIds.conditional,
  template: {
    ...doubtful.template,
    fields: [
      { id: 'sleep', name: 'Sleep', type: 'string' },
      { id: 'si', name: 'Suicidal ideation', type: 'boolean' },
      { id: 'safety', name: 'Safety plan', type: 'string', condition: { id: 'si', equals: 'Yes' } },
    ],
  },
  results: [sleep, si],
  omissions: [],
}

const part = (from: number, to: number) => ({ kind: 'text', item: 0, from, to }) as const
const sixHours = 'Sleeps about six hours most nights.'
const wakes = 'Wakes around **4 a.m.** when she worries about work.'
const typed = 'Keeps a sleep diary.'
const at = (sentence: string, value: string) => part(value.indexOf(sentence), value.indexOf(sentence) + sentence.length)
const sleepText = `${sixHours} ${wakes} Feels rested. ${typed}`

/**
 * A note in which each quote names the sentence, option or cell that it supports. The clinician has typed one sentence.
 */
const sentences: Report = {
  ...doubtful,
  _id: reportIds.sentences,
  title: 'Note by sentences',
  template: {
    ...doubtful.template,
    fields: [
      { id: 'sleep', name: 'Sleep', type: 'string' },
      { id: 'mood', name: 'Mood', type: 'multiple_choice', options: ['Anxious', 'Hopeful', 'Angry'] },
      { id: 'meds', name: 'Medication', type: 'table', headers: ['Medicine', 'When'], rows: [] },
    ],
  },
  results: [
    {
      ...sleep,
      value: [sleepText],
      state: 'entered',
      byHand: [typed],
      evidence: [
        { turn: 1, quote: 'Maybe six hours most nights.', atMs: 1_421_000, span: at(sixHours, sleepText) },
        {
          turn: 1,
          quote: 'I still wake around four when I’m worrying about work.',
          atMs: 1_421_000,
          span: at(wakes, sleepText),
        },
      ],
      flags: [{ severity: 1, text: 'rested', reason: 'No quote from the session supports this.' }],
    },
    {
      ...sleep,
      id: 'mood',
      type: 'multiple_choice',
      value: ['Anxious', 'Hopeful'],
      evidence: [
        { turn: 1, quote: 'worrying about work', atMs: 1_421_000, span: { kind: 'item', item: 0 } },
        { turn: 1, quote: 'Better.', atMs: 1_421_000, span: { kind: 'item', item: 1 } },
      ],
    },
    {
      ...sleep,
      id: 'meds',
      type: 'table',
      value: ['Propranolol', 'stopped last week', 'Sertraline', 'evening'],
      evidence: [
        { turn: 5, quote: 'I stopped taking the propranolol last week.', span: { kind: 'cell', row: 0, column: 1 } },
        { turn: 0, quote: 'the evening dose', atMs: 1_409_000, span: { kind: 'cell', row: 1, column: 1 } },
      ],
    },
  ],
  omissions: [],
}

const signed: Report = {
  ...doubtful,
  _id: reportIds.signed,
  status: 'signed',
  signature: { by: data.email, at: '2026-11-21T15:04:00.000Z' },
  results: data.report.results,
  template: data.report.template,
  omissions: [],
}

const slow: Report = {
  ...data.generatingReport,
  _id: reportIds.slow,
  createdAt: new Date(Date.now() - 600_000).toISOString(),
  updatedAt: new Date(Date.now() - 600_000).toISOString(),
}

/** A note in which the model did not answer two fields. */
const unanswered: Report = {
  ...doubtful,
  _id: reportIds.unanswered,
  statusText: 'The language model cannot take more requests at the moment. Wait a few minutes and try again.',
  results: doubtful.results.map((each) => (each.id === 'plan' ? { ...each, value: [], evidence: [] } : each)),
  unanswered: ['history', 'plan'],
  notices: ['The language model did not answer, so 2 fields were left empty (“History”, “Plan”).'],
}

const extract = { confidence: 1, flags: [], evidence: [], writer: 'embedded' as const, value: [] }
const thoughts = { turn: 3, quote: 'Not since the spring.', atMs: 1_502_000 }
const stopped = { turn: 5, quote: 'I stopped taking the propranolol last week.', atMs: 1_868_000 }
const hours = { turn: 1, quote: 'Maybe six hours most nights.', atMs: 1_421_000 }
const worry = { turn: 1, quote: 'I still wake around four when I’m worrying about work.', atMs: 1_421_000 }
const sister = { turn: 3, quote: 'I told my sister I’d call her if they did.', atMs: 1_502_000 }

/** A note of the built-in writer. Its fields of every kind were mentioned without a certain answer. */
const undecided: Report = {
  ...data.report,
  _id: reportIds.undecided,
  title: 'Note with open answers',
  template: {
    ...data.report.template,
    fields: [
      { id: 'sleep', name: 'Sleep', type: 'string' },
      { id: 'si', name: 'Suicidal ideation', type: 'boolean' },
      { id: 'mood', name: 'Mood', type: 'single_choice', options: ['Depressed', 'Anxious', 'Euthymic'] },
      { id: 'symptoms', name: 'Symptoms', type: 'multiple_choice', options: ['Early waking', 'Worry', 'Headache'] },
      { id: 'hours', name: 'Hours of sleep', type: 'number' },
      { id: 'since', name: 'Stopped on', type: 'date' },
      { id: 'supports', name: 'Supports', type: 'string' },
      { id: 'meds', name: 'Medication', type: 'table', headers: ['Medicine', 'Dose'], rows: [] },
      { id: 'substance', name: 'Substance use', type: 'string' },
    ],
  },
  results: [
    {
      ...extract,
      id: 'sleep',
      type: 'string',
      value: ['Patient: “Maybe six hours most nights.”'],
      state: 'stated',
      evidence: [hours],
    },
    { ...extract, id: 'si', type: 'boolean', state: 'unclear', evidence: [thoughts] },
    { ...extract, id: 'mood', type: 'single_choice', state: 'unclear', evidence: [worry] },
    { ...extract, id: 'symptoms', type: 'multiple_choice', state: 'unclear', evidence: [hours, worry] },
    { ...extract, id: 'hours', type: 'number', state: 'unclear', evidence: [hours] },
    {
      ...extract,
      id: 'since',
      type: 'date',
      state: 'unclear',
      evidence: [stopped],
      flags: [{ severity: 1, text: '', reason: 'Left empty, because the answer was not certain enough.' }],
    },
    {
      ...extract,
      id: 'supports',
      type: 'string',
      state: 'unclear',
      evidence: [sister, { ...hours, quote: 'Better.' }],
    },
    {
      ...extract,
      id: 'meds',
      type: 'table',
      state: 'unclear',
      evidence: [0, 2, 4, 5].map((turn) => ({
        turn,
        quote: turn === 5 ? stopped.quote : (data.turns[turn]?.slice(11) ?? ''),
      })),
    },
    { ...extract, id: 'substance', type: 'string', state: 'not_discussed', confidence: 0 },
  ],
  omissions: [
    { kind: 'medication', ...stopped },
    { kind: 'risk', ...thoughts },
  ],
}

const signedExtracts: Report = {
  ...undecided,
  _id: reportIds.signedExtracts,
  status: 'signed',
  signature: { by: data.email, at: '2026-11-21T15:04:00.000Z' },
}

export const keptReports: Report[] = [
  data.report,
  doubtful,
  longNames,
  sentences,
  conditional,
  undecided,
  signedExtracts,
  signed,
  slow,
  unanswered,
  data.failedReport,
  chartlessReport,
  dynamicReport,
]
