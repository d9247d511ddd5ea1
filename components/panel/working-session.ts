import { z } from 'zod'
import type { ExampleSession, ReportRequest } from '../../lib/contracts/index.ts'
import type { PagePatient } from '../../lib/page/shapes.ts'

const patient = z.object({ name: z.string(), identifier: z.string(), birthDate: z.string().optional() })
const kept = z.object({ text: z.string(), patient: patient.nullable() })

/** What is being worked on: words that are not a note yet, and whose they are. */
export interface WorkingSession {
  /** Typed, dictated or pasted. */
  text: string
  /** The demo visit whose words `text` holds. */
  example: ExampleSession | null
  /** A finished recording; it lies on the server under this id. */
  take: { transcriptId: string; turns: string[]; elapsedMs: number } | null
  /** The chart that was open when the words began (design §7, patient lock). */
  patient: PagePatient | null
}

export const emptySession: WorkingSession = { text: '', example: null, take: null, patient: null }

/** The typed part as a string for keeping; '' when there is nothing to keep. */
export function draftOf({ text, patient, example }: WorkingSession): string {
  return text && !example ? JSON.stringify({ text, patient }) : ''
}

/** A kept draft read back; what cannot be read counts as none. */
export function sessionFromDraft(draft: string): WorkingSession | null {
  try {
    const read = kept.safeParse(JSON.parse(draft))
    return read.success ? { ...emptySession, ...read.data } : null
  } catch {
    return null
  }
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

/** The request for a note from this session; `today` is an ISO day. */
export function requestOf(session: WorkingSession, layoutId: string, today: string): ReportRequest {
  const { text, example, take, patient } = session
  const words = take ? { transcriptId: take.transcriptId } : { transcript: text }
  if (example) {
    return { layoutId, ...words, context: example.context, patientId: example.context.patient?.identifier ?? 'Example' }
  }
  const known = patient && {
    name: patient.name,
    ...(patient.identifier ? { identifier: patient.identifier } : {}),
    ...(patient.birthDate ? { birthDate: patient.birthDate } : {}),
  }
  const context = { ...(known ? { patient: known } : {}), current_visit: { date: today } }
  return { layoutId, ...words, context, patientId: patient?.identifier ?? '' }
}
