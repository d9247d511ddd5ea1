import type { AuditAction } from '../../lib/contracts/index.ts'
import { auditEntries } from '../store/schema/index.ts'
import type { Context } from './index.ts'

/**
 * Who acts: a signed-in user, a caller of the developer API, or a command of the server. A command has no user and no
 * IP address (`address` is null).
 */
export interface Who {
  userId?: string | null
  /** The administrator who acts as the user. */
  administratorId?: string | null
  /** The directory in which the user acts. */
  directory?: { id: string } | null
  /** The developer organisation for which the caller acts. */
  accessId?: string
  keyId?: string | null
  actingUserId?: string | null
  customerId?: string
  access?: { id: string }
  address: string | null
}

/**
 * Writes an audit entry. Call it in the same transaction as the audited write. An entry names the changed object by its
 * id, and never contains the personal data that was read or written (product 12.29).
 */
export async function audit(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  who: Who,
  action: AuditAction,
  subjectId: string | null,
): Promise<void> {
  await database.insert(auditEntries).values({
    at: clock.now(),
    userId: who.userId ?? who.actingUserId ?? null,
    administratorId: who.administratorId ?? null,
    directoryId: who.directory?.id ?? null,
    accessId: who.accessId ?? who.access?.id ?? null,
    keyId: who.keyId ?? null,
    customerId: who.customerId ?? null,
    action,
    subjectId,
    address: who.address,
  })
}
