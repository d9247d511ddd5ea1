import { and, eq, inArray } from 'drizzle-orm'
import {
  framesPerMs,
  limits,
  pauseMark,
  pauseMarkMinMs,
  remarkLabel,
  type Transcript,
} from '../../../lib/contracts/index.ts'
import { type Caller, changeableBy, ownerOf } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { places } from '../../store/places.ts'
import { transcripts } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { openName, partsOf } from '../patient-names.ts'
import { hasReports } from './existence.ts'
import { getTranscript, type Row, refuseUnfinished, removeTranscript } from './index.ts'
import { addTurns, readTimedTurns, type TimedTurn } from './turns.ts'

async function lockFinished(context: Context, principal: Caller, ids: readonly string[]): Promise<Row[]> {
  const rows = await context.database
    .select()
    .from(transcripts)
    .where(and(inArray(transcripts.id, [...ids]), changeableBy(transcripts, ownerOf(principal))))
    .orderBy(transcripts.id)
    .for('update')
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id)
    if (row === undefined) throw new Problem('not_found')
    refuseUnfinished(row)
    return row
  })
}

async function addAfter(context: Context, id: string, turns: readonly TimedTurn[], count: number): Promise<void> {
  if (count + turns.length > limits.turnsMax)
    throw new Problem('too_large', 'This transcript would have too many parts. Begin a new one.')
  await addTurns(context.database, context.store.encryption, { transcriptId: id, from: count, turns })
}

/**
 * Adds remarks of the clinician to a transcript, one turn for each line (product 9.34). `context.database` must be a
 * transaction. Throws `not_found`, `locked` while the transcript is being recorded or read, and `too_large`.
 */
export async function addRemarks(context: Context, principal: Caller, id: string, text: string): Promise<Transcript> {
  await lockFinished(context, principal, [id])
  const { database, store, clock } = context
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  const turns = lines.map((line) => ({ words: remarkLabel + line, beginMs: null, unclear: [] }))
  const existing = await readTimedTurns(database, store.encryption, id)
  await addAfter(context, id, turns, existing.length)
  await database.update(transcripts).set({ updatedAt: clock.now() }).where(eq(transcripts.id, id))
  await audit(context, principal, 'transcript.correct', id)
  return getTranscript(context, principal, id)
}

/** True if the numbers differ, or if a number is not known and the names have no part in common. */
function areOfOthers(context: Context, ...[first, second]: [Row, Row]): boolean {
  if (first.patientId && second.patientId) return first.patientId !== second.patientId
  const [parts, otherParts] = [first, second].map((row) =>
    partsOf(openName(context, places.transcriptPatient(row.id), row.patientName).patientName ?? ''),
  ) as [string[], string[]]
  return parts.length > 0 && otherParts.length > 0 && !parts.some((part) => otherParts.includes(part))
}

/**
 * Appends the second part of a visit and deletes its own transcript (product 9.35). The time between the parts is a
 * pause on the timeline. `context.database` must be a transaction. Throws `not_found`; `locked` while one of the two is
 * being recorded or read; `conflict` for two patients, for a second part of which a note was made, and for the same
 * transcript; and `too_large`.
 */
export async function appendTranscript(
  context: Context,
  principal: Caller,
  id: string,
  secondId: string,
): Promise<Transcript> {
  if (id === secondId) throw new Problem('conflict', 'A transcript cannot be appended to itself.')
  const [first, second] = (await lockFinished(context, principal, [id, secondId])) as [Row, Row]
  const { database, store, clock } = context
  if (areOfOthers(context, first, second)) throw new Problem('conflict', 'The two parts belong to different patients.')
  if (await hasReports(database, secondId))
    throw new Problem('conflict', 'A note was made from the second part. Delete this note first.')
  const existing = await readTimedTurns(database, store.encryption, id)
  const endMs = first.durationFrames / framesPerMs
  const pauseMs = Math.max(0, second.createdAt.getTime() - first.createdAt.getTime() - endMs)
  const offsetMs = Math.round(endMs + pauseMs)
  const mark = { words: pauseMark(pauseMs), beginMs: Math.round(endMs), unclear: [] }
  const added = (await readTimedTurns(database, store.encryption, secondId)).map((turn) => ({
    ...turn,
    beginMs: turn.beginMs === null ? null : turn.beginMs + offsetMs,
  }))
  await addAfter(context, id, pauseMs < pauseMarkMinMs ? added : [mark, ...added], existing.length)
  const durationFrames = Math.round(offsetMs * framesPerMs) + second.durationFrames
  await database
    .update(transcripts)
    .set({
      durationFrames,
      channelFrames: first.channelFrames.map(() => durationFrames),
      patientId: first.patientId ?? second.patientId,
      updatedAt: clock.now(),
    })
    .where(eq(transcripts.id, id))
  await audit(context, principal, 'transcript.correct', id)
  await removeTranscript(context, principal, second)
  return getTranscript(context, principal, id)
}
