import { eq, sql } from 'drizzle-orm'
import { limits } from '../../../lib/contracts/index.ts'
import { decodeSound, type EncodedSound, hasFfmpeg } from '../../providers/reading/ffmpeg.ts'
import { serveBytes } from '../../providers/reading/served-bytes.ts'
import { endsTooEarly } from '../../providers/reading/sound-end.ts'
import { cutSound, damagedSound, lengthNotices } from '../../providers/reading/sound-length.ts'
import { EncodedWav, openWav, type Sound } from '../../providers/reading/wav.ts'
import type { SpeechChoice } from '../../providers/speech/index.ts'
import type { Store } from '../../store/index.ts'
import { transcripts } from '../../store/schema/index.ts'
import { batchCommits, inaudible, type Takes, transcribeBacklog, UnknownTake } from '../../transcription/index.ts'
import { createCommitAll } from '../transcripts/commit-all.ts'
import { readTimedTurns, type TimedTurn } from '../transcripts/turns.ts'
import { readStored } from './objects.ts'
import { spool } from './spool.ts'
import { type ReadFile, turnsOfFile } from './words.ts'

interface HearDeps {
  store: Store
  speech: SpeechChoice
  dataFolder: string
  clock: { now(): Date }
}

/**
 * Transcribes an audio file as fast as the speech engine allows. `turns` is null if the file contains no words. While the
 * file is transcribed, the recognised words and the position in the file are stored repeatedly. So if this server
 * stops, another server continues at the stored position.
 */
export async function hearFile(
  deps: HearDeps,
  { id }: { id: string },
  kind: EncodedSound,
  signal: AbortSignal,
): Promise<ReadFile> {
  const { store, speech } = deps
  const { database } = store
  const [row] = await database
    .select({ language: transcripts.language, diarize: transcripts.diarize })
    .from(transcripts)
    .where(eq(transcripts.id, id))
  const bytes = () => readStored(store, id)
  const soundFile = await openSound(deps.dataFolder, bytes, kind, signal)
  try {
    const { sound } = soundFile
    const counter = countFrames(sound.pcm)
    await database.update(transcripts).set({ fileFrames: sound.frames, statusText: null }).where(eq(transcripts.id, id))
    await transcribeBacklog(
      { engine: speech.engine, noEngineMessage: speech.message, takes: takesOf(deps) },
      {
        transactionId: id,
        owner: id,
        fromFrame: 0,
        channels: 1,
        language: row?.language ?? 'en',
        diarize: row?.diarize ?? true,
        finish: true,
        pcm: counter.pcm,
        signal,
      },
    )
    const turns = await recognisedTurns(store, id)
    const notices = [...soundFile.notices(counter.frames()), ...inaudibleNotices(turns)]
    return { turns: turns.length === 0 ? null : turns, notices }
  } finally {
    await soundFile.close()
  }
}

export async function recognisedTurns({ database, encryption }: Store, id: string): Promise<TimedTurn[]> {
  const turns = await readTimedTurns(database, encryption, id)
  return turns.flatMap(({ words, beginMs, unclear }) =>
    (turnsOfFile(words) ?? []).map(
      (one): TimedTurn => ({ words: one.words, beginMs, unclear: one.words === words ? unclear : [] }),
    ),
  )
}

function inaudibleNotices(turns: readonly TimedTurn[]): string[] {
  const count = turns.reduce((sum, { words }) => sum + words.split(inaudible).length - 1, 0)
  if (count === 0) return []
  const parts = count === 1 ? 'One part of the speech was' : `${count} parts of the speech were`
  return [`${parts} not turned into words. The transcript shows ${inaudible} there.`]
}

function countFrames(pcm: AsyncIterable<Uint8Array>) {
  let bytes = 0
  const readBytes = async function* () {
    for await (const part of pcm) {
      bytes += part.length
      yield part
    }
  }
  return { pcm: readBytes(), frames: () => bytes / 2 }
}

interface OpenSound {
  sound: Sound
  notices(frames: number): string[]
  close(): Promise<void>
}

/**
 * Opens a sound file. A WAV file is read as it arrives. For ffmpeg, which must be able to read from any position, the
 * file is stored encrypted on the disk, and decrypted while ffmpeg reads it.
 */
async function openSound(
  dataFolder: string,
  bytes: () => AsyncIterable<Uint8Array>,
  kind: EncodedSound,
  signal: AbortSignal,
): Promise<OpenSound> {
  if (kind === 'wav') {
    try {
      const sound = await openWav(bytes())
      return { sound, notices: (frames) => lengthNotices(sound.frames, frames), close: async () => {} }
    } catch (error) {
      if (!(error instanceof EncodedWav) || !(await hasFfmpeg())) throw error
    }
  }
  const limit = { maxBytes: limits.transcriptFileMaxBytes.audio, name: 'Sound files' }
  const file = await spool(dataFolder, bytes(), limit, signal)
  try {
    const isCut = (kind === 'mp3' || kind === 'ogg') && (await endsTooEarly(kind, file))
    const served = await serveBytes(file)
    const close = async () => {
      await served.close()
      await file.remove()
    }
    const sound = await decodeSound(served.url, kind, signal)
    return {
      sound,
      notices(frames) {
        const short = lengthNotices(sound.frames, frames)
        if (short.length > 0) return short
        return isCut ? [cutSound] : sound.hasFaults() ? [damagedSound] : []
      },
      close,
    }
  } catch (error) {
    await file.remove()
    throw error
  }
}

/**
 * Creates the `Takes` with which an audio file is transcribed. These `Takes` only store words and position, because the
 * job creates and finishes the transcript. As for a recording, `open` increments the epoch of the transcript. So after
 * another server has opened the transcript, a commit of this server changes nothing.
 */
function takesOf({ store, clock }: HearDeps): Takes<string> {
  const { database, encryption } = store
  return {
    async open({ transactionId: id }) {
      const [row] = await database
        .update(transcripts)
        .set({ epoch: sql`${transcripts.epoch} + 1` })
        .where(eq(transcripts.id, id))
        .returning()
      if (row === undefined) throw new UnknownTake()
      const { epoch, durationFrames, channelFrames } = row
      // Before the first commit, only words of an earlier attempt are stored.
      const turns = durationFrames === 0 ? [] : await readTimedTurns(database, encryption, id)
      return {
        epoch,
        durationFrames,
        turns: turns.map(({ words }) => words),
        turnBeginsMs: turns.map(({ beginMs }) => beginMs),
        turnUnclear: turns.map(({ unclear }) => unclear),
        ...(channelFrames.length === 0 ? {} : { channelFrames }),
      }
    },
    commit: batchCommits(createCommitAll({ store, clock })),
    finish: async () => {},
  }
}
