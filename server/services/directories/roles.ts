import { randomUUID } from 'node:crypto'
import { and, arrayContains, asc, count, eq, ne, or, sql } from 'drizzle-orm'
import type { DirectoryRole, DirectoryRoleDraft, ListQuery, RoleSearch } from '../../../lib/contracts/index.ts'
import { type Person, refuseGranting, seatIn } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import type { Database } from '../../store/index.ts'
import { directoryRoles, licenses, messages, users } from '../../store/schema/index.ts'
import { hasEmail } from '../accounts.ts'
import { forgetAnswers } from '../idempotency.ts'
import type { Context } from '../index.ts'
import { allowInvitations } from '../invitations.ts'
import { matches, pageOf } from '../lists.ts'
import { invitationOf, withoutOffer, writeOffer } from './offers.ts'
import { auditIn, changeDirectory, keepManager } from './seats.ts'

/**
 * Query for the seats of all directories, with the emails of the people in them. Callers must add a condition for the
 * directory. Otherwise, the query would return seats of other directories.
 */
const selectRoles = (database: Database) => {
  // The limit keeps PostgreSQL from joining the whole table: it looks up the mail of each seat by its id.
  const mail = database
    .select({
      status: messages.status,
      // A mail that was sent has no content any more; one that is kept for the inbox still has it.
      isKept: sql<boolean>`${messages.status} = 'sent' and ${messages.content} is not null`.as('is_kept'),
    })
    .from(messages)
    .where(eq(messages.id, directoryRoles.mailId))
    .limit(1)
    .as('mail')
  return database
    .select({ role: directoryRoles, occupant: users.email, mail: { status: mail.status, isKept: mail.isKept } })
    .from(directoryRoles)
    .leftJoin(users, eq(users.id, directoryRoles.userId))
    .leftJoinLateral(mail, sql`true`)
}

function toRole({ role, occupant, mail }: Awaited<ReturnType<typeof selectRoles>>[number]): DirectoryRole {
  const email = role.email ?? occupant
  const invitation = invitationOf(role, mail)
  return {
    roleId: role.id,
    name: role.name,
    permissions: role.permissions,
    status: role.status,
    ...(email === null ? {} : { email }),
    ...(role.userId === null ? {} : { userId: role.userId }),
    ...(role.licenseId === null ? {} : { licenseId: role.licenseId }),
    ...(role.personName === null ? {} : { personName: role.personName }),
    ...(invitation === undefined ? {} : { invitation }),
    createdAt: role.createdAt.toISOString(),
  }
}

const isRole = (directoryId: string, roleId: string) =>
  and(eq(directoryRoles.directoryId, directoryId), eq(directoryRoles.id, roleId))

async function findRole(database: Database, directoryId: string, roleId: string) {
  const [role] = await selectRoles(database).where(isRole(directoryId, roleId))
  if (role === undefined) throw new Problem('not_found')
  return role
}

export async function getRole(
  { database }: Context,
  person: Person,
  { directoryId, roleId }: { directoryId: string; roleId: string },
): Promise<DirectoryRole> {
  await seatIn(database, person, directoryId, 'roles.manage')
  return toRole(await findRole(database, directoryId, roleId))
}

/**
 * Returns the number of all seats of a directory or, if `which` is 'occupied', of its occupied seats. Throws
 * `not_found` without a seat in the directory, and `forbidden` without `roles.manage`.
 */
export async function countRoles(
  { database }: Context,
  person: Person,
  directoryId: string,
  which: 'all' | 'occupied',
): Promise<{ count: number }> {
  await seatIn(database, person, directoryId, 'roles.manage')
  const [countRow] = await database
    .select({ count: count() })
    .from(directoryRoles)
    .where(
      and(
        eq(directoryRoles.directoryId, directoryId),
        which === 'all' ? undefined : eq(directoryRoles.status, 'occupied'),
      ),
    )
  return { count: countRow?.count ?? 0 }
}

/**
 * Lists the seats of a directory, oldest first. `search` filters the seats by name, email, status and permission.
 * Throws `not_found` without a seat in the directory, and `forbidden` without `roles.manage`.
 */
export async function listRoles(
  { database }: Context,
  person: Person,
  directoryId: string,
  query: Pick<ListQuery, 'offset' | 'limit'> & { search?: RoleSearch | undefined },
) {
  await seatIn(database, person, directoryId, 'roles.manage')
  const { name, email, status, permission } = query.search ?? {}
  const condition = and(
    eq(directoryRoles.directoryId, directoryId),
    matches(name, directoryRoles.name),
    matches(email, directoryRoles.email, users.email),
    status === undefined ? undefined : eq(directoryRoles.status, status),
    permission === undefined ? undefined : arrayContains(directoryRoles.permissions, [permission]),
  )
  const [totalRow] = await database
    .select({ total: count() })
    .from(directoryRoles)
    .leftJoin(users, eq(users.id, directoryRoles.userId))
    .where(condition)
  const rows = await selectRoles(database)
    .where(condition)
    .orderBy(asc(directoryRoles.createdAt), directoryRoles.id)
    .limit(query.limit)
    .offset(query.offset)
  return pageOf(rows.map(toRole), totalRow?.total ?? 0, query)
}

/**
 * If the draft has an email, counts the mail that offers the seat against this person's limit of invitations. Call it
 * before `createRole` or `updateRole`, outside of a transaction (see `allowInvitations`).
 */
export async function allowOffer(
  context: Context,
  person: Person,
  directoryId: string,
  { email }: DirectoryRoleDraft,
): Promise<void> {
  if (email) await allowInvitations(context, person, { directoryId })
}

