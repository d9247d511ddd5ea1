import { eq } from 'drizzle-orm'
import type { Caller } from '../../authority/index.ts'
import { wordsOfParticipant } from '../../generation/index.ts'
import { Problem } from '../../problem.ts'
import type { Database } from '../../store/index.ts'
import { type outputs, transcripts } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { isStored } from '../transcripts/existence.ts'
import { getTranscript } from '../transcripts/index.ts'
import { readTurnBegins } from '../transcripts/turns.ts'
import { sealedOutput } from './sealed.ts'

/**
 * Turns of the transcript that a stored report may use. For a group session: only what its participant said and was
 * asked. Every repeated generation must get its words here. Throws `locked` if the transcript was deleted.
 */
export async function storedWords(
  context: Context,
  principal: Caller,
  { id, transcriptId, request }: Pick<typeof outputs.$inferSelect, 'id' | 'transcriptId' | 'request'>,
): Promise<readonly string[]> {
  if (transcriptId === null || !(await isStored(context.database, transcriptId)))
    throw new Problem('locked', 'The words of this session were deleted, so nothing new can be written from them.')
  const { turns } = await getTranscript(context, principal, transcriptId)
  const { participant } = sealedOutput(context.store.encryption).openRequest(id, request)
  return participant === undefined ? turns : wordsOfParticipant(turns, participant)
}

/**
 * True if the speakers of the transcript were told apart by their voices in one channel. With two channels, the microphone
 * is the provider.
 */
export async function isByVoice(
  database: Database,
  { transcriptId }: Pick<typeof outputs.$inferSelect, 'transcriptId'>,
): Promise<boolean> {
  if (transcriptId === null) return false
  const [row] = await database
    .select({ channels: transcripts.channels, frames: transcripts.durationFrames })
    .from(transcripts)
    .where(eq(transcripts.id, transcriptId))
  return row !== undefined && row.frames > 0 && row.channels === 1
}

/**
 * Where each turn of a report begins on the recording's timeline, in ms. Null: not known. No time is known if turns were
 * added to the transcript, or removed, after the report took its words.
 */
export async function beginsOf(
  database: Database,
  { transcriptId }: Pick<typeof outputs.$inferSelect, 'transcriptId'>,
  turns: readonly string[],
): Promise<(number | null)[]> {
  const begins = transcriptId === null ? [] : await readTurnBegins(database, transcriptId)
  return begins.length === turns.length ? begins : []
}
