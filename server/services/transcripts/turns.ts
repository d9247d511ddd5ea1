import { and, asc, eq, gte } from 'drizzle-orm'
import { limits } from '../../../lib/contracts/index.ts'
import { Problem } from '../../problem.ts'
import type { Database, Encryption } from '../../store/index.ts'
import { places } from '../../store/places.ts'
import { transcriptTurns } from '../../store/schema/index.ts'

const speaker = /^Speaker \d+:\s*/
const rowsAtOnce = 1_000

/** Encrypts one turn for the table. */
export const sealTurn = (encryption: Encryption, transcriptId: string, position: number, words: string): Buffer =>
  encryption.seal(places.turn(transcriptId, position), words)

/**
 * Splits typed or pasted text into turns, one per line. Empty lines are skipped; lines that are too long are split.
 * Throws `too_large` if there are too many.
 */
export function turnsOf(text: string): string[] {
  const turns: string[] = []
  for (const line of text.split(/\r\n|[\r\n]/)) {
    const words = line.trim()
    for (let at = 0; at < words.length; at += limits.valueMax) turns.push(words.slice(at, at + limits.valueMax))
  }
  if (turns.length > limits.turnsMax) throw new Problem('too_large', 'This text has too many lines.')
  return turns
}

/**
 * True if there is at least one word besides speaker labels. `somethingSaid` decides if there are enough words for a
 * note.
 */
export const hasWords = (turns: readonly string[]): boolean =>
  turns.some((turn) => turn.replace(speaker, '').trim() !== '')

/** Reads the turns of a transcript, in order. */
export async function readTurns(database: Database, encryption: Encryption, transcriptId: string): Promise<string[]> {
  const rows = await database
    .select()
    .from(transcriptTurns)
    .where(eq(transcriptTurns.transcriptId, transcriptId))
    .orderBy(asc(transcriptTurns.position))
  return rows.map((row) => encryption.unseal(places.turn(transcriptId, row.position), row.words) as string)
}

/** Replaces all turns from the index `from` on. */
export async function writeTurns(
  database: Database,
  encryption: Encryption,
  { transcriptId, from, turns }: { transcriptId: string; from: number; turns: readonly string[] },
): Promise<void> {
  await database
    .delete(transcriptTurns)
    .where(and(eq(transcriptTurns.transcriptId, transcriptId), gte(transcriptTurns.position, from)))
  await addTurns(database, encryption, { transcriptId, from, turns })
}

/** Adds turns from the index `from` on, where there are none yet. */
export async function addTurns(
  database: Database,
  encryption: Encryption,
  { transcriptId, from, turns }: { transcriptId: string; from: number; turns: readonly string[] },
): Promise<void> {
  const rows = turns.map((words, index) => {
    const position = from + index
    return { transcriptId, position, words: sealTurn(encryption, transcriptId, position, words) }
  })
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await database.insert(transcriptTurns).values(rows.slice(at, at + rowsAtOnce))
  }
}
