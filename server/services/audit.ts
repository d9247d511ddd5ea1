import { and, eq, gt, isNull } from 'drizzle-orm'
import type { AuditAction, FilledField } from '../../lib/contracts/index.ts'
import { auditEntries } from '../store/schema/index.ts'
import type { Context } from './index.ts'

/**
 * A user. `administratorId` is required, so that no caller can forget it: if an administrator acts as the user, the
 * audit entry must name both people (product 12.28).
 */
interface SomePerson {
  userId: string | null
  actingUserId?: string | null
  administratorId: string | null
}

/** A key, a customer token, a caller without a credential, or the server. */
interface NoPerson {
  userId?: null
  actingUserId?: null
  administratorId?: null
}

export type Who = (SomePerson | NoPerson) & {
  directory?: { id: string } | null
  accessId?: string
  keyId?: string | null
  customerId?: string
  access?: { id: string }
  address: string | null
}

/**
 * Writes an audit entry. Call it in the same transaction as the audited write. An entry names the changed object by its
 * id, and never contains the personal data that was read or written (product 12.29). `fields`: what a fill did, by name.
 */
export async function audit(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  who: Who,
  action: AuditAction,
  subjectId: string | null,
  fields: FilledField[] | null = null,
): Promise<void> {
  await database.insert(auditEntries).values({ ...entryOf(clock.now(), who, action, subjectId), fields })
}

/** In ms: a program asks for a note again and again while it is written. These reads are one reading. */
const sameReadingMs = 60_000

/** Writes that somebody has read something, unless an entry of the last minute says the same (product 12.29). */
export async function auditRead(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  who: Who,
  action: Extract<AuditAction, `${string}.read`>,
  subjectId: string,
): Promise<void> {
  const { at, ...entry } = entryOf(clock.now(), who, action, subjectId)
  const [recentEntry] = await database
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(
      and(
        gt(auditEntries.at, new Date(at.getTime() - sameReadingMs)),
        ...Object.entries(entry).map(([name, value]) => {
          const column = auditEntries[name as keyof typeof entry]
          return value === null ? isNull(column) : eq(column, value)
        }),
      ),
    )
    .limit(1)
  if (recentEntry === undefined) await database.insert(auditEntries).values({ at, ...entry })
}

function entryOf(at: Date, who: Who, action: AuditAction, subjectId: string | null) {
  return {
    at,
    userId: who.userId ?? who.actingUserId ?? null,
    administratorId: who.administratorId ?? null,
    directoryId: who.directory?.id ?? null,
    accessId: who.accessId ?? who.access?.id ?? null,
    keyId: who.keyId ?? null,
    customerId: who.customerId ?? null,
    action,
    subjectId,
    address: who.address,
  }
}
