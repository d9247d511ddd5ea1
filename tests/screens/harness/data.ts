import type {
  Account,
  AccountSession,
  ActingEntry,
  Banner,
  Directory,
  ExampleSession,
  Invitation,
  Layout,
  Report,
  ReportSummary,
  Transcript,
  TranscriptSummary,
} from '../../../lib/contracts/index.ts'
import type { FillPlan, PageReading, Receipt } from '../../../lib/page/shapes.ts'
import {
  idleRecording,
  type MissingAudio,
  type RecordingState,
  type UnfinishedRecording,
} from '../../../lib/transcript/recording-state.ts'

// All people here are invented.
export const email = 'ruth.calder@clinic.example'
export const account: Account = {
  id: '7d9e0a52-0b63-4c1d-8f5e-000000000001',
  email,
  name: 'Dr. Ruth Calder',
  twoFactor: { email: false, phone: false },
  admin: false,
  style: {},
  createdAt: '2026-01-05T08:00:00.000Z',
}
/** What the language model writes about an example session, for the preview of a writing style. */
export const writtenExample = {
  id: 'sleep',
  type: 'string',
  value: ['The client reported sleeping about five hours a night. I advised no coffee after noon.'],
  confidence: 0.9,
  state: 'stated',
  evidence: [],
  flags: [],
}
export const password = 'correct horse battery'
/** The phone number of the account. Only in some scenes (see `scenes.ts`) does the account have a phone. */
export const phone = '+12025550143'
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
export const banners: Banner[] = [
  {
    bannerId: '7d9e0a52-0b63-4c1d-8f5e-000000000002',
    text: 'The server is updated tonight from 22:00 to 22:15. Recordings go on and are sent afterwards.',
    level: 'info',
    startsAt: '2026-01-05T08:00:00.000Z',
  },
  {
    bannerId: '7d9e0a52-0b63-4c1d-8f5e-000000000003',
    text: 'Notes take longer than usual today.',
    level: 'warning',
    startsAt: '2026-01-05T08:00:00.000Z',
  },
]
/** The code that the server accepts, and the server's sentence for any other code. */
export const code = '123456'
export const wrongCode = 'This code is wrong or has expired. Check it, or ask for a new code.'
export const colleague = 'bartholomew.weatherington@clinic.example'
/** The time so many minutes ago, in ISO 8601. */
export const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString()
const id = (end: number) => `00000000-0000-4000-8000-${String(end).padStart(12, '0')}`

export const ids = {
  report: id(1),
  generating: id(2),
  failed: id(3),
  transcript: id(9),
  take: id(8),
  ownLayout: id(20),
  formLayout: id(21),
  sharedLayout: id(22),
  publicLayout: id(24),
  invitedDirectory: id(33),
  otherSession: id(41),
}
export const actingEntries: ActingEntry[] = [
  { id: 2, at: '2026-11-23T18:06:00.000Z', action: 'layout.update', administratorEmail: 'ops@chartside.example' },
  { id: 1, at: '2026-11-23T18:05:00.000Z', action: 'user.sign-in-as' },
]

export const sessions: AccountSession[] = [
  {
    sessionId: id(40),
    device: 'Chartside panel, Chrome on Windows',
    createdAt: hoursAgo(50),
    lastUsedAt: hoursAgo(0),
    current: true,
  },
  {
    sessionId: ids.otherSession,
    device: 'Chartside panel, Edge on the computer at the front desk',
    createdAt: hoursAgo(200),
    lastUsedAt: hoursAgo(26),
    current: false,
  },
]
export const maya = { name: 'Maya Okafor', identifier: '004812', birthDate: '1991-04-02' }

const layoutBase: Layout = {
  _id: id(20),
  name: 'DAP note',
  type: 'other',
  source: 'user',
  email,
  editors: [],
  description: 'Data, assessment, plan. Short paragraphs.',
  instructions: 'Write in the third person.',
  fields: [
    { id: 'data', name: 'Data', type: 'string', instructions: 'What the client said and did.' },
    { id: 'risk', name: 'Risk discussed', type: 'boolean' },
    { id: 'plan', name: 'Plan', type: 'string', format: 'bullet', condition: { id: 'risk', equals: 'Yes' } },
  ],
  config: {},
  status: 'ready',
  version: 7,
  group: 'Outpatient',
  createdAt: at(9000),
  updatedAt: at(30),
}

