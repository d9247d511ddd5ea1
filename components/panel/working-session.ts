import { z } from 'zod'
import {
  type DynamicField,
  type ExampleSession,
  type GroupReportRequest,
  type ReportRequest,
  speakerLabel,
  type VisitContext,
} from '../../lib/contracts/index.ts'
import type { PagePatient } from '../../lib/page/shapes.ts'
import { localDay } from '../../lib/report/day.ts'
import type { MissingAudio } from '../../lib/transcript/recording-state.ts'

const patient = z.object({ name: z.string(), identifier: z.string(), birthDate: z.string().optional() })
const values = z.array(z.string())
const unsavedEdit = z.object({ base: values, value: values })
const kept = z.object({
  owner: z.string(),
  text: z.string(),
  patient: patient.nullable(),
  edits: z.record(z.string(), z.record(z.string(), unsavedEdit)).default({}),
})

/** An unsaved edit of a note's field: the value when editing began, and the current value. */
export type UnsavedEdit = z.infer<typeof unsavedEdit>
/** The unsaved edits, by report id, then by field id. */
export type UnsavedEdits = Record<string, Record<string, UnsavedEdit>>

/** A finished recording. `transcriptId` is its id on the server. */
export interface Take {
  transcriptId: string
  turns: string[]
  elapsedMs: number
  /**
   * `opened`: a saved transcript, which is kept when the session is cleared. `recorded`: made in this session and
   * deleted with it.
   */
  origin: 'recorded' | 'opened'
  /** When the recording began and ended, in milliseconds since 1970. Undefined: not known. */
  times?: { startedAtMs: number; endedAtMs: number }
  /** Parts of the recording that are missing in the turns. Undefined: nothing is missing. */
  missing?: MissingAudio[]
}

/** The current work: words that are not a note yet, and their patient. */
export interface WorkingSession {
  /** Typed, dictated or pasted text. */
  text: string
  /** The demo visit that `text` comes from. */
  example: ExampleSession | null
  take: Take | null
  /** The patient of the chart that was open when the text was begun (product 11.6). */
  patient: PagePatient | null
}

export const emptySession: WorkingSession = { text: '', example: null, take: null, patient: null }

/**
 * Serialises the unsent text and edits for storage. `owner` is the user's email; only this user can read the draft
 * back. Returns '' if there is nothing to store.
 */
export function draftOf({ text, patient, example }: WorkingSession, owner: string, edits: UnsavedEdits = {}): string {
  const typed = text && !example ? { text, patient } : { text: '', patient: null }
  if (!typed.text && Object.keys(edits).length === 0) return ''
  return JSON.stringify({ owner, ...typed, edits })
}

/** Reads a stored draft. Returns null if it is invalid or belongs to another user. */
export function readDraft(draft: string, owner: string): { session: WorkingSession; edits: UnsavedEdits } | null {
  try {
    const read = kept.safeParse(JSON.parse(draft))
    if (!read.success || read.data.owner !== owner) return null
    const { text, patient: whose, edits } = read.data
    return { session: text ? { ...emptySession, text, patient: whose } : emptySession, edits }
  } catch {
    return null
  }
}

/** Returns the edits with one field's edit replaced. If `edit` is null, the field's edit is removed. */
export function withEdit(edits: UnsavedEdits, report: string, field: string, edit: UnsavedEdit | null): UnsavedEdits {
  const { [field]: _, ...others } = edits[report] ?? {}
  const next = edit ? { ...others, [field]: edit } : others
  const { [report]: __, ...rest } = edits
  return Object.keys(next).length > 0 ? { ...rest, [report]: next } : rest
}

export const hasWords = ({ text, take }: WorkingSession) => take !== null || text.trim() !== ''

/** Describes the size of the words: "38 min · 5,204 words · 2 speakers". */
export function sizeOf({ text, take }: WorkingSession): string {
  const turns = take?.turns ?? text.split('\n')
  const words = turns.flatMap((turn) => turn.replace(speakerLabel, '').split(/\s+/).filter(Boolean)).length
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
  /** Fields of the form that the template does not have. */
  dynamicFields?: DynamicField[]
}

/** The data about a visit that a request for a note contains besides the words. */
interface Visit {
  /** ISO date. */
  today: string
  /**
   * Code of the user's language. Not used for a recording, which has a language of its own, nor for a demo visit, which
   * is in English.
   */
  language: string
}

const two = (number: number) => String(number).padStart(2, '0')

/**
 * The day and the times of the visit. A recording over midnight gets no times, because they would belong to two days.
 */
function visitOf({ take }: WorkingSession, { today }: Visit): NonNullable<VisitContext['current_visit']> {
  if (take?.times === undefined) return { date: today }
  const [start, end] = [new Date(take.times.startedAtMs), new Date(take.times.endedAtMs)]
  const timeOf = (at: Date) => `${two(at.getHours())}:${two(at.getMinutes())}`
  const isOneDay = [start, end].every((at) => localDay(at) === today)
  return isOneDay ? { date: today, start: timeOf(start), end: timeOf(end) } : { date: today }
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
  const known = patient && {
    name: patient.name,
    ...(patient.identifier ? { identifier: patient.identifier } : {}),
    ...(patient.birthDate ? { birthDate: patient.birthDate } : {}),
  }
  const context = {
    ...(known ? { patient: known } : {}),
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
