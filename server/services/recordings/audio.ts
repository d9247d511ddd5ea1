import { type ConfirmedConsent, limits, type TranscriptionSession, wireFormat } from '../../../lib/contracts/index.ts'
import type { Person } from '../../authority/index.ts'
import { ownerOf } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import {
  BacklogAhead,
  EngineRefused,
  EngineUnavailable,
  HalfFrame,
  Refused,
  StaleEpoch,
  transcribeBacklog,
  UnknownTake,
} from '../../transcription/index.ts'
import { atMost } from '../byte-limit.ts'
import type { Context } from '../index.ts'
import { storedConsent } from '../tickets.ts'
import { createTakes } from '../transcripts/takes.ts'

export interface RecordingAudio {
  /** Position of the first frame on the timeline of the take. */
  fromFrame: number
  channels: number
  language: string
  patientId?: string | undefined
  patientName?: string | undefined
  consent: ConfirmedConsent | null
  finish: boolean
  /** 16-bit PCM at 16 kHz. The stream is read only as fast as the engine accepts it. */
  pcm: AsyncIterable<Uint8Array>
}

/**
 * Transcribes sound of a recording that the client could not send live, adds the words to the transcript, and returns
 * all words of the transcript.
 *
 * Throws `conflict` if the sound begins after the end of the transcribed sound, or if another connection has opened the
 * take; `not_found` for the take of another person; `invalid_request` if the server refuses the recording, for example
 * because it was erased, or if the sound ends in the middle of a frame; `no_engine` if the server has no speech engine, or its engine refuses all sound;
 * `unavailable` if the engine does not open; `too_large` if the sound is longer than `recordingUploadMaxSeconds`.
 */
export async function sendAudio(
  context: Context,
  principal: Person,
  transactionId: string,
  audio: RecordingAudio,
  signal: AbortSignal,
): Promise<TranscriptionSession> {
  const { engine, message } = context.speech
  if (engine === null) throw new Problem('no_engine', message)
  const channels = audio.channels === 2 ? 2 : 1
  const consent = storedConsent(principal, audio.consent)
  const { address, administratorId } = principal
  const owner = { ...ownerOf(principal), address, administratorId, consent }
  const seconds = limits.recordingUploadMaxSeconds
  const tooLong = `Send at most ${seconds / 60} minutes of a recording in one request.`
  const pcm = atMost(audio.pcm, seconds * wireFormat.sampleRate * 2 * channels, tooLong)
  try {
    const deps = { engine, noEngineMessage: message, takes: createTakes(context) }
    return await transcribeBacklog(deps, { ...audio, transactionId, owner, channels, pcm, signal })
  } catch (error) {
    throw problemOf(error)?.because(error) ?? error
  }
}

function problemOf(error: unknown): Problem | null {
  if (error instanceof UnknownTake) return new Problem('not_found', error.message)
  if (error instanceof StaleEpoch || error instanceof BacklogAhead) return new Problem('conflict', error.message)
  if (error instanceof Refused || error instanceof HalfFrame) return new Problem('invalid_request', error.message)
  if (error instanceof EngineRefused) return new Problem('no_engine', error.message)
  if (error instanceof EngineUnavailable) return new Problem('unavailable', error.message)
  return null
}
