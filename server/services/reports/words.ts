import { eq } from 'drizzle-orm'
import type { Caller } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import type { Store } from '../../store/index.ts'
import { type outputs, transcripts } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { isStored } from '../transcripts/existence.ts'
import { getTranscript } from '../transcripts/index.ts'
import { wordsOfParticipant } from '../transcripts/participant/index.ts'
import { readTurnMarks } from '../transcripts/turns.ts'
import { sealedOutput } from './sealed.ts'

/**
 * Returns the turns of the transcript that a stored report may use. For a group session, the turns contain only what
 * the participant of the report said and was asked (see `wordsOfParticipant`). Every repeated generation must get its
 * turns from this function. Otherwise, a note could contain what other participants said. Throws `locked` if the
 * transcript was deleted.
 */
export async function storedWords(
  context: Context,
  principal: Caller,
  { id, transcriptId, request }: Pick<typeof outputs.$inferSelect, 'id' | 'transcriptId' | 'request'>,
): Promise<readonly string[]> {
  if (transcriptId === null || !(await isStored(context.database, transcriptId)))
    throw new Problem('locked', 'The transcript of this session was deleted, so nothing new can be written from it.')
  const { turns } = await getTranscript(context, principal, transcriptId)
  const { participant } = sealedOutput(context.store.encryption).openRequest(id, request)
  return participant === undefined ? turns : wordsOfParticipant(turns, participant)
}

/**
 * True if the transcript was recorded in one channel, so that its speakers could be distinguished only by their voices.
 * The role of a speaker is then not known. With two channels, the speaker in the channel of the microphone is the
 * provider.
 */
export async function isByVoice(
  database: Context['database'],
  { transcriptId }: Pick<typeof outputs.$inferSelect, 'transcriptId'>,
): Promise<boolean> {
  if (transcriptId === null) return false
  const [row] = await database
    .select({ channels: transcripts.channels, frames: transcripts.durationFrames })
    .from(transcripts)
    .where(eq(transcripts.id, transcriptId))
  return row !== undefined && row.frames > 0 && row.channels === 1
}

interface TurnMarks {
  turnBeginsMs: (number | null)[]
  turnUnclear: (readonly number[])[]
}

/**
 * Returns the times and the unclear words of the turns of a report. Returns empty arrays if the stored transcript has
 * another number of turns than `turns`, because the stored values then belong to other turns.
 */
export async function marksOf(
  { database, store }: { database: Context['database']; store: Pick<Store, 'encryption'> },
  { transcriptId }: Pick<typeof outputs.$inferSelect, 'transcriptId'>,
  turns: readonly string[],
): Promise<TurnMarks> {
  const marks = transcriptId === null ? [] : await readTurnMarks(database, store.encryption, transcriptId)
  const knownMarks = marks.length === turns.length ? marks : []
  return {
    turnBeginsMs: knownMarks.map(({ beginMs }) => beginMs),
    turnUnclear: knownMarks.map(({ unclear }) => unclear),
  }
}
