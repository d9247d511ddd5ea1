import { randomUUID } from 'node:crypto'
import { and, count, eq, gt, isNull, or } from 'drizzle-orm'
import type { AdministeredUser, AdministeredUserChange, ListQuery } from '../../../lib/contracts/index.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { endActingFamilies, endAllFamilies } from '../../auth/sessions.ts'
import type { Person } from '../../authority/index.ts'
import { isForeignKeyBroken, Problem } from '../../problem.ts'
import {
  directoryRoles,
  idempotencyKeys,
  layouts,
  licenses,
  outputs,
  transcripts,
  users,
} from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import { forgetAnswers, scopeOfUser } from '../idempotency.ts'
import type { Context } from '../index.ts'
import { matches, pageOf } from '../lists.ts'
import { findUser, getUser, toSummary } from './row.ts'

/** All users, by email. `search` looks in emails and names. */
export async function listUsers({ database }: Context, query: ListQuery) {
  const where = matches(query.search, users.email, users.name)
  const [counted] = await database.select({ total: count() }).from(users).where(where)
  const rows = await database
    .select()
    .from(users)
    .where(where)
    .orderBy(users.email, users.id)
    .limit(query.limit)
    .offset(query.offset)
  return pageOf(rows.map(toSummary), counted?.total ?? 0, query)
}

/** Creates a user without a password; see `setFirstPassword`. Throws `already_registered`. */
export async function addUser(
  context: Context,
  principal: Person,
  draft: { email: string; name?: string | undefined; admin: boolean },
): Promise<AdministeredUser> {
  const [created] = await context.database
    .insert(users)
    .values({
      id: randomUUID(),
      email: draft.email.trim().toLowerCase(),
      name: draft.name ?? null,
      admin: draft.admin,
      createdAt: context.clock.now(),
    })
    .onConflictDoNothing()
    .returning({ id: users.id })
  if (created === undefined) throw new Problem('already_registered', 'There is already an account for this email.')
  await audit(context, principal, 'user.create', created.id)
  return getUser(context, created.id)
}

/**
 * Sets the password of a user who has none, and never replaces one. So a creating call that is repeated later does not
 * undo a change of the password.
 */
export async function setFirstPassword(context: Context, userId: string, password: string): Promise<AdministeredUser> {
  const passwordHash = await hashPassword(password)
  await context.database
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.id, userId), isNull(users.passwordHash)))
  return getUser(context, userId)
}

/**
 * Changes a user. A new password and `disabled: true` end every session of the user. `admin: false` ends the sessions in
 * which the user acts as somebody else. Throws `not_found`, and `conflict` if administrators disable or demote
 * themselves, or set their own password without the old one.
 */
export async function changeUser(
  context: Context,
  principal: Person,
  userId: string,
  { name, admin, disabled, password }: AdministeredUserChange,
): Promise<AdministeredUser> {
  if (userId === principal.userId) {
    if (disabled === true) throw new Problem('conflict', 'You cannot disable your own account.')
    if (admin === false) throw new Problem('conflict', 'You cannot take the administration away from yourself.')
    if (password !== undefined)
      throw new Problem('conflict', 'Change your own password in your account. The old password is needed for it.')
  }
  await findUser(context, userId)
  // Hashing takes time, so no transaction is open meanwhile.
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  const { clock } = context
  await context.database.transaction(async (tx) => {
    const [row] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    if (row === undefined) throw new Problem('not_found')
    const disabledAt = disabled === undefined ? row.disabledAt : disabled ? (row.disabledAt ?? clock.now()) : null
    await tx
      .update(users)
      .set({
        name: name === undefined ? row.name : name,
        admin: admin ?? row.admin,
        disabledAt,
        passwordHash: passwordHash ?? row.passwordHash,
      })
      .where(eq(users.id, userId))
    if (disabled === true) await endAllFamilies(tx, userId, 'disabled', clock)
    else if (passwordHash !== undefined) await endAllFamilies(tx, userId, 'password changed', clock)
    else if (admin === false) await endActingFamilies(tx, userId, 'no administrator any more', clock)
    await audit({ ...context, database: tx }, principal, 'user.update', userId)
  })
  return getUser(context, userId)
}

const stillOwns =
  'This account still has notes, templates, transcripts or a seat in an organisation. Disable it instead.'

/**
 * Deletes a user with the sessions, and ends the licences. Throws `not_found`, and `conflict` while the person owns
 * templates, transcripts or notes or has a seat, because these rows would lose their owner.
 */
export async function deleteUser(context: Context, principal: Person, userId: string): Promise<void> {
  if (userId === principal.userId) throw new Problem('conflict', 'You cannot delete your own account here.')
  const now = context.clock.now()
  await context.database
    .transaction(async (tx) => {
      const [row] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
      if (row === undefined) throw new Problem('not_found')
      for (const table of [outputs, layouts, transcripts, directoryRoles]) {
        const owned = await tx.select({ id: table.id }).from(table).where(eq(table.userId, userId)).limit(1)
        if (owned.length > 0) throw new Problem('conflict', stillOwns)
      }
      // The tokens of the sessions are deleted with the user. Sockets and streams close because their session ends.
      await endAllFamilies(tx, userId, 'deleted', context.clock)
      await tx.delete(users).where(eq(users.id, userId))
      await tx
        .update(licenses)
        .set({ endsAt: now })
        .where(and(eq(licenses.userId, userId), or(isNull(licenses.endsAt), gt(licenses.endsAt, now))))
      await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.scope, scopeOfUser(userId)))
      await forgetAnswers({ database: tx }, userId)
      await audit({ ...context, database: tx }, principal, 'user.delete', userId)
    })
    .catch((error: unknown) => {
      // The person has saved something since the check.
      if (isForeignKeyBroken(error)) throw new Problem('conflict', stillOwns).because(error)
      throw error
    })
}
