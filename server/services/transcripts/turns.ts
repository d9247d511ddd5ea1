import { and, asc, eq, gte } from 'drizzle-orm'
import { limits, pauseLength, speakerLabel } from '../../../lib/contracts/index.ts'
import { Problem } from '../../problem.ts'
import type { Database, Encryption } from '../../store/index.ts'
import { places } from '../../store/places.ts'
import { transcriptTurns } from '../../store/schema/index.ts'
import { type ReadTurn, readTranscript } from './formats/index.ts'

const rowsAtOnce = 1_000

export const sealTurn = (
  encryption: Encryption,
  transcriptId: string,
  position: number,
  { words, beginMs, unclear }: TimedTurn,
) => ({
  words: encryption.seal(places.turn(transcriptId, position), words),
  beginMs,
  unclear: unclear.length === 0 ? null : encryption.seal(places.turnUnclear(transcriptId, position), unclear),
})

/** The end of a sentence, also without a space after it as in Chinese and Japanese. */
const sentenceEnd = /[.?!…。？！؟।]["'”’»)\]]*(?:\s|$)|[。？！]/gu

function divisionOf(words: string, most: number): number {
  const head = words.slice(0, most)
  let end = 0
  for (const match of head.matchAll(sentenceEnd)) {
    const to = match.index + match[0].length
    if (to < most || /\s/.test(words[to] ?? ' ')) end = to
  }
  if (end === 0) end = head.lastIndexOf(' ') + 1
  if (end > 0) return end
  return /[\ud800-\udbff]$/.test(head) ? most - 1 : most
}

/** Divides a turn that is too long. Each part keeps the speaker. */
function* dividedTurn({ words, labelLength, beginMs }: ReadTurn): Generator<TimedTurn> {
  const label = words.slice(0, labelLength)
  let left = words.slice(label.length)
  for (let at = beginMs; left !== ''; at = null) {
    const most = limits.valueMax - label.length
    const end = left.length <= most ? left.length : divisionOf(left, most)
    const part = left.slice(0, end)
    if (part.trim() !== '') yield { words: label + part, beginMs: at, unclear: [] }
    left = left.slice(end)
  }
}

/**
 * Splits typed or pasted text, or the transcript of another tool, into turns. Empty lines are skipped, and turns that
 * are too long are divided. Throws `too_large` if the text has too many turns.
 */
export function timedTurnsOf(text: string): TimedTurn[] {
  const turns = readTranscript(text).flatMap((turn) => [...dividedTurn(turn)])
  if (turns.length > limits.turnsMax)
    throw new Problem('too_large', 'This text has too many lines. Split it and send the parts.')
  return turns
}

/** As `timedTurnsOf`, without the times. */
export const turnsOf = (text: string): string[] => timedTurnsOf(text).map(({ words }) => words)

/**
 * True if there is at least one word besides speaker labels. `somethingSaid` decides if there are enough words for a
 * note.
 */
export const hasWords = (turns: readonly string[]): boolean =>
  turns.some((turn) => pauseLength(turn) === null && turn.replace(speakerLabel, '').trim() !== '')

/**
 * A turn of a transcript. `beginMs` is where the turn begins on the recording's timeline, in ms. Null: the time is not
 * known, for example for typed text.
 */
export interface TimedTurn {
  words: string
  beginMs: number | null
  /**
   * Indexes of the words of which the speech engine was not sure. The label of the speaker, such as "Speaker 1:", is
   * not counted as a word.
   */
  unclear: readonly number[]
}

export const readTurns = async (database: Database, encryption: Encryption, transcriptId: string): Promise<string[]> =>
  (await readTimedTurns(database, encryption, transcriptId)).map(({ words }) => words)

const openUnclear = (
  encryption: Encryption,
  transcriptId: string,
  position: number,
  sealed: Buffer | null,
): number[] =>
  sealed === null ? [] : (encryption.unseal(places.turnUnclear(transcriptId, position), sealed) as number[])

export async function readTurnMarks(
  database: Database,
  encryption: Encryption,
  transcriptId: string,
): Promise<Omit<TimedTurn, 'words'>[]> {
  const { position, beginMs, unclear } = transcriptTurns
  const rows = await database
    .select({ position, beginMs, unclear })
    .from(transcriptTurns)
    .where(eq(transcriptTurns.transcriptId, transcriptId))
    .orderBy(asc(transcriptTurns.position))
  return rows.map((row) => ({
    beginMs: row.beginMs,
    unclear: openUnclear(encryption, transcriptId, row.position, row.unclear),
  }))
}

export async function readTimedTurns(
  database: Database,
  encryption: Encryption,
  transcriptId: string,
): Promise<TimedTurn[]> {
  const rows = await database
    .select()
    .from(transcriptTurns)
    .where(eq(transcriptTurns.transcriptId, transcriptId))
    .orderBy(asc(transcriptTurns.position))
  return rows.map(({ position, words, beginMs, unclear }) => ({
    words: encryption.unseal(places.turn(transcriptId, position), words) as string,
    beginMs,
    unclear: openUnclear(encryption, transcriptId, position, unclear),
  }))
}

export async function writeTurns(
  database: Database,
  encryption: Encryption,
  { transcriptId, from, turns }: { transcriptId: string; from: number; turns: readonly (string | TimedTurn)[] },
): Promise<void> {
  await database
    .delete(transcriptTurns)
    .where(and(eq(transcriptTurns.transcriptId, transcriptId), gte(transcriptTurns.position, from)))
  await addTurns(database, encryption, { transcriptId, from, turns })
}

/** Adds turns from the index `from` on. Fails if there is already a turn at one of these indexes. */
export async function addTurns(
  database: Database,
  encryption: Encryption,
  { transcriptId, from, turns }: { transcriptId: string; from: number; turns: readonly (string | TimedTurn)[] },
): Promise<void> {
  const rows = turns.map((turn, index) => {
    const position = from + index
    const timed = typeof turn === 'string' ? { words: turn, beginMs: null, unclear: [] } : turn
    return { transcriptId, position, ...sealTurn(encryption, transcriptId, position, timed) }
  })
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await database.insert(transcriptTurns).values(rows.slice(at, at + rowsAtOnce))
  }
}

/**
 * Gives corrected turns the times of the turns before the correction. If the number of turns is unchanged, each turn
 * keeps the time at its index. Otherwise, a turn keeps its time only if its words are unchanged. A turn with changed
 * words has no unclear words any more, because a person has read and corrected this turn.
 */
export function withTimesOf(oldTurns: readonly TimedTurn[], corrected: readonly string[]): TimedTurn[] {
  if (oldTurns.length === corrected.length)
    return corrected.map((words, index) => {
      const earlier = oldTurns[index]
      const unclear = earlier?.words === words ? earlier.unclear : []
      return { words, beginMs: earlier?.beginMs ?? null, unclear }
    })
  const turnByWords = new Map<string, TimedTurn | null>()
  // If several turns have the same words, none of their times is used, because a corrected turn with these words could
  // be any of them.
  for (const turn of oldTurns) turnByWords.set(turn.words, turnByWords.has(turn.words) ? null : turn)
  return corrected.map((words) => turnByWords.get(words) ?? { words, beginMs: null, unclear: [] })
}
