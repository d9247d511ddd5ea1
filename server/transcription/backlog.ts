import { randomUUID } from 'node:crypto'
import { type TranscriptionSession, wireFormat } from '../../lib/contracts/index.ts'
import type { EngineEvent } from '../providers/speech/engine.ts'
import { backlogPieces } from './backlog-pieces.ts'
import { commitLast } from './progress.ts'
import { openRunning, type RecognitionDeps } from './running.ts'
import { StaleEpoch } from './takes.ts'

/** The file begins after what is committed: something between would be lost. */
export class BacklogAhead extends Error {
  override name = 'BacklogAhead'
  constructor() {
    super('This part of the recording begins after what the server has. Send it from there.')
  }
}

export interface Backlog<Owner> {
  transactionId: string
  owner: Owner
  /** Where the first frame of `pcm` stands on the take's timeline; not after what is committed. */
  fromFrame: number
  channels: 1 | 2
  language: string
  /** The take ends with this file. */
  finish: boolean
  /** Interleaved 16-bit little-endian PCM at 16 kHz; gaps are zeros. */
  pcm: AsyncIterable<Uint8Array>
  /** Aborted: the engine is let go and the reason thrown; what was committed stays. */
  signal?: AbortSignal
}

/** How often what has settled is committed: a file that breaks off is continued from there. */
const commitEveryMs = 1000
/**
 * Words that end this close to the end of a file that is not the last may go on in the next one: they are left to it.
 * As long as the pause that ends an utterance.
 */
const unsureFrames = (600 * wireFormat.sampleRate) / 1000

/**
 * Transcribes a long backlog as fast as the engine takes it (design §5), under an epoch of its own like a socket's: a
 * newer socket or file takes over. No audio is kept. Answers the whole transcript and its committed seconds, from where
 * the client goes on. Throws `Refused`, `UnknownTake`, `EngineUnavailable`, `StaleEpoch`, `BacklogAhead`, `HalfFrame`.
 */
export async function transcribeBacklog<Owner>(
  deps: RecognitionDeps<Owner>,
  { transactionId, owner, fromFrame, channels, language, finish, pcm, signal }: Backlog<Owner>,
): Promise<TranscriptionSession> {
  signal?.throwIfAborted()
  const { encoding, sampleRate } = wireFormat
  const start = { transactionId, language, channels, encoding, sampleRate, diarize: true, skipSave: false }
  const running = await openRunning(start, owner, deps)
  const { stream, builder, committer, kept } = running
  const release = () => stream.close()
  signal?.addEventListener('abort', release, { once: true })
  try {
    if (fromFrame > running.atFrame) throw new BacklogAhead()

    /** Where the file ends, once it has. */
    let endFrame: number | null = null
    /** For each channel, where words begin that are left to the next file. */
    const leftAt = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    const isSure = (event: EngineEvent): boolean => {
      if (endFrame === null || finish) return true
      if (event.type === 'processed') return event.toFrame <= (leftAt[event.channel] ?? 0)
      const { channel, fromFrame: from, toFrame } = event.segment
      if (toFrame <= endFrame - unsureFrames && from < (leftAt[channel] ?? 0)) return true
      leftAt[channel] = Math.min(leftAt[channel] ?? from, from)
      return false
    }
    const listen = async () => {
      for await (const event of stream.events) if (isSure(event)) builder.take(event)
    }
    const listened = listen()
    // Awaited below; until then a failure must not end the process.
    listened.catch(() => {})

    let committedAtMs = Date.now()
    let reachedFrame = Math.max(fromFrame, running.atFrame)
    for await (const piece of backlogPieces(pcm, { channels, fromFrame, knownFrame: running.atFrame })) {
      signal?.throwIfAborted()
      await stream.write(piece)
      reachedFrame = piece.atFrame + piece.pcm.length / channels
      if (Date.now() - committedAtMs < commitEveryMs) continue
      await committer.commit().catch((error: unknown) => {
        // Any other failure leaves the words to the next commit.
        if (error instanceof StaleEpoch) throw error
      })
      committedAtMs = Date.now()
    }
    endFrame = reachedFrame
    await stream.finish()
    await listened
    signal?.throwIfAborted()
    const finishKept = async () => {
      if (finish && kept !== null) await deps.takes.finish(kept)
    }
    await commitLast(committer, finishKept, () => !signal?.aborted)
    signal?.throwIfAborted()
    return {
      transactionId,
      requestId: randomUUID(),
      transcript: [...builder.settledTurns],
      duration: committer.committedFrame / sampleRate,
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', release)
    stream.close()
  }
}