export const layouts: Layout[] = [
  {
    ...layoutBase,
    _id: id(21),
    name: 'Individual session note',
    source: 'kipu',
    email: 'lead@clinic.example',
    editors: [email],
    group: undefined,
    description: 'From the form on this page.',
  },
  layoutBase,
  {
    ...layoutBase,
    _id: id(22),
    name: 'Group process note',
    email: 'lead@clinic.example',
    group: 'IOP',
    directoryName: 'Northside Clinic',
    config: { multiplePeople: true },
    description: 'One note per member; nobody else’s words in it.',
  },
  {
    ...layoutBase,
    _id: id(23),
    name: 'Biopsychosocial intake',
    group: undefined,
    status: 'generating',
    statusText: 'Reading your example note…',
  },
  {
    ...layoutBase,
    _id: id(24),
    name: 'Discharge letter',
    type: 'document',
    email: undefined,
    group: undefined,
    fields: undefined,
    text: 'Dear [name]',
    description: '',
  },
]

export const turns = [
  'Speaker 0: How has your sleep been since we changed the evening dose?',
  'Speaker 1: Better. Maybe six hours most nights. I still wake around four when I’m worrying about work.',
  'Speaker 0: And the thoughts of not wanting to be here, have those come back?',
  'Speaker 1: No. Not since the spring. I told my sister I’d call her if they did.',
  'Speaker 0: That’s a good plan. Let’s write it down together before we finish.',
  'Speaker 1: I stopped taking the propranolol last week.',
]

export const transcript: Transcript = {
  id: ids.transcript,
  title: 'Session',
  patientId: maya.identifier,
  language: 'en',
  status: 'ready',
  duration: 2297,
  createdAt: at(5),
  turns,
  unclear: [[], [], [2, 3], [1], [], [4]],
  turnBeginsMs: [1_412_000, 1_421_000, 1_490_000, 1_502_000, 1_515_000, null],
}

export const transcripts: TranscriptSummary[] = [
  { ...transcript, patientId: maya.identifier, patientName: maya.name },
  { ...transcript, id: id(10), title: 'Phone call', status: 'recording', duration: 42, createdAt: at(200) },
]

/** Two visits of today that wait for a note. */
export const readyTranscripts: TranscriptSummary[] = [
  { ...transcript, id: id(11), patientName: maya.name, createdAt: at(3) },
  {
    ...transcript,
    id: id(12),
    patientId: '004790',
    patientName: 'Bartholomew Montgomery-Featherstonehaugh',
    duration: 2940,
    createdAt: at(4),
  },
]

const result = {
  confidence: 0.9,
  flags: [],
  evidence: [],
  writer: 'model' as const,
  reviewedBy: 'Clinic model',
}

