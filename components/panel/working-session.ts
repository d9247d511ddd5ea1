import { z } from 'zod'
import {
  type DynamicField,
  type ExampleSession,
  type GroupReportRequest,
  pauseLength,
  type ReportRequest,
  speakerLabel,
  type VisitContext,
} from '../../lib/contracts/index.ts'
import { isOwner, type Person } from '../../lib/contracts/person.ts'
import { samePatient } from '../../lib/page/form/patient.ts'
import type { PagePatient } from '../../lib/page/shapes.ts'
import { localDay } from '../../lib/report/day.ts'
import { knownVisit } from '../../lib/transcript/known-visit.ts'

const values = z.array(z.string())
const unsavedEdit = z.object({ base: values, value: values })
const { patient, ...ofRecording } = knownVisit.shape
const take = z.object({ ...ofRecording, turns: z.array(z.string()), origin: z.enum(['recorded', 'opened']) })
const words = z.object({ text: z.string(), patient })
const draftSchema = words.extend({
  owner: z.string(),
  aside: z.array(words).default([]),
  recording: z.object({ take, patient }).nullable().default(null),
  remarks: words.nullable().default(null),
  continues: z.boolean().default(false),
  edits: z.record(z.string(), z.record(z.string(), unsavedEdit)).default({}),
})

export type UnsavedEdit = z.infer<typeof unsavedEdit>
export type UnsavedEdits = Record<string, Record<string, UnsavedEdit>>

/**
 * A finished recording.
 * - `transcriptId`: its id on the server.
 * - `origin`: `recorded` was made in this session. If the user discards it, its transcript is deleted on the server.
 *   `opened` is a saved transcript, which stays on the server.
 * - `times`: when the recording began and ended, in milliseconds since 1970. Undefined: not known.
 * - `day`: the day of the visit, as YYYY-MM-DD. Undefined: today.
 * - `missing`: parts of the recording that are missing in the turns. Undefined: nothing is missing.
 */
export type Take = z.infer<typeof take>

/** The current work: words that are not a note yet, and their patient. */
export interface WorkingSession {
  text: string
  /** The demo visit that `text` comes from. */
  example: ExampleSession | null
  take: Take | null
  /** The patient of the chart that was open when the first words were typed or recorded (product 11.6). */
  patient: PagePatient | null
  /**
   * Texts that are stored outside the text box, each with its patient: text that was in the box before `take`, and
   * dictated words about another patient. Each time the session is cleared, for example after its note was requested,
   * the first of these texts returns into the box.
   */
  aside: { text: string; patient: PagePatient | null }[]
  /** What the clinician has typed before or beside the running recording (product 9.34). Null: nothing. */
  remarks: { text: string; patient: PagePatient | null } | null
  /** True if the user has asked, with Finish, to write the note with the template that fits the open form. */
  writesNow: boolean
  /** True if the running recording is a further part of `take` (product 9.35). */
  continues: boolean
}

export const emptySession: WorkingSession = {
  ...{ text: '', example: null, take: null, patient: null, aside: [] },
  remarks: null,
  continues: false,
  writesNow: false,
}

/**
 * Returns the session with the words of a recording instead of its text. Typed text is put aside, so that a recording
 * never deletes it.
 */
export const withTake = (
  { text, example, patient, aside }: WorkingSession,
  take: Take,
  whose: PagePatient | null,
): WorkingSession => ({
  ...emptySession,
  take,
  patient: whose,
  aside: text.trim() !== '' && !example ? [{ text, patient }, ...aside] : aside,
})

/** Returns the session with the text of the box as the first remarks of the recording that has begun. */
export function withTextAsRemarks(session: WorkingSession, whose: PagePatient | null): WorkingSession {
  const { text, example, remarks, aside } = session
  if (text.trim() === '' || example || session.take || remarks || isOfAnother(session, whose)) return session
  return { ...emptySession, aside, remarks: { text, patient: whose }, continues: session.continues }
}

/** Returns the session whose remarks could not be added to a recording. They are put aside with their patient. */
export function withRemarksAside(session: WorkingSession): WorkingSession {
  const { remarks } = session
  if (remarks === null) return session
  return withAside({ ...session, remarks: null }, remarks.text, remarks.patient)
}

