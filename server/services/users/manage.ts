import { eq, sql } from 'drizzle-orm'
import type { AdministeredUser, AdministeredUserChange, ListQuery } from '../../../lib/contracts/index.ts'
import { refuseCommonPassword } from '../../auth/common-passwords.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { endActingFamilies, endAllFamilies } from '../../auth/sessions/index.ts'
import { ownedBy, type Person, userOwner } from '../../authority/index.ts'
import { sendMail } from '../../effects/index.ts'
import { isForeignKeyBroken, Problem } from '../../problem.ts'
import { directoryRoles, layouts, outputs, transcripts, users } from '../../store/schema/index.ts'
import { removeUser } from '../account/remove.ts'
import { insertUser, storePasswordHash } from '../accounts.ts'
import { audit } from '../audit.ts'
import { forgetAnswers } from '../idempotency.ts'
import type { Context } from '../index.ts'
import { countRows, matches, pageOf } from '../lists.ts'
import { cancelVerificationsOf } from '../verifications.ts'
import { findUser, getUser, type Row, toSummary } from './row.ts'

export async function listUsers({ database }: Context, query: ListQuery) {
  const condition = matches(query.search, users.email, users.name)
  const total = await countRows(database, users, condition)
  const rows = await database
    .select()
    .from(users)
    .where(condition)
    .orderBy(sql`lower(${users.email})`)
    .limit(query.limit)
    .offset(query.offset)
  return pageOf(rows.map(toSummary), total, query)
}

/**
 * Checks and hashes a password that an administrator sets. Hashing is slow, so do not call it inside a transaction.
 * Throws `invalid_request` for a common password.
 */
export async function prepareHash(password: string, email: string): Promise<string> {
  await refuseCommonPassword(password, email)
  return hashPassword(password)
}

/**
 * Creates a user. `passwordHash` null: the user has no password. Call it in a transaction. Throws `already_registered`.
 */
export async function addUser(
  context: Context,
  principal: Person,
  { email, name, admin }: { email: string; name?: string | undefined; admin: boolean },
  passwordHash: string | null,
): Promise<AdministeredUser> {
  const userId = await insertUser(context, { email, name: name ?? null, admin, passwordHash })
  if (userId === null) throw new Problem('already_registered', 'There is already an account for this email.')
  await audit(context, principal, 'user.create', userId)
  return getUser(context, userId)
}

/**
 * Changes a user. A new password, `disabled: true` and `resetSecondFactor` end every session of the user. `admin:
 * false` ends the sessions in which the user acts as another user. Throws `not_found`, and `conflict` if administrators
 * disable or demote themselves, set their own password, or reset their own second factor.
 */
export async function changeUser(
  context: Context,
  principal: Person,
  userId: string,
  { name, admin, disabled, password, resetSecondFactor }: AdministeredUserChange,
): Promise<AdministeredUser> {
  if (userId === principal.userId) {
    if (disabled === true) throw new Problem('conflict', 'You cannot disable your own account.')
    if (admin === false)
      throw new Problem('conflict', 'You cannot remove your own rights as an administrator. Ask another administrator.')
    if (password !== undefined)
      throw new Problem('conflict', 'To change your own password, use your account page. You need your old password.')
    if (resetSecondFactor === true)
      throw new Problem(
        'conflict',
        'To turn off your own two-step sign-in, use your account page. You need your password.',
      )
  }
  const { email } = await findUser(context, userId)
  const passwordHash = password === undefined ? undefined : await prepareHash(password, email)
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
      })
      .where(eq(users.id, userId))
    if (passwordHash !== undefined) await storePasswordHash({ database: tx, clock }, userId, passwordHash)
    if (disabled === true) await endAllFamilies(tx, userId, 'disabled', clock)
    if (admin === false) await endActingFamilies(tx, userId, 'no administrator any more', clock)
    const inside = { ...context, database: tx }
    if (resetSecondFactor === true) await turnSecondFactorOff(inside, principal, row)
    await audit(inside, principal, 'user.update', userId)
  })
  return getUser(context, userId)
}

/**
 * Turns off the second factor of a user who can no longer receive its codes (product 12.92). Throws `conflict` if the
 * user has no second factor.
 */
async function turnSecondFactorOff(inside: Context, principal: Person, user: Row): Promise<void> {
  if (!user.secondFactorEmail && !user.secondFactorPhone)
    throw new Problem(
      'conflict',
      'This person has not turned on two-step sign-in. If Chartside still asks for a code at sign-in, an organisation to which this person belongs requires it.',
    )
  const off = { secondFactorEmail: false, secondFactorPhone: false }
  await inside.database.update(users).set(off).where(eq(users.id, user.id))
  await cancelVerificationsOf(inside, user.id)
  await endAllFamilies(inside.database, user.id, 'second factor reset', inside.clock)
  await audit(inside, principal, 'user.second-factor', user.id)
  await sendMail(inside, { to: user.email, template: 'second-factor-reset', values: {} })
}

const stillOwns =
  'This account still has notes, templates or transcripts, or still belongs to an organisation. Disable the account instead.'

/**
 * Deletes a user and the user's sessions, and ends the user's own licences. Throws `not_found`. Throws `conflict` in
 * these cases:
 * - The account is the caller's own account.
 * - The user has a seat, or owns templates, transcripts or notes, which would lose their owner.
 * - The user is the only owner of a developer organisation.
 */
export async function deleteUser(context: Context, principal: Person, userId: string): Promise<void> {
  if (userId === principal.userId)
    throw new Problem('conflict', 'You cannot delete your own account here. Delete it on the page of your account.')
  await context.database
    .transaction(async (tx) => {
      const [row] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId)).for('update')
      if (row === undefined) throw new Problem('not_found')
      const seats = await tx
        .select({ id: directoryRoles.id })
        .from(directoryRoles)
        .where(eq(directoryRoles.userId, userId))
        .limit(1)
      if (seats.length > 0) throw new Problem('conflict', stillOwns)
      for (const table of [outputs, layouts, transcripts]) {
        const owned = await tx
          .select({ id: table.id })
          .from(table)
          .where(ownedBy(table, userOwner(userId)))
          .limit(1)
        if (owned.length > 0) throw new Problem('conflict', stillOwns)
      }
      const inside = { ...context, database: tx }
      await removeUser(inside, { id: userId, email: row.email }, 'deleted')
      await forgetAnswers(inside, userId)
      await audit(inside, principal, 'user.delete', userId)
    })
    .catch((error: unknown) => {
      // The user has saved something since the check above, so a foreign key prevents the deletion.
      if (isForeignKeyBroken(error)) throw new Problem('conflict', stillOwns).because(error)
      throw error
    })
}