export const report: Report = {
  _id: ids.report,
  title: 'Individual session note',
  status: 'ready',
  patientId: maya.identifier,
  patientName: maya.name,
  createdAt: at(2),
  updatedAt: at(2),
  version: 1,
  layoutId: layoutBase._id,
  transcriptId: ids.transcript,
  context: { patient: maya, current_visit: { date: '2026-11-21' } },
  template: {
    id: 'individual',
    name: 'Individual session note',
    instructions: '',
    fields: [
      { id: 'date', name: 'Date of session', type: 'date' },
      { id: 'sleep', name: 'Sleep', type: 'string' },
      { id: 'si', name: 'Suicidal ideation', type: 'boolean' },
      { id: 'mood', name: 'Mood', type: 'single_choice', options: ['Depressed', 'Anxious', 'Euthymic'] },
      { id: 'meds', name: 'Medication', type: 'table', headers: ['Medicine', 'Dose', 'When'], rows: [] },
      { id: 'dose', name: 'Dose today', type: 'string' },
      { id: 'substance', name: 'Substance use', type: 'string' },
      { id: 'plan', name: 'Plan', type: 'string', format: 'bullet' },
    ],
  },
  results: [
    { ...result, id: 'date', type: 'date', value: ['2026-11-21'], state: 'entered' },
    {
      ...result,
      id: 'sleep',
      type: 'string',
      value: [
        'Reports improved sleep, about six hours most nights, with early waking around 4 a.m. related to work worry.',
      ],
      state: 'stated',
      evidence: [
        { turn: 1, quote: 'Maybe six hours most nights.', atMs: 1_421_000 },
        { turn: 1, quote: 'I still wake around four when I’m worrying about work.', atMs: 1_424_000 },
      ],
    },
    {
      ...result,
      id: 'si',
      type: 'boolean',
      value: ['No'],
      state: 'denied',
      evidence: [{ turn: 3, quote: 'No. Not since the spring.', atMs: 1_502_000 }],
    },
    {
      ...result,
      id: 'mood',
      type: 'single_choice',
      value: ['Anxious'],
      state: 'stated',
      evidence: [{ turn: 1, quote: 'worrying about work' }],
    },
    {
      ...result,
      id: 'meds',
      type: 'table',
      value: ['Sertraline', '100 mg', 'evening', 'Melatonin', '', 'bedtime'],
      state: 'stated',
      evidence: [{ turn: 0, quote: 'the evening dose' }],
    },
    {
      ...result,
      id: 'dose',
      type: 'string',
      value: ['Continues sertraline **150 mg** in the evening.'],
      state: 'stated',
      evidence: [{ turn: 0, quote: 'we changed the evening dose' }],
      flags: [{ severity: 2, text: '150 mg', reason: 'No dose of 150 mg was said in this session.' }],
    },
    { ...result, id: 'substance', type: 'string', value: [], state: 'not_discussed', confidence: 0 },
    {
      ...result,
      id: 'plan',
      type: 'string',
      value: ['- Call sister if thoughts of self-harm return\n- Review sleep in two weeks'],
      state: 'stated',
      evidence: [{ turn: 3, quote: 'I told my sister I’d call her if they did.' }],
    },
  ],
  omissions: [{ kind: 'medication', turn: 5, quote: 'I stopped taking the propranolol last week.', atMs: 1_868_000 }],
  notices: [],
}

export const generatingReport: Report = {
  ...report,
  _id: ids.generating,
  status: 'generating',
  statusText: '2 of 8 fields',
  results: [],
  omissions: [],
}

export const failedReport: Report = {
  ...report,
  _id: ids.failed,
  status: 'failed',
  statusText: 'The language model did not answer. Wait a moment, then try again.',
  results: [],
  omissions: [],
}

const summary = ({ _id, title, status, statusText, patientId, patientName, createdAt }: Report): ReportSummary => ({
  _id,
  title,
  status,
  statusText,
  patientId,
  patientName,
  createdAt,
})

export const reports: ReportSummary[] = [
  summary(generatingReport),
  summary(report),
  {
    ...summary(report),
    _id: id(4),
    title: 'Biopsychosocial intake',
    patientId: '004790',
    patientName: 'Jonah Feld',
    createdAt: at(190),
    status: 'signed',
  },
  {
    ...summary(report),
    _id: id(5),
    title: 'Referral scan',
    patientId: '004655',
    createdAt: at(300),
    status: 'ocr-waiting',
  },
  { ...summary(failedReport), title: 'DAP note', patientId: '', createdAt: at(3 * 1440) },
]

export const reading: PageReading = {
  source: 'kipu',
  nonce: 'n1',
  url: 'https://demo.kipuworks.com/patients/4812/patient_evaluations/77/edit',
  patient: maya,
  form: { title: 'Individual session note', identity: 'f1', signed: false },
  fields: [],
}

