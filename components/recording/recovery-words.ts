import type { MissingAudio, UnfinishedRecording } from '../../lib/transcript/recording-state.ts'
import { missingWords } from '../../lib/transcript/sending/missing-words.ts'

type Access = UnfinishedRecording['access']

/** Why a recording cannot be opened now, with what to do. Null if it can be opened. */
export const whyClosed: Record<Access, string | null> = {
  open: null,
  'sign-in': 'Only the person who made this recording can open it. Sign in as that person.',
  'other-server':
    'This recording was made on another server. To open the recording, set the address of that server in the settings again.',
  offline:
    'This recording cannot be opened now, because the server cannot be reached. It is safe on this computer and can be opened when the server is available again.',
  erased:
    'This recording was erased on the server and can never be opened again. Erase what is left of it on this computer.',
}

/** The explanation shown before erasing is confirmed. */
export const erasable: Record<Access, string> = {
  open: 'The sound and the transcript of this recording will be erased, on this computer and on the server. This cannot be undone.',
  'sign-in': 'Only the person who made this recording can erase it.',
  'other-server':
    'The sound of this recording will be erased from this computer. Its server is told when the address of that server is set in the settings again. This cannot be undone.',
  offline:
    'The sound and the transcript of this recording will be erased: on this computer now, and on the server as soon as the server can be reached. This cannot be undone.',
  erased: 'What is left of the recording on this computer will be erased.',
}

/** The explanation shown before erasing the rest of a recording that was partly sent. */
export const erasableRest =
  'The sound of this recording will be erased from this computer, including the part that was not sent. You keep the transcript. This cannot be undone.'

/** Describes which part of a finished recording is missing in its transcript, and what to do. */
export const missingInWords = (missingAudio: readonly MissingAudio[]) =>
  `${missingWords(missingAudio)}: this part could not be read from this computer’s disk and was not sent. The recording stays on this computer. In the list of waiting recordings, you can try again or erase the recording.`

/** Describes which part of a recording was not sent. */
export const missingOfCard = (missingAudio: readonly MissingAudio[]) => `Part not sent: ${missingWords(missingAudio)}`
/** Explains why a part was not sent, and what to do. */
export const missingWhy =
  'This part could not be read from this computer’s disk. Everything else is in the transcript. “Try again” transcribes the whole recording again.'

/** Explains why a recording waits that was made without a consent, while one is required (product 13.7). */
export const consentMissing =
  'Your organisation requires the patient’s consent, and this recording has none, so not all of it was turned into text. It stays on this computer until you confirm that the patient agrees.'
/** Explains why another unfinished recording waits. */
export const notFinished =
  'Not all of this recording was turned into text yet, because it was not finished or could not be sent. It is safe on this computer.'

/** Formats a time as the user's locale writes it, with the day if it is not today: "12:04 PM", "Nov 20, 12:04 PM". */
export function whenText(startedAt: string, nowMs: number): string {
  const at = new Date(startedAt)
  const isToday = at.toDateString() === new Date(nowMs).toDateString()
  const day = isToday ? {} : ({ day: 'numeric', month: 'short' } as const)
  return at.toLocaleString(undefined, { ...day, hour: 'numeric', minute: '2-digit' })
}

/** Formats a duration: "38 min", or seconds if it is less than one minute. */
export function lengthText(durationMs: number): string {
  const minutes = Math.round(durationMs / 60_000)
  return minutes > 0 ? `${minutes} min` : `${Math.round(durationMs / 1000)} s`
}