/** Returns the session without its words. The first text that was put aside returns into the box. */
export function withoutWords({ aside: [first, ...aside] }: WorkingSession): WorkingSession {
  return first === undefined ? emptySession : { ...emptySession, ...first, aside }
}

/**
 * Returns the session with this text put aside. If there is already text of the same patient, the new text is appended
 * to it, so that a dictation in several parts stays together.
 */
export function withAside(session: WorkingSession, text: string, whose: PagePatient | null): WorkingSession {
  const isTheirs = ({ patient }: { patient: PagePatient | null }) =>
    patient === whose || (patient !== null && whose !== null && samePatient(patient, whose))
  const at = session.aside.findIndex(isTheirs)
  const aside =
    at < 0
      ? [...session.aside, { text, patient: whose }]
      : session.aside.map((one, place) => (place === at ? { ...one, text: `${one.text}\n${text}` } : one))
  return { ...session, aside }
}

/** True if the text in the box belongs to another patient than `whose`. False if one of the patients is not known. */
export const isOfAnother = ({ text, patient }: WorkingSession, whose: PagePatient | null): boolean =>
  text.trim() !== '' && patient !== null && whose !== null && !samePatient(patient, whose)

/**
 * True while at least half of the lines of a demo visit are in the text. With fewer lines, the text counts as the words
 * of a real visit.
 */
export function isStillExample({ transcript }: ExampleSession, text: string): boolean {
  const textLines = new Set(text.split('\n').map((line) => line.trim()))
  const lines = transcript.split('\n').filter((line) => line.trim() !== '')
  return lines.filter((line) => textLines.has(line.trim())).length * 2 >= lines.length
}

/**
 * Serialises the unsent text and edits for storage. `owner` is the value of `ownerOf`; only this user can read the
 * draft back. Returns '' if there is nothing to store.
 */
export function draftOf(session: WorkingSession, owner: string, edits: UnsavedEdits = {}): string {
  const { text, patient, example, take, aside, remarks, continues } = session
  const typedText = text && !example ? { text, patient } : { text: '', patient: null }
  const recording = take && { take, patient }
  if (!typedText.text && !recording && !remarks && aside.length === 0 && Object.keys(edits).length === 0) return ''
  return JSON.stringify({ owner, ...typedText, recording, aside, remarks, continues, edits })
}

/** Reads a stored draft. Returns null if it is invalid or belongs to another user. */
export function readDraft(draft: string, person: Person): { session: WorkingSession; edits: UnsavedEdits } | null {
  try {
    const result = draftSchema.safeParse(JSON.parse(draft))
    if (!result.success || !isOwner(result.data.owner, person)) return null
    const { text, patient: whose, recording, aside, remarks, continues, edits } = result.data
    const textSession = { ...emptySession, aside, remarks, ...(text ? { text, patient: whose } : {}) }
    const session = recording
      ? { ...withTake(textSession, recording.take, recording.patient), remarks, continues }
      : textSession
    return { session, edits }
  } catch {
    return null
  }
}

/** Returns the edits with one field's edit replaced. If `edit` is null, the field's edit is removed. */
export function withEdit(edits: UnsavedEdits, report: string, field: string, edit: UnsavedEdit | null): UnsavedEdits {
  const { [field]: _, ...others } = edits[report] ?? {}
  const newEdits = edit ? { ...others, [field]: edit } : others
  const { [report]: __, ...rest } = edits
  return Object.keys(newEdits).length > 0 ? { ...rest, [report]: newEdits } : rest
}

/**
 * Returns the session with the words of a draft of another panel. If the session has got words meanwhile, they stay,
 * and the text of the draft is put aside with its patient.
 */
export function withDraft(session: WorkingSession, lostSession: WorkingSession): WorkingSession {
  const aside = [...session.aside, ...lostSession.aside]
  if (!hasWords(session)) return { ...lostSession, aside }
  const text = lostSession.take ? lostSession.take.turns.join('\n') : lostSession.text
  return { ...session, aside: text.trim() === '' ? aside : [...aside, { text, patient: lostSession.patient }] }
}

