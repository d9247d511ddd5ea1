import type { StartMessage } from '../../lib/contracts/index.ts'
import type { EngineStream, SpeechEngine } from '../providers/speech/engine.ts'
import { type Committer, createCommitter, createForgetfulCommitter } from './committer.ts'
import { withoutCrosstalk } from './crosstalk.ts'
import { type Credentials, Refused, readFormat } from './door.ts'
import type { Takes } from './takes.ts'
import { createTurnBuilder, type TurnBuilder } from './turns.ts'

/** What opening a take goes by. */
export type TakeFormat = { transactionId: string } & Pick<
  StartMessage,
  'skipSave' | 'language' | 'diarize' | 'encoding' | 'sampleRate' | 'channels'
>

/** A take being recognised. */
export interface Running {
  channels: 1 | 2
  /** What was stored of it before. */
  turns: readonly string[]
  stream: EngineStream
  builder: TurnBuilder
  committer: Committer
  /** null: not kept. */
  kept: { transactionId: string; epoch: number } | null
  /** Where the next audio stands. */
  atFrame: number
  stranger: boolean
}

/** What recognising a take needs. */
export interface RecognitionDeps<Owner> {
  /** null: no engine is present. */
  engine: SpeechEngine | null
  /** What to say then. */
  noEngineMessage?: string | null
  takes: Takes<Owner>
}

/** The same for a take that comes through the socket. */
export interface TakeDeps<Owner> extends RecognitionDeps<Owner> {
  credentials: Credentials<Owner>
}

/** The engine could not be opened now; another try may do. */
export class EngineUnavailable extends Error {
  override name = 'EngineUnavailable'
}

/**
 * Begins or continues a take for its owner; a stranger's (null) is never kept. Throws `Refused` for what cannot be
 * recognised, `UnknownTake` for somebody else's take, `EngineUnavailable` when the engine does not open.
 */
export async function openRunning<Owner>(
  start: TakeFormat,
  owner: Owner | null,
  deps: RecognitionDeps<Owner>,
): Promise<Running> {
  const { engine, takes } = deps
  if (engine === null) throw new Refused(deps.noEngineMessage ?? 'This server has no speech engine.')
  const { channels, language } = readFormat(start, engine)
  const { transactionId, skipSave } = start
  const opened = skipSave || owner === null ? null : await takes.open({ transactionId, owner, language, channels })
  const turns = opened?.turns ?? []
  const durationFrames = opened?.durationFrames ?? 0
  const knownFrames = Array.from(
    { length: channels },
    (_, channel) => opened?.channelFrames?.[channel] ?? durationFrames,
  )
  const diarize = start.diarize && engine.diarizes
  const opening = engine.open({ channels, language, diarize, knownFrames })
  const recognised = await opening.catch((error: unknown) => {
    throw new EngineUnavailable(error instanceof Error ? error.message : 'The speech engine could not start.', {
      cause: error,
    })
  })
  const stream = channels === 2 ? withoutCrosstalk(recognised) : recognised
  const builder = createTurnBuilder({ channels, turns, channelFrames: knownFrames })
  const kept = opened === null ? null : { transactionId, epoch: opened.epoch }
  const committer =
    kept === null
      ? createForgetfulCommitter(builder)
      : createCommitter(takes, { ...kept, turnCount: turns.length, durationFrames }, builder)
  return { channels, turns, stream, builder, committer, kept, atFrame: durationFrames, stranger: owner === null }
}
