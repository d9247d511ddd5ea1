import { auditEntries } from '../store/schema/index.ts'
import type { Context } from './index.ts'

/** What was done to whose data; never the data (design §8). */
export type AuditAction =
  | `account.${'create' | 'sign-in' | 'sign-in-refused' | 'sign-out' | 'sign-out-everywhere'}`
  | `layout.${'create' | 'update' | 'delete' | 'copy' | 'restore' | 'share' | 'generate'}`
  | `transcript.${'create' | 'record' | 'correct' | 'delete'}`
  | `report.${'create' | 'edit' | 'flag' | 'rewrite' | 'retry' | 'sign' | 'unlock' | 'undo' | 'delete'}`
  | `recording.${'unwrap' | 'erase'}`

/** Whose credential it was, and where the call came from; a command has neither. */
export interface Who {
  userId?: string
  address: string | null
}

/** Notes a write, in the transaction of the write itself. */
export async function audit(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  who: Who,
  action: AuditAction,
  subjectId: string | null,
): Promise<void> {
  await database
    .insert(auditEntries)
    .values({ at: clock.now(), userId: who.userId ?? null, action, subjectId, address: who.address })
}