/** Merges two sets of unsaved edits. If both contain an edit of the same field, the edit in `now` is kept. */
export function mergedEdits(storedEdits: UnsavedEdits, currentEdits: UnsavedEdits): UnsavedEdits {
  const reports = Object.keys({ ...storedEdits, ...currentEdits })
  return Object.fromEntries(reports.map((report) => [report, { ...storedEdits[report], ...currentEdits[report] }]))
}

export const hasWords = ({ text, take }: WorkingSession) => take !== null || text.trim() !== ''

/** Describes the size of the words: "38 min · 5,204 words · 2 speakers". */
export function sizeOf({ text, take }: WorkingSession): string {
  const turns = take?.turns ?? text.split('\n')
  const words = turns.flatMap((turn) =>
    (pauseLength(turn) === null ? turn : '').replace(speakerLabel, '').split(/\s+/).filter(Boolean),
  ).length
  const speakers = new Set(turns.flatMap((turn) => speakerLabel.exec(turn)?.[1] ?? [])).size
  return [
    take ? lengthOf(take.elapsedMs) : '',
    `${words.toLocaleString('en')} ${words === 1 ? 'word' : 'words'}`,
    speakers > 0 ? `${speakers} ${speakers === 1 ? 'speaker' : 'speakers'}` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

function lengthOf(elapsedMs: number): string {
  const minutes = Math.round(elapsedMs / 60_000)
  return minutes > 0 ? `${minutes} min` : `${Math.round(elapsedMs / 1000)} s`
}

/** Data of the page that is added to the request for a note. */
export interface PageShare {
  /** The form's current values, if the clinician wants them used. */
  page_values?: VisitContext['page_values']
  dynamicFields?: DynamicField[]
}

/** The data about a visit that a request for a note contains besides the words. */
interface Visit {
  /** The present day, as YYYY-MM-DD. Used for words whose own day is not known. */
  today: string
  /**
   * Code of the user's language. Used only for typed text: a recording has a language of its own, and a demo visit is
   * in English.
   */
  language: string
}

const two = (number: number) => String(number).padStart(2, '0')

/**
 * The day and the times of the visit. The day of a recording is the day on which it began, also if the note is written
 * later. A recording over midnight gets no times, because they would belong to two days.
 */
function visitOf({ take }: WorkingSession, { today }: Visit): NonNullable<VisitContext['current_visit']> {
  if (take?.times === undefined) return { date: take?.day ?? today }
  const [start, end] = [new Date(take.times.startedAtMs), new Date(take.times.endedAtMs)]
  const timeOf = (at: Date) => `${two(at.getHours())}:${two(at.getMinutes())}`
  const date = localDay(start)
  return localDay(end) === date ? { date, start: timeOf(start), end: timeOf(end) } : { date }
}

const wordsOf = ({ text, take, example }: WorkingSession, { language }: Visit) =>
  take ? { transcriptId: take.transcriptId } : { transcript: text, ...(example ? {} : { language }) }

/** Builds the request for a note. */
export function requestOf(
  session: WorkingSession,
  layoutId: string,
  visit: Visit,
  { page_values = [], dynamicFields = [] }: PageShare = {},
): ReportRequest {
  const { example, patient } = session
  const words = { ...wordsOf(session, visit), ...(dynamicFields.length > 0 ? { dynamicFields } : {}) }
  if (example) {
    return { layoutId, ...words, context: example.context, patientId: example.context.patient?.identifier ?? 'Example' }
  }
  const contextPatient = patient && {
    name: patient.name,
    ...(patient.identifier ? { identifier: patient.identifier } : {}),
    ...(patient.birthDate ? { birthDate: patient.birthDate } : {}),
  }
  const context = {
    ...(contextPatient ? { patient: contextPatient } : {}),
    current_visit: visitOf(session, visit),
    ...(page_values.length > 0 ? { page_values } : {}),
  }
  return { layoutId, ...words, context, patientId: patient?.identifier ?? '' }
}

/**
 * Builds the request for one note per participant of a group session. No patient is set, because the open chart belongs
 * to only one person.
 */
export function groupRequestOf(
  session: WorkingSession,
  layoutId: string,
  visit: Visit,
  participants: GroupReportRequest['participants'],
): GroupReportRequest {
  return { layoutId, ...wordsOf(session, visit), context: { current_visit: visitOf(session, visit) }, participants }
}