export const plan: FillPlan = {
  nonce: 'n1',
  url: reading.url,
  patient: maya,
  encounter: '',
  writes: [
    {
      fieldId: 'date',
      label: 'Date of session',
      section: '',
      options: [],
      kind: 'date',
      from: ['11/21/2026'],
      to: ['11/21/2026'],
      occupied: true,
    },
    {
      fieldId: 'sleep',
      label: 'Sleep',
      section: '',
      options: [],
      kind: 'long_text',
      from: ['4–5 hrs, poor'],
      occupied: true,
      to: [
        'Reports improved sleep, about six hours most nights, with early waking around 4 a.m. related to work worry.',
      ],
    },
    { fieldId: 'si', label: 'Suicidal ideation', section: '', options: [], kind: 'boolean', from: [], to: ['No'] },
    { fieldId: 'mood', label: 'Mood', section: '', options: [], kind: 'single_choice', from: [], to: ['Anxious'] },
    {
      fieldId: 'plan',
      label: 'Plan',
      section: '',
      options: [],
      kind: 'rich_text',
      from: [''],
      to: ['- Call sister if thoughts of self-harm return\n- Review sleep in two weeks'],
    },
  ],
  refusals: [
    { fieldId: 'phq9', label: 'PHQ-9 item 9', to: ['0'], reason: 'scored' },
    { fieldId: 'goal2', label: 'Goal 2', to: ['Sleep seven hours'], reason: 'ambiguous' },
  ],
}

export const receiptOf = (write: FillPlan['writes'][number]): Receipt => ({
  fieldId: write.fieldId,
  label: write.label,
  outcome: 'written',
  before: write.from,
  after: write.to,
  ...(write.irreversible && { irreversible: true }),
})

/** Makes the receipt that undo gives for a field from the receipt that the fill has given for the same field. */
export const undoneOf = ({ irreversible, ...receipt }: Receipt): Receipt => ({
  ...receipt,
  strategy: 'undo',
  ...(irreversible && { outcome: 'refused', reason: 'irreversible' }),
})

export const unkeptOf = (write: FillPlan['writes'][number]): Receipt => ({
  ...receiptOf(write),
  outcome: 'failed',
  reason: 'rejected-by-page',
  after: write.from,
})

export const recording: RecordingState = {
  ...idleRecording,
  phase: 'recording',
  transactionId: ids.take,
  elapsedMs: 1_457_000,
  levels: { microphone: 0.32, tab: 0.01 },
  connection: 'live',
  microphone: { id: 'jabra', label: 'Jabra Evolve2', fallback: false },
  saved: 1,
  turns: turns.slice(0, 5),
  patient: maya,
}
/** For each turn, the indexes of its unclear words: 2 and 3 in the third turn, and 1 in the fourth turn. */
export const unclear = [[], [], [2, 3], [1]]

export const dictating: RecordingState = {
  ...recording,
  place: 'dictation',
  levels: { microphone: 0.3, tab: null },
  turns: ['Sleep is better,', 'about six hours most nights.'],
}

export const waiting: UnfinishedRecording = {
  id: ids.take,
  place: 'session',
  startedAt: '2026-01-20T12:04:00',
  durationMs: 2_297_000,
  patient: maya,
  access: 'open',
}

/** A session that was finished while the server could not be reached. */
export const finished: UnfinishedRecording = {
  ...waiting,
  finishedAt: '2026-01-20T12:42:00',
  problem: 'The server cannot be reached.',
}

/** A recording that was sent without two parts, because these parts could not be read from the disk. */
export const partlySent: UnfinishedRecording & { sentWithout: MissingAudio[] } = {
  ...waiting,
  sentWithout: [
    { fromMs: 192_000, toMs: 195_200 },
    { fromMs: 600_000, toMs: 603_200 },
  ],
}

export const examples: ExampleSession[] = [
  'Individual therapy: anxiety and sleep',
  'Medication follow-up',
  'Substance use intake',
  'Adolescent therapy',
].map((name) => ({
  name,
  context: { patient: { name: 'Dana Whitfield' } },
  transcript: 'Speaker 0: Good morning.\nSpeaker 1: Hi.',
}))

const directory = (end: number, name: string): Directory => ({
  directoryId: id(end),
  name,
  roleId: id(end + 10),
  permissions: ['layouts.share'],
  chosen: false,
  createdAt: at(90_000),
})
export const directories: Directory[] = [
  directory(31, 'Harbour Street Counseling'),
  directory(32, 'Northern County Center for Behavioral Health and Recovery'),
]
export const invitedDirectory = directory(33, 'Lakeside Day Program')
export const invitation: Invitation = {
  directoryId: id(33),
  directoryName: invitedDirectory.name,
  role: 'Therapist',
  permissions: [],
}
