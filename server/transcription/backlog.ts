import { randomUUID } from 'node:crypto'
import { type TranscriptionSession, wireFormat } from '../../lib/contracts/index.ts'
import { type EngineEvent, EngineRefused } from '../providers/speech/engine.ts'
import { backlogPieces } from './backlog-pieces.ts'
import { markedOnly } from './marks.ts'
import { commitLast } from './progress.ts'
import { EngineUnavailable, endSilence, openRunning, type RecognitionDeps } from './running.ts'
import { StaleEpoch } from './takes.ts'

/**
 * Thrown if the file begins after the committed position of the take. If the file were accepted, the audio from the
 * committed position to the beginning of the file would be lost.
 */
export class BacklogAhead extends Error {
  override name = 'BacklogAhead'
  constructor() {
    super(
      'The part of the recording before this part has not arrived. Send the recording again, from the end of the last part that has arrived.',
    )
  }
}

export interface Backlog<Owner> {
  transactionId: string
  owner: Owner
  /** Position of the first frame of `pcm` on the timeline of the take. Must not be after the committed position. */
  fromFrame: number
  channels: 1 | 2
  language: string
  patientId?: string | undefined
  patientName?: string | undefined
  diarize?: boolean
  finish: boolean
  /** Interleaved 16-bit little-endian PCM at 16 kHz. Gaps are zeros. */
  pcm: AsyncIterable<Uint8Array>
  /**
   * If the signal aborts, the engine is closed and the abort reason is thrown. Words that are already committed stay.
   */
  signal?: AbortSignal
}

/** Tells a failure of the engine, after which a later attempt may succeed, from other failures. */
async function fromEngine<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (cause) {
    if (cause instanceof EngineRefused) throw cause
    throw new EngineUnavailable('The speech engine was interrupted. Try again later.', { cause })
  }
}

/**
 * Interval in ms between commits of final words. If the upload is interrupted, the client resumes from the last commit.
 */
const commitEveryMs = 1000
const unsureFrames = (600 * wireFormat.sampleRate) / 1000

/**
 * Transcribes a long backlog as fast as the engine accepts it (product 9.10). As for a recording over the socket, the
 * take gets a new epoch, so a newer connection or upload can take over. No audio is stored. Returns the whole
 * transcript and the committed duration in seconds, from which the client continues. Throws `Refused`, `UnknownTake`,
 * `EngineRefused`, `EngineUnavailable`, `StaleEpoch`, `BacklogAhead`, `HalfFrame`.
 */
export async function transcribeBacklog<Owner>(
  deps: RecognitionDeps<Owner>,
  backlog: Backlog<Owner>,
): Promise<TranscriptionSession> {
  const {
    transactionId,
    owner,
    fromFrame,
    channels,
    language,
    patientId,
    patientName,
    diarize = true,
    finish,
    pcm,
    signal,
  } = backlog
  signal?.throwIfAborted()
  const { encoding, sampleRate } = wireFormat
  const take = { transactionId, patientId, patientName }
  const start = { ...take, language, channels, encoding, sampleRate, diarize, skipSave: false }
  const running = await openRunning(start, owner, deps, { signal })
  const { stream, builder, committer, kept } = running
  const release = () => stream.close()
  signal?.addEventListener('abort', release, { once: true })
  try {
    if (fromFrame > running.atFrame) throw new BacklogAhead()

    /** Frame number at which the file ends. Null until the end has been read. */
    let endFrame: number | null = null
    /**
     * For each channel: the beginning of the first segment that was not added to the transcript, as a frame number. The
     * next file must contain the audio from this frame on.
     */
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
    const listened = fromEngine(listen())
    listened.catch(() => {})

    let committedAtMs = Date.now()
    let reachedFrame = Math.max(fromFrame, running.atFrame)
    for await (const piece of backlogPieces(pcm, { channels, fromFrame, knownFrame: running.atFrame })) {
      signal?.throwIfAborted()
      if (piece.pcm.length > 0) endSilence(running, piece.atFrame, piece.atFrame + piece.pcm.length / channels)
      await fromEngine(stream.write(piece))
      reachedFrame = piece.atFrame + piece.pcm.length / channels
      if (Date.now() - committedAtMs < commitEveryMs) continue
      await committer.commit().catch((error: unknown) => {
        // A failure other than `StaleEpoch` is ignored: the words stay in memory, and the next commit includes them.
        if (error instanceof StaleEpoch) throw error
      })
      committedAtMs = Date.now()
    }
    endFrame = reachedFrame
    await fromEngine(stream.finish())
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
      ...markedOnly(builder.settledUnclear),
      duration: committer.committedFrame / sampleRate,
    }
  } catch (error) {
    signal?.throwIfAborted()
    if (!(error instanceof StaleEpoch)) await committer.commit().catch(() => {})
    throw error
  } finally {
    signal?.removeEventListener('abort', release)
    stream.close()
  }
}
