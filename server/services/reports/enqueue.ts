import { sql } from 'drizzle-orm'
import type { Database } from '../../store/index.ts'
import type { Jobs, Share } from '../jobs/index.ts'

/** Bytes of stored words that count as much as one more note. A visit of 40 minutes has about 40,000. */
const bytesPerNote = 50_000

export async function enqueueNote(database: Database, { enqueue }: Pick<Jobs, 'enqueue'>, id: string): Promise<void> {
  const { rows } = await database.execute<Share & Record<string, unknown>>(sql`
    select coalesce(own.user_id, own.customer_id, own.directory_id) as owner, (
      select coalesce(sum(1 + octet_length(other.source) / ${bytesPerNote}), 0)::int
      from outputs other
      where other.status = 'generating' and other.id <> own.id
        and coalesce(other.user_id, other.customer_id, other.directory_id)
          = coalesce(own.user_id, own.customer_id, own.directory_id)
    ) as waiting
    from outputs own where own.id = ${id}
  `)
  await enqueue(database, 'generation', id, rows[0])
}
