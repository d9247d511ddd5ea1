import { limits, type TranscriptionSession, wireFormat } from '../../../lib/contracts/index.ts'
import type { UserActor } from '../../actor.ts'
import { Problem } from '../../problem.ts'
import {
  BacklogAhead,
  EngineUnavailable,
  HalfFrame,
  Refused,
  StaleEpoch,
  transcribeBacklog,
  UnknownTake,
} from '../../transcription/index.ts'
import type { Context } from '../index.ts'
import { ownerOf } from '../ownership.ts'
import { createTakes } from '../transcripts/takes.ts'

/** A piece of a recording that comes as a file. */
export interface RecordingAudio {
  /** Where its first frame stands on the take's timeline. */
  fromFrame: number
  channels: number
  language: string
  /** The take ends with it. */
  finish: boolean
  /** 16-bit PCM at 16 kHz, read no faster than the engine takes it. */
  pcm: AsyncIterable<Uint8Array>
}

/**
 * Transcribes a long backlog under the recording's own transcript and answers all of its words. Throws `conflict` where
 * the piece does not follow what is there, or another connection has the take; `no_engine`, `unavailable`, `too_large`.
 */
export async function sendAudio(
  context: Context,
  actor: UserActor,
  transactionId: string,
  audio: RecordingAudio,
  signal: AbortSignal,
): Promise<TranscriptionSession> {
  const { engine, message } = context.speech
  if (engine === null) throw new Problem('no_engine', message)
  const channels = audio.channels === 2 ? 2 : 1
  const owner = { ...ownerOf(actor), address: actor.address }
  const pcm = atMost(audio.pcm, limits.recordingUploadMaxSeconds * wireFormat.sampleRate * 2 * channels)
  try {
    const deps = { engine, noEngineMessage: message, takes: createTakes(context) }
    return await transcribeBacklog(deps, { ...audio, transactionId, owner, channels, pcm, signal })
  } catch (error) {
    throw problemOf(error) ?? error
  }
}

async function* atMost(bytes: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let passed = 0
  for await (const part of bytes) {
    passed += part.length
    if (passed > maxBytes) {
      const minutes = limits.recordingUploadMaxSeconds / 60
      throw new Problem('too_large', `Send at most ${minutes} minutes of a recording at once.`)
    }
    yield part
  }
}

function problemOf(error: unknown): Problem | null {
  if (error instanceof UnknownTake) return new Problem('not_found', error.message)
  if (error instanceof StaleEpoch || error instanceof BacklogAhead) return new Problem('conflict', error.message)
  if (error instanceof Refused || error instanceof HalfFrame) return new Problem('invalid_request', error.message)
  if (error instanceof EngineUnavailable) return new Problem('unavailable', error.message)
  return null
}