/**
 * Adds a seat. If the draft has an email, the seat is offered to the person with this email. `context.database` must be
 * a transaction. Throws `not_found`, `forbidden` for permissions that the caller lacks, and `conflict` if the person
 * with this email already has a seat or an offer.
 */
export const createRole = (
  context: Context,
  person: Person,
  directoryId: string,
  draft: DirectoryRoleDraft,
): Promise<DirectoryRole> =>
  changeDirectory(context, person, directoryId, 'roles.manage', async ({ inside, tx, seat }) => {
    const permissions = [...new Set(draft.permissions)]
    refuseGranting(seat, permissions)
    await refuseForeignLicense(tx, directoryId, draft.licenseId)
    const email = draft.email?.toLowerCase() ?? null
    const id = randomUUID()
    if (email !== null) await refuseSecondSeat(tx, directoryId, id, email)
    const now = context.clock.now()
    await tx.insert(directoryRoles).values({
      id,
      directoryId,
      name: draft.name,
      permissions,
      ...(email === null ? {} : { status: 'invited', email }),
      licenseId: draft.licenseId ?? null,
      createdAt: now,
      updatedAt: now,
    })
    if (email !== null) await writeOffer(inside, seat.directory.name, { id, directoryId, name: draft.name, email })
    await auditIn(inside, person, directoryId, 'role.create', id)
    return toRole(await findRole(tx, directoryId, id))
  })

/**
 * Changes a seat. A new email removes the person in the seat and offers the seat to the person with this email. A null
 * email removes the person and makes the seat open. Without `email`, the person stays in the seat. Throws the errors of
 * `createRole`, and `conflict` if the directory would have no manager any more.
 */
export const updateRole = (
  context: Context,
  person: Person,
  { directoryId, roleId }: { directoryId: string; roleId: string },
  draft: DirectoryRoleDraft,
): Promise<DirectoryRole> =>
  changeDirectory(context, person, directoryId, 'roles.manage', async ({ inside, tx, seat }) => {
    // Accepting an offer locks only the row of the seat, not the directory. Without this lock, a person could take the
    // seat after it was read.
    await tx.select({ id: directoryRoles.id }).from(directoryRoles).where(isRole(directoryId, roleId)).for('update')
    const { role, occupant } = await findRole(tx, directoryId, roleId)
    const permissions = [...new Set(draft.permissions)]
    const now = draft.email?.toLowerCase() ?? null
    const isNewOffer = draft.email !== undefined && now !== (role.email ?? occupant?.toLowerCase() ?? null)
    const isKept = (permission: (typeof permissions)[number]) => role.permissions.includes(permission)
    // If the seat is offered to another person, the caller must hold every permission that the seat will have.
    // Otherwise the caller must hold only the permissions that are added.
    refuseGranting(seat, isNewOffer && now !== null ? permissions : permissions.filter((one) => !isKept(one)))
    await refuseForeignLicense(tx, directoryId, draft.licenseId)
    if (isNewOffer && now !== null) await refuseSecondSeat(tx, directoryId, roleId, now)
    await tx
      .update(directoryRoles)
      .set({
        name: draft.name,
        permissions,
        ...(isNewOffer ? { ...withoutOffer, status: now === null ? 'open' : 'invited', email: now, userId: null } : {}),
        ...(draft.licenseId === undefined ? {} : { licenseId: draft.licenseId }),
        updatedAt: context.clock.now(),
      })
      .where(isRole(directoryId, roleId))
    await keepManager(tx, role)
    if (isNewOffer && now !== null)
      await writeOffer(inside, seat.directory.name, { id: roleId, directoryId, name: draft.name, email: now })
    await auditIn(inside, person, directoryId, 'role.update', roleId)
    return toRole(await findRole(tx, directoryId, roleId))
  })

/**
 * Deletes a seat and removes the person in the seat from the directory. Throws `not_found` if there is no such seat,
 * `forbidden` if the caller lacks `roles.manage`, and `conflict` if the directory would have no manager any more.
 */
export const deleteRole = (
  context: Context,
  person: Person,
  { directoryId, roleId }: { directoryId: string; roleId: string },
): Promise<void> =>
  changeDirectory(context, person, directoryId, 'roles.manage', async ({ inside, tx }) => {
    const [role] = await tx.delete(directoryRoles).where(isRole(directoryId, roleId)).returning()
    if (role === undefined) throw new Problem('not_found')
    await keepManager(tx, role)
    // The answer that is stored for repeated calls contains the email of the person to whom the seat was offered.
    await forgetAnswers(inside, roleId)
    await auditIn(inside, person, directoryId, 'role.delete', roleId)
  })

/**
 * Throws `conflict` if the person with this email has another seat or offer in the directory. A person can have only
 * one.
 */
async function refuseSecondSeat(tx: Database, directoryId: string, roleId: string, email: string): Promise<void> {
  const [otherRole] = await selectRoles(tx)
    .where(
      and(
        eq(directoryRoles.directoryId, directoryId),
        ne(directoryRoles.id, roleId),
        or(eq(directoryRoles.email, email), hasEmail(email)),
      ),
    )
    .limit(1)
  if (otherRole !== undefined)
    throw new Problem(
      'conflict',
      'The person with this email already has a seat in this organisation, or an invitation to a seat.',
    )
}

async function refuseForeignLicense(
  tx: Database,
  directoryId: string,
  licenseId: string | null | undefined,
): Promise<void> {
  if (licenseId === null || licenseId === undefined) return
  const [license] = await tx
    .select({ id: licenses.id })
    .from(licenses)
    .where(and(eq(licenses.id, licenseId), eq(licenses.directoryId, directoryId)))
  if (license !== undefined) return
  const message = 'This organisation does not have this licence. Choose another licence.'
  throw new Problem('invalid_request', message, [{ path: 'body.licenseId', message }])
}
