import type { StartMessage } from '../../lib/contracts/index.ts'
import { type EngineOptions, EngineRefused, type EngineStream, type SpeechEngine } from '../providers/speech/engine.ts'
import { type Committer, createCommitter, createForgetfulCommitter } from './committer.ts'
import { withoutCrosstalk } from './crosstalk.ts'
import { type Credentials, Refused, readFormat } from './door.ts'
import { mixed } from './mixed.ts'
import type { Takes } from './takes.ts'
import { createTurnBuilder, type TurnBuilder } from './turns.ts'

export type TakeFormat = { transactionId: string } & Pick<
  StartMessage,
  'skipSave' | 'language' | 'diarize' | 'encoding' | 'sampleRate' | 'channels' | 'terms' | 'patientId' | 'patientName'
>

export interface Running {
  channels: 1 | 2
  turns: readonly string[]
  unclear: readonly (readonly number[])[]
  stream: EngineStream
  builder: TurnBuilder
  committer: Committer
  kept: { transactionId: string; epoch: number } | null
  atFrame: number
  /** The frame since which no sound has come. */
  silentFrom: number
  stranger: boolean
}

export interface RecognitionDeps<Owner> {
  engine: SpeechEngine | null
  noEngineMessage?: string | null
  takes: Takes<Owner>
}

export interface TakeDeps<Owner> extends RecognitionDeps<Owner> {
  credentials: Credentials<Owner>
}

export class EngineUnavailable extends Error {
  override name = 'EngineUnavailable'
}

/**
 * Creates or continues a take. With owner null (no account), nothing is stored. Throws `Refused` for an unsupported
 * format, `UnknownTake` for the take of another user, `EngineRefused` or `EngineUnavailable` if the engine does not open.
 * `late`: the take is not live, and may wait for the engine.
 */
export async function openRunning<Owner>(
  start: TakeFormat,
  owner: Owner | null,
  deps: RecognitionDeps<Owner>,
  late?: EngineOptions['late'],
): Promise<Running> {
  const { engine, takes } = deps
  if (engine === null)
    throw new Refused(deps.noEngineMessage ?? 'This server cannot turn speech into text. Type the note instead.')
  const { channels: sentChannels, language } = readFormat(start, engine)
  const { transactionId, skipSave } = start
  const terms = engine.takesTerms ? start.terms : undefined
  const channels = Math.min(sentChannels, engine.channels) as 1 | 2
  const storedTake =
    skipSave || owner === null
      ? null
      : await takes.open({
          transactionId,
          owner,
          language,
          channels,
          terms,
          patientId: start.patientId,
          patientName: start.patientName,
        })
  const turns = storedTake?.turns ?? []
  const unclear = storedTake?.turnUnclear ?? []
  const durationFrames = storedTake?.durationFrames ?? 0
  // `channelFrames` contains the committed position of each channel. If the take continues with another number of
  // channels, these positions cannot be used. In this case, every channel starts at `durationFrames`.
  const channelFrames = storedTake?.channelFrames?.length === channels ? storedTake.channelFrames : []
  const knownFrames = Array.from({ length: channels }, (_, channel) => channelFrames[channel] ?? durationFrames)
  const diarize = start.diarize && engine.diarizes
  const allTerms = terms ?? storedTake?.terms ?? []
  const opening = engine.open({ channels, language, diarize, knownFrames, terms: allTerms, ...(late && { late }) })
  const recognised = await opening.catch((error: unknown) => {
    if (error instanceof EngineRefused) throw error
    throw new EngineUnavailable(
      error instanceof Error
        ? error.message
        : 'The speech engine could not start. Try again, or tell your administrator.',
      {
        cause: error,
      },
    )
  })
  const separated = channels === 2 ? withoutCrosstalk(recognised) : recognised
  const stream = sentChannels > channels ? mixed(separated) : separated
  const lastBeginMs = storedTake?.turnBeginsMs?.at(-1) ?? null
  const builder = createTurnBuilder({
    channels,
    turns,
    unclear,
    lastBeginMs,
    channelFrames: knownFrames,
    marksPauses: storedTake !== null,
  })
  const savedTake = storedTake === null ? null : { transactionId, epoch: storedTake.epoch }
  const committer =
    savedTake === null
      ? createForgetfulCommitter(builder)
      : createCommitter(takes, { ...savedTake, turnCount: turns.length, durationFrames }, builder)
  return {
    channels: sentChannels,
    turns,
    unclear,
    stream,
    builder,
    committer,
    kept: savedTake,
    atFrame: durationFrames,
    silentFrom: durationFrames,
    stranger: owner === null,
  }
}

/** Tells the builder of the part without sound before the sound that begins at `fromFrame` and ends at `toFrame`. */
export function endSilence(running: Pick<Running, 'builder' | 'silentFrom'>, fromFrame: number, toFrame: number): void {
  running.builder.silence(running.silentFrom, fromFrame)
  running.silentFrom = toFrame
}
