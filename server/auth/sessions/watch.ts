import { and, eq, isNull } from 'drizzle-orm'
import type { Database, Store } from '../../store/index.ts'
import { sessionFamilies, users } from '../../store/schema/index.ts'
import { sessionTopic } from './end.ts'

export async function isSessionAlive(database: Database, familyId: string): Promise<boolean> {
  const rows = await database
    .select({ id: sessionFamilies.id })
    .from(sessionFamilies)
    .innerJoin(users, eq(users.id, sessionFamilies.userId))
    .where(and(eq(sessionFamilies.id, familyId), isNull(sessionFamilies.endedAt), isNull(users.disabledAt)))
  return rows.length > 0
}

/** Calls `onEnd` once, soon after any server has ended the session. Returns a function that ends the watching. */
export function watchSession(
  { database, notifications }: Pick<Store, 'database' | 'notifications'>,
  familyId: string,
  onEnd: () => void,
): () => void {
  let hasEnded = false
  const stop = notifications.listen(sessionTopic(familyId), () => {
    // A notification may be spurious or may have been missed, so the row is read.
    isSessionAlive(database, familyId).then(
      (isAlive) => {
        // Two notifications in quick succession start two reads. Only the first of them may call `onEnd`.
        if (isAlive || hasEnded) return
        hasEnded = true
        stop()
        onEnd()
      },
      // The database is not available. The connection for notifications is then broken too, and calls this listener
      // again after it has reconnected.
      () => undefined,
    )
  })
  return stop
}
