import { z } from 'zod'
import type {
  DynamicField,
  ExampleSession,
  GroupReportRequest,
  ReportRequest,
  VisitContext,
} from '../../lib/contracts/index.ts'
import type { PagePatient } from '../../lib/page/shapes.ts'
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

/** What somebody typed into a field of a note and did not save: what stood there when they began, and what stands there now. */
export type UnsavedEdit = z.infer<typeof unsavedEdit>
/** By report, then by field. */
export type UnsavedEdits = Record<string, Record<string, UnsavedEdit>>

/** A finished recording; it lies on the server under this id. */
export interface Take {
  transcriptId: string
  turns: string[]
  elapsedMs: number
  /** `opened`: a saved transcript, which stays when this work is put away; `recorded`: it goes with the session. */
  origin: 'recorded' | 'opened'
  /** Parts of the recording that are not in the turns. Left out: all of it is. */
  missing?: MissingAudio[]
}

/** What is being worked on: words that are not a note yet, and whose they are. */
export interface WorkingSession {
  /** Typed, dictated or pasted. */
  text: string
  /** The demo visit whose words `text` holds. */
  example: ExampleSession | null
  take: Take | null
  /** The chart that was open when the words began (design §7, patient lock). */
  patient: PagePatient | null
}

export const emptySession: WorkingSession = { text: '', example: null, take: null, patient: null }

/** What is typed and not sent, as a string for keeping: only for its `owner`, an email. '' when there is nothing to keep. */
export function draftOf({ text, patient, example }: WorkingSession, owner: string, edits: UnsavedEdits = {}): string {
  const typed = text && !example ? { text, patient } : { text: '', patient: null }
  if (!typed.text && Object.keys(edits).length === 0) return ''
  return JSON.stringify({ owner, ...typed, edits })
}

/** A kept draft read back. What cannot be read, and what somebody else typed, counts as none. */
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

/** The edits with one field's changed; null takes it away. */
export function withEdit(edits: UnsavedEdits, report: string, field: string, edit: UnsavedEdit | null): UnsavedEdits {
  const { [field]: _, ...others } = edits[report] ?? {}
  const next = edit ? { ...others, [field]: edit } : others
  const { [report]: __, ...rest } = edits
  return Object.keys(next).length > 0 ? { ...rest, [report]: next } : rest
}

export const hasWords = ({ text, take }: WorkingSession) => take !== null || text.trim() !== ''

const speakerLabel = /^Speaker (\d+):\s*/

/** "38 min · 5,204 words · 2 speakers": what a note can be made of. */
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

/** What the page beside the panel adds to a note. */
export interface PageShare {
  /** What stands in the form, where the clinician wants it used. */
  page_values?: VisitContext['page_values']
  /** Fields of the form that the template does not have. */
  dynamicFields?: DynamicField[]
}

const wordsOf = ({ text, take }: WorkingSession) => (take ? { transcriptId: take.transcriptId } : { transcript: text })

/** The request for a note from this session; `today` is an ISO day. */
export function requestOf(
  session: WorkingSession,
  layoutId: string,
  today: string,
  { page_values = [], dynamicFields = [] }: PageShare = {},
): ReportRequest {
  const { example, patient } = session
  const words = { ...wordsOf(session), ...(dynamicFields.length > 0 ? { dynamicFields } : {}) }
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
    current_visit: { date: today },
    ...(page_values.length > 0 ? { page_values } : {}),
  }
  return { layoutId, ...words, context, patientId: patient?.identifier ?? '' }
}

/** The request for a note for each person of a group session: none of them is the one whose chart is open. */
export function groupRequestOf(
  session: WorkingSession,
  layoutId: string,
  today: string,
  participants: GroupReportRequest['participants'],
): GroupReportRequest {
  return { layoutId, ...wordsOf(session), context: { current_visit: { date: today } }, participants }
}
