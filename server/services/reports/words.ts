import type { Caller } from '../../authority/index.ts'
import { wordsOfParticipant } from '../../generation/index.ts'
import { Problem } from '../../problem.ts'
import type { outputs } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { isStored } from '../transcripts/existence.ts'
import { getTranscript } from '../transcripts/index.ts'
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
