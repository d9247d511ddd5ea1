import type { ReportSummary, TranscriptSummary } from '../../lib/contracts/index.ts'
import { localDay } from '../../lib/report/day.ts'
import type { KnownVisit } from '../../lib/transcript/known-visit.ts'
import { isSentByItself, type UnfinishedRecording } from '../../lib/transcript/recording-state.ts'
import { emptySession, type WorkingSession, withTake } from '../panel/working-session.ts'
import { forPatient, isOwn } from '../report/report-words.ts'
import type { Tone } from '../ui/tag.tsx'

/**
 * How far a visit is.
 * - waiting: recorded on this computer, and not sent to its end
 * - sending: being sent from this computer
 * - recording: a recording that was not finished, perhaps on another computer
 * - transcribing: a file whose words are being read
 * - check: a file of which a part could not be read
 * - ready: without a note
 * - writing: the note is being written
 * - filled: written into the page, and not signed here
 * - done: signed, and written into the page
 */
export type VisitState =
  | 'waiting'
  | 'sending'
  | 'recording'
  | 'transcribing'
  | 'check'
  | 'ready'
  | 'writing'
  | 'draft'
  | 'filled'
  | 'signed'
  | 'done'
  | 'failed'

export const visitWords: Record<VisitState, { word: string; tone: Tone }> = {
  waiting: { word: 'waiting to be sent', tone: 'look' },
  sending: { word: 'sending', tone: 'plain' },
  recording: { word: 'not finished', tone: 'look' },
  transcribing: { word: 'transcribing', tone: 'plain' },
  check: { word: 'incomplete', tone: 'look' },
  ready: { word: 'ready for a note', tone: 'look' },
  writing: { word: 'note is being written', tone: 'plain' },
  draft: { word: 'draft', tone: 'plain' },
  filled: { word: 'filled, not signed', tone: 'look' },
  signed: { word: 'signed', tone: 'good' },
  done: { word: 'signed and filled', tone: 'good' },
  failed: { word: 'failed', tone: 'bad' },
}

/** States that change without the user. The list is loaded again while a visit has one of them. */
export const passingStates: readonly VisitState[] = ['sending', 'transcribing', 'writing']

export interface Visit {
  /** The id of the transcript or, for a note that was made from text, of the note. */
  id: string
  state: VisitState
  /** The patient if the name or the number is known, otherwise the title. */
  title: string
  /** When the visit began, in ISO 8601. */
  startedAt: string
  /** 0: not known, or typed text. */
  durationMs: number
  /** The newest note of the visit. Undefined: there is none. */
  reportId?: string
  /** The recording on this computer. Undefined: nothing of it waits to be sent. */
  recording?: UnfinishedRecording
}

const stateOfStatus: Record<ReportSummary['status'], VisitState> = {
  generating: 'writing',
  'ocr-waiting': 'writing',
  ready: 'draft',
  failed: 'failed',
  signed: 'signed',
}
/** States that a note has after it was written into the page. */
const filledStates: Partial<Record<VisitState, VisitState>> = { draft: 'filled', signed: 'done' }

function stateOfReport({ status, filledAt }: ReportSummary): VisitState {
  const state = stateOfStatus[status]
  return (filledAt === undefined ? undefined : filledStates[state]) ?? state
}

const stateOfTranscript: Record<TranscriptSummary['status'], VisitState> = {
  recording: 'recording',
  ready: 'ready',
  'ocr-waiting': 'transcribing',
  transcribing: 'transcribing',
  incomplete: 'check',
  failed: 'failed',
}

interface VisitSources {
  /** The recordings on this computer. */
  recordings: readonly UnfinishedRecording[]
  known: readonly KnownVisit[]
  /** The newest transcripts and reports of the person. */
  transcripts: readonly TranscriptSummary[]
  reports: readonly ReportSummary[]
  day: string
}

/**
 * Returns the visits of a day, newest first. Visits of earlier days are listed, too, while they wait to be sent, or while
 * this computer knows them and they have no note.
 */
export function visitsOf({ recordings, known: knownVisits, transcripts, reports, day }: VisitSources): Visit[] {
  const isToday = (at: string) => localDay(new Date(at)) === day
  const knownById = new Map(knownVisits.map((visit) => [visit.transcriptId, visit]))
  const ownReports = reports.filter(isOwn)
  const waiting = recordings.filter(isSentByItself).map(
    (recording): Visit => ({
      id: recording.id,
      state: recording.sentShare ? 'sending' : 'waiting',
      title:
        recording.patient?.name ||
        knownById.get(recording.id)?.patient?.name ||
        (recording.access === 'open' ? 'A visit without a chart' : 'A recorded visit'),
      startedAt: recording.startedAt,
      durationMs: recording.durationMs,
      recording,
    }),
  )
  const onThisComputer = new Set(recordings.map(({ id }) => id))
  const transcriptVisits = transcripts
    .filter(({ id }) => !onThisComputer.has(id))
    .map((transcript): Visit => {
      const { id, status, title, duration, createdAt } = transcript
      const [report] = ownReports.filter(({ transcriptId }) => transcriptId === id)
      const { patient, times } = knownById.get(id) ?? {}
      return {
        id,
        state: report ? stateOfReport(report) : stateOfTranscript[status],
        title: patient?.name || (forPatient(transcript) ?? title),
        startedAt: times ? new Date(times.startedAtMs).toISOString() : createdAt,
        durationMs: duration * 1000,
        ...(report ? { reportId: report._id } : {}),
      }
    })
    .filter(({ id, state, startedAt }) => isToday(startedAt) || (state === 'ready' && knownById.has(id)))
  const transcriptIds = new Set(transcripts.map(({ id }) => id))
  const reportVisits = ownReports
    .filter(({ transcriptId, createdAt }) => !(transcriptId && transcriptIds.has(transcriptId)) && isToday(createdAt))
    .map(
      (report): Visit => ({
        id: report._id,
        state: stateOfReport(report),
        title: forPatient(report) ?? report.title,
        startedAt: report.createdAt,
        durationMs: 0,
        reportId: report._id,
      }),
    )
  return [...waiting, ...transcriptVisits, ...reportVisits].sort(
    (a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt),
  )
}

/**
 * Returns the session with which a note of a visit is requested, or null if the visit has no transcript. The patient is
 * that of the recording: the whole patient if this computer knows the visit, otherwise only the chart number, because a
 * name may have been typed (product 12.111).
 */
export function sessionOfVisit(
  id: string,
  known: readonly KnownVisit[],
  transcripts: readonly TranscriptSummary[],
): WorkingSession | null {
  const transcript = transcripts.find((one) => one.id === id)
  if (transcript === undefined) return null
  const { patientId = '', duration, createdAt } = transcript
  const { patient: numbered, ...times } = known.find(({ transcriptId }) => transcriptId === id) ?? {
    patient: patientId === '' ? null : { name: '', identifier: patientId },
    elapsedMs: duration * 1000,
  }
  const take = { day: localDay(new Date(createdAt)), ...times, transcriptId: id, turns: [], origin: 'opened' as const }
  return withTake(emptySession, take, numbered)
}
