import { eq } from 'drizzle-orm'
import type { Database } from '../../store/index.ts'
import { outputs, transcripts } from '../../store/schema/index.ts'

export async function hasReports(database: Database, transcriptId: string): Promise<boolean> {
  const rows = await database
    .select({ id: outputs.id })
    .from(outputs)
    .where(eq(outputs.transcriptId, transcriptId))
    .limit(1)
  return rows.length > 0
}

export async function isStored(database: Database, transcriptId: string): Promise<boolean> {
  const rows = await database
    .select({ id: transcripts.id })
    .from(transcripts)
    .where(eq(transcripts.id, transcriptId))
    .limit(1)
  return rows.length > 0
}
