import { eq, sql } from 'drizzle-orm'
import { limits } from '../../../lib/contracts/index.ts'
import { type CompressedSound, decodeSound } from '../../providers/reading/ffmpeg.ts'
import { serveBytes } from '../../providers/reading/served-bytes.ts'
import { lengthNotices } from '../../providers/reading/sound-length.ts'
import { openWav, type Sound } from '../../providers/reading/wav.ts'
import type { SpeechChoice } from '../../providers/speech/index.ts'
import type { Store } from '../../store/index.ts'
import { transcripts } from '../../store/schema/index.ts'
import { batchCommits, inaudible, type Takes, transcribeBacklog, UnknownTake } from '../../transcription/index.ts'
import { createCommitAll } from '../transcripts/commit-all.ts'
import { readTimedTurns, type TimedTurn } from '../transcripts/turns.ts'
import { readParts } from './parts.ts'
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
  kind: 'wav' | CompressedSound,
  signal: AbortSignal,
): Promise<ReadFile> {
  const { store, speech } = deps
  const { database, encryption } = store
  const [row] = await database
    .select({ language: transcripts.language, diarize: transcripts.diarize })
    .from(transcripts)
    .where(eq(transcripts.id, id))
  const bytes = readParts(database, encryption, id)
  const sought = kind === 'm4a' ? await openSought(deps.dataFolder, bytes, signal) : null
  try {
    const source = sought === null ? { stream: bytes } : { url: sought.url }
    const sound: Sound =
      kind === 'wav' ? await openWav(bytes) : { frames: null, pcm: decodeSound(source, kind, signal) }
    const counted = countFrames(sound.pcm)
    await database.update(transcripts).set({ fileFrames: sound.frames }).where(eq(transcripts.id, id))
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
        pcm: counted.pcm,
        signal,
      },
    )
    const turns = await recognisedTurns(store, id)
    const notices = [...lengthNotices(sound.frames, counted.frames()), ...inaudibleNotices(turns)]
    return { turns: turns.length === 0 ? null : turns, notices }
  } finally {
    await sought?.close()
  }
}

/** Returns the turns of a sound file that are recognised by now. */
export async function recognisedTurns({ database, encryption }: Store, id: string): Promise<TimedTurn[]> {
  const heard = await readTimedTurns(database, encryption, id)
  return heard.flatMap(({ words, beginMs, unclear }) =>
    (turnsOfFile(words) ?? []).map(
      (one): TimedTurn => ({ words: one.words, beginMs, unclear: one.words === words ? unclear : [] }),
    ),
  )
}

/** Says how many parts of the sound have no words, although somebody spoke. */
function inaudibleNotices(turns: readonly TimedTurn[]): string[] {
  const count = turns.reduce((sum, { words }) => sum + words.split(inaudible).length - 1, 0)
  if (count === 0) return []
  const parts = count === 1 ? 'One part of the speech was' : `${count} parts of the speech were`
  return [`${parts} not turned into words. The transcript shows ${inaudible} there.`]
}

/** Counts the frames of mono sound while it is read. */
function countFrames(pcm: AsyncIterable<Uint8Array>) {
  let bytes = 0
  const read = async function* () {
    for await (const part of pcm) {
      bytes += part.length
      yield part
    }
  }
  return { pcm: read(), frames: () => bytes / 2 }
}

/**
 * Prepares an MP4 audio file for ffmpeg. ffmpeg must be able to read the file from any position, because the index of
 * an MP4 file may be at its end. The file is stored encrypted on the disk, and decrypted while ffmpeg reads it.
 */
async function openSought(dataFolder: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal) {
  const limit = { maxBytes: limits.transcriptFileMaxBytes.audio, name: 'Sound files' }
  const file = await spool(dataFolder, bytes, limit, signal)
  const served = await serveBytes(file).catch(async (error: unknown) => {
    await file.remove()
    throw error
  })
  return {
    url: served.url,
    async close() {
      await served.close()
      await file.remove()
    },
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
      const turns = await readTimedTurns(database, encryption, id)
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
