import type { Layout, Report, Transcript } from '../../../lib/contracts/index.ts'
import { formLayout } from '../../../lib/page/form/form-layout.ts'
import type { FillPlan, PageField, PageReading } from '../../../lib/page/shapes.ts'
import * as data from './data.ts'

const id = (end: number) => `00000000-0000-4000-8000-${String(end).padStart(12, '0')}`
export const pageIds = {
  picture: id(51),
  sound: id(52),
  unread: id(53),
  partlyRead: id(57),
  stored: id(58),
  formLayout: id(54),
  dynamic: id(55),
  chartless: id(56),
}

const field = (fieldId: string, label: string, given: Partial<PageField> = {}): PageField => ({
  id: fieldId,
  label,
  section: 'Session',
  kind: 'long_text',
  options: [],
  value: [],
  names: [fieldId],
  rule: 'accessible',
  score: 0.95,
  ...given,
})

const fields: PageField[] = [
  field('date', 'Date of session', { kind: 'date', value: ['11/14/2026'], format: 'MM/DD/YYYY' }),
  field('sleep', 'Sleep', { value: ['4–5 hrs, poor'] }),
  field('si', 'Suicidal ideation', { kind: 'boolean', section: 'Risk' }),
  field('mood', 'Mood', { kind: 'single_choice', options: ['Depressed', 'Anxious', 'Euthymic'], value: ['Depressed'] }),
  field('dose', 'Dose today', { kind: 'text', value: ['100 mg'] }),
  field('substance', 'Substance use'),
  field('plan', 'Plan', { section: 'Plan', value: ['Weekly sessions'] }),
  field('phq', 'PHQ-9 total', { kind: 'number', locked: 'scored' }),
  field('box', 'txtNarrative4', {
    section: '',
    score: 0.3,
    rule: 'name',
    candidates: [
      { text: 'txtNarrative4', rule: 'name', score: 0.3 },
      { text: 'Homework', rule: 'geometry', score: 0.28 },
    ],
  }),
]

/** A half-filled form in Maya's chart. */
export const formReading: PageReading = { ...data.reading, fields }
/** The form of `formReading` after a fill whose screen was closed. */
export const filledReading: PageReading = {
  ...formReading,
  fields: fields.map((each) => (each.id === 'si' ? { ...each, value: ['No'] } : each)),
  lastFill: { fillId: 'fill', at: Date.UTC(2026, 10, 21, 16, 2), count: 2, fieldIds: ['si', 'sleep'] },
}
/** The form of `formReading` with a date whose order of day and month is not known. */
export const unorderedReading: PageReading = {
  ...formReading,
  url: 'https://ehr.clinic.example/chart/12',
  fields: [...fields, field('onset', 'Onset of symptoms', { kind: 'date', format: 'MM/DD/YYYY', orderUnknown: true })],
}
export const unorderedPlan: FillPlan = {
  ...data.plan,
  url: unorderedReading.url,
  refusals: [{ fieldId: 'onset', label: 'Onset of symptoms', to: ['2026-12-05'], reason: 'day-or-month' }],
}
/** The form of `formReading` a month later. One field is gone, and one is new. */
export const changedReading: PageReading = {
  ...formReading,
  fields: [...fields.filter(({ id: each }) => each !== 'substance'), field('goals', 'Goals for next week')],
}

/** The form of `formReading` with an additional field that the note's template does not have. */
export const moreReading: PageReading = {
  ...formReading,
  fields: [...fields, field('meds', 'Medication', { kind: 'text' })],
}
/** The form of `formReading` with two lists that cannot be cleared once a choice was made. */
export const irreversibleReading: PageReading = {
  ...formReading,
  fields: fields.map((each) =>
    each.id === 'mood' || each.id === 'si' ? { ...each, value: [], irreversible: true as const } : each,
  ),
}
const laterPage = new Set(['plan', 'box'])
/**
 * The first page of a form with three pages. The second page was scanned before, and the third page was never scanned.
 */
export const partReading: PageReading = {
  ...formReading,
  form: { title: 'Session', identity: 'f11', signed: false, encounter: '900', part: '11', parts: ['11', '12', '13'] },
  fields: fields.filter(({ id: each }) => !laterPage.has(each)),
  elsewhere: [{ part: '12', title: 'Plan', fields: fields.filter(({ id: each }) => laterPage.has(each)) }],
}

const draft = formLayout(formReading)
if (!draft) throw new Error('The form makes a layout.')
/** The template that was made from the form of `formReading`. */
export const layoutOfForm: Layout = {
  ...draft,
  _id: pageIds.formLayout,
  name: 'Session note, from the form',
  email: data.email,
  editors: [],
  status: 'ready',
  version: 1,
  createdAt: data.report.createdAt,
  updatedAt: data.report.createdAt,
}

const formerIdOf = ({ id }: { id: string }): string => `former-${id}`
/**
 * The form of `formReading` as read by a later version of Chartside, which also reports the field identities of earlier
 * versions.
 */
export const rereadForm: PageReading = {
  ...formReading,
  fields: fields.map((field) => ({ ...field, formerIds: [formerIdOf(field)] })),
}
const { form: _form, ...beforeForms } = layoutOfForm
/** The template as an earlier version of Chartside saved it: its fields have only the former ids. */
export const earlierLayout: Layout = {
  ...beforeForms,
  fields: (layoutOfForm.fields ?? []).map(({ condition: _condition, ...field }) => ({
    ...field,
    id: formerIdOf(field),
  })),
}

/** A note that also answers two fields of the page's form. */
export const dynamicReport: Report = {
  ...data.report,
  _id: pageIds.dynamic,
  omissions: [],
  dynamicFields: [
    { id: 'goals', name: 'Goals for next week' },
    { id: 'homework', name: 'Homework' },
  ],
  results: [
    ...data.report.results,
    {
      id: 'goals',
      type: 'string',
      value: ['Wants to sleep through until six.'],
      confidence: 0.8,
      state: 'stated',
      evidence: [{ turn: 1, quote: 'I still wake around four' }],
      flags: [],
    },
    {
      id: 'homework',
      type: 'string',
      value: ['Sleep diary, every morning.'],
      confidence: 1,
      state: 'entered',
      given: 'page',
      evidence: [],
      flags: [],
    },
  ],
}

/** A note that was written without an open chart. */
export const chartlessReport: Report = {
  ...data.report,
  _id: pageIds.chartless,
  patientId: '',
  context: { current_visit: { date: '2026-11-21' } },
}

const file: Transcript = {
  ...data.transcript,
  id: pageIds.picture,
  title: 'Picture',
  status: 'ocr-waiting',
  duration: 0,
  turns: [],
}
/** Files that are being transcribed or have failed. */
export const fileTranscripts: Transcript[] = [
  file,
  { ...file, id: pageIds.sound, title: 'Phone call, recorded', status: 'transcribing', progress: 0.4 },
  {
    ...file,
    id: pageIds.unread,
    title: 'Sound file',
    status: 'failed',
    statusText: 'Nothing is said in this file. Delete it, or choose another one.',
  },
  {
    ...file,
    id: pageIds.stored,
    title: 'Sound file',
    status: 'failed',
    statusText: 'The transcription service does not accept the key. Check SPEECH_API_KEY.',
    hasFile: true,
  },
  {
    ...file,
    id: pageIds.partlyRead,
    title: 'Referral letter',
    status: 'incomplete',
    statusText: 'Page 2 has a picture that was not read.',
    turns: data.turns.slice(0, 2),
    hasFile: true,
  },
]
