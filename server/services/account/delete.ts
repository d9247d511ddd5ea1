import { and, asc, count, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { isOwnLayout, isOwnReport, ownedBy, ownerOf, type Person } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import type { Database } from '../../store/index.ts'
import { directories, directoryRoles, layouts, outputs, transcripts, users } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import { keepManager } from '../directories/seats.ts'
import type { Context } from '../index.ts'
import { releaseCredits } from '../licenses/credits.ts'
import { checkPassword } from '../sign-in/index.ts'
import { removeUser } from './remove.ts'

/**
 * Deletes the account of this person permanently (product 12.34).
 *
 * - Deleted: sessions, drafts of notes, transcripts, and templates that are not shared with a directory.
 * - Kept, now owned by the directory in which they were made: signed notes, and templates that are shared with this
 *   directory. The same people may read them as before.
 * - Signed notes without a directory are deleted, but only if `exported` is set.
 * - The audit log stays. Licences of the person end; the credit of a note that is being written is given back.
 *
 * Throws `wrong_credentials`; `conflict` if a directory would have no manager any more, if this person is the only
 * owner of a developer organisation, or if signed notes would be lost and `exported` is not set.
 */
export async function deleteAccount(
  context: Context,
  person: Person,
  { password, exported }: { password: string; exported: boolean },
): Promise<void> {
  await checkPassword(context, person, password)
  await context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    // This lock prevents new rows for this person: an insert waits for the lock, and fails when the user is deleted.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, person.userId)).for('update')
    await leaveDirectories(tx, person)
    await handOverReports(tx, person, exported)
    await handOverLayouts(tx, person)
    await tx.delete(transcripts).where(ownedBy(transcripts, ownerOf(person)))
    await removeUser(inside, { id: person.userId, email: person.email }, 'account deleted')
    await audit(inside, person, 'account.delete', person.userId)
  })
}

/**
 * Removes this person from all seats. The seats stay in their directories as open seats. Throws `conflict` if a
 * directory would have no manager any more.
 */
async function leaveDirectories(tx: Database, { userId }: Person): Promise<void> {
  const ownDirectories = tx
    .select({ id: directoryRoles.directoryId })
    .from(directoryRoles)
    .where(eq(directoryRoles.userId, userId))
  // Without the locks, two managers who leave at the same time would each count the other as the remaining manager. All
  // transactions lock in the same order, so that there is no deadlock.
  await tx
    .select({ id: directories.id })
    .from(directories)
    .where(inArray(directories.id, ownDirectories))
    .orderBy(asc(directories.id))
    .for('no key update')
  const seats = await tx.select().from(directoryRoles).where(eq(directoryRoles.userId, userId))
  await tx
    .update(directoryRoles)
    .set({ userId: null, status: 'open', updatedAt: sql`now()` })
    .where(eq(directoryRoles.userId, userId))
  for (const seat of seats) await keepManager(tx, seat)
}

async function handOverReports(tx: Database, person: Person, exported: boolean): Promise<void> {
  const drafts = await tx
    .delete(outputs)
    .where(and(isOwnReport(person), ne(outputs.status, 'signed')))
    .returning({ id: outputs.id })
  await releaseCredits(
    tx,
    drafts.map(({ id }) => id),
  )
  await tx
    .update(outputs)
    .set({ userId: null })
    .where(and(isOwnReport(person), isNotNull(outputs.directoryId)))
  const [rest] = await tx.select({ signed: count() }).from(outputs).where(isOwnReport(person))
  const signedCount = rest?.signed ?? 0
  if (signedCount > 0 && !exported) {
    throw new Problem(
      'conflict',
      `Your account has ${signedCount === 1 ? 'a signed note that belongs' : `${signedCount} signed notes that belong`} to no organisation. If you delete the account, these notes are deleted, too. First export your data and keep the file. Then delete the account again, and confirm that you have exported your data.`,
    )
  }
  await tx.delete(outputs).where(isOwnReport(person))
}

async function handOverLayouts(tx: Database, person: Person): Promise<void> {
  await tx
    .update(layouts)
    .set({ userId: null })
    .where(and(isOwnLayout(person), eq(layouts.shared, true), isNotNull(layouts.directoryId)))
  await tx.delete(layouts).where(isOwnLayout(person))
}
