import { randomUUID } from 'node:crypto'
import { and, asc, eq, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { AccessPermission, ListQuery } from '../../../lib/contracts/index.ts'
import { isAccessInviteOf, type Member, type Person } from '../../authority/index.ts'
import { fateOf, sendMail } from '../../effects/index.ts'
import { Problem } from '../../problem.ts'
import type { Database } from '../../store/index.ts'
import { accessMembers, accessOrganizations, users } from '../../store/schema/index.ts'
import { findByEmail } from '../accounts.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { countRows, pageOf } from '../lists.ts'
import { lockAccess } from './lock.ts'
import { membersOf } from './organization.ts'

const titles: Record<AccessPermission, string> = { owner: 'Owner', write: 'Developer', read: 'Reader' }

/**
 * Invites a person by email, and sends a mail about the invitation. If the person is a member or is already invited,
 * changes the permission instead. Throws `conflict` if the organisation would have no owner any more.
 * `context.database` must be a transaction.
 */
export async function addMember(
  context: Context,
  member: Member,
  { email, permission }: { email: string; permission: AccessPermission },
) {
  const { database, clock } = context
  const accessId = member.access.id
  const invited = email.trim().toLowerCase()
  const { name } = await lockAccess(database, accessId)
  const [changedRow] = await database
    .update(accessMembers)
    .set({ permission, updatedAt: clock.now() })
    .where(and(eq(accessMembers.accessId, accessId), await isByEmail(database, invited)))
    .returning({ id: accessMembers.id })
  if (changedRow === undefined) {
    const [id, now] = [randomUUID(), clock.now()]
    await database
      .insert(accessMembers)
      .values({ id, accessId, email: invited, permission, createdAt: now, updatedAt: now })
    const values = { directory: name, role: titles[permission] }
    await sendMail(context, { to: invited, template: 'invitation', values })
    await audit(context, member, 'access-member.invite', id)
  } else {
    await keepOwner(database, accessId)
    await audit(context, member, 'access-member.update', changedRow.id)
  }
  return { accessId, members: await membersOf(database, accessId), mail: fateOf(context.config, 'mail') }
}

/**
 * Removes a member or an invitation. Throws `not_found`, and `conflict` if the organisation would have no owner any
 * more.
 */
export async function removeMember(context: Context, member: Member, email: string) {
  const accessId = member.access.id
  return context.database.transaction(async (tx) => {
    await lockAccess(tx, accessId)
    const [removedRow] = await tx
      .delete(accessMembers)
      .where(and(eq(accessMembers.accessId, accessId), await isByEmail(tx, email.trim().toLowerCase())))
      .returning({ id: accessMembers.id })
    if (removedRow === undefined) throw new Problem('not_found')
    await keepOwner(tx, accessId)
    await audit({ ...context, database: tx }, member, 'access-member.delete', removedRow.id)
    return { accessId, members: await membersOf(tx, accessId) }
  })
}

/**
 * SQL condition for the member or the invitation with this email. A member is found by the present email of the
 * account.
 */
async function isByEmail(database: Database, email: string) {
  const user = await findByEmail(database, email)
  return or(eq(accessMembers.email, email), user === undefined ? undefined : eq(accessMembers.userId, user.id))
}

async function keepOwner(database: Database, accessId: string): Promise<void> {
  const [owner] = await database
    .select({ id: accessMembers.id })
    .from(accessMembers)
    .where(
      and(eq(accessMembers.accessId, accessId), eq(accessMembers.permission, 'owner'), isNotNull(accessMembers.userId)),
    )
    .limit(1)
  if (owner === undefined)
    throw new Problem('conflict', 'An organisation needs at least one owner. First make another member an owner.')
}

export async function listAccessInvites(
  { database }: Context,
  person: Person,
  query: Pick<ListQuery, 'offset' | 'limit'>,
) {
  const total = await countRows(database, accessMembers, isAccessInviteOf(person))
  const rows = await database
    .select({ accessId: accessOrganizations.id, name: accessOrganizations.name, permission: accessMembers.permission })
    .from(accessMembers)
    .innerJoin(accessOrganizations, eq(accessOrganizations.id, accessMembers.accessId))
    .where(isAccessInviteOf(person))
    .orderBy(asc(accessOrganizations.name), accessOrganizations.id)
    .limit(query.limit)
    .offset(query.offset)
  const items = rows.map(({ accessId, name, permission }) => ({ accessId, organization: { name }, permission }))
  return pageOf(items, total, query)
}

export async function acceptAccessInvite(context: Context, person: Person, accessId: string) {
  return context.database.transaction(async (tx) => {
    const isMember = sql`exists (select 1 from ${accessMembers} own where own.access_id = ${accessId} and own.user_id = ${person.userId})`
    const [accepted] = await tx
      .update(accessMembers)
      .set({ userId: person.userId, email: null, updatedAt: context.clock.now() })
      .where(and(eq(accessMembers.accessId, accessId), isAccessInviteOf(person), sql`not ${isMember}`))
      .returning({ id: accessMembers.id, permission: accessMembers.permission })
    if (accepted === undefined) throw await refusalOf(tx, person, accessId)
    const who = { ...person, access: { id: accessId } }
    await audit({ ...context, database: tx }, who, 'access-member.accept', accepted.id)
    const [row] = await tx
      .select({ name: accessOrganizations.name })
      .from(accessOrganizations)
      .where(eq(accessOrganizations.id, accessId))
    return { accessId, organization: { name: row?.name ?? '' }, permission: accepted.permission }
  })
}

async function refusalOf(database: Database, { userId }: Person, accessId: string): Promise<Problem> {
  const [member] = await database
    .select({ id: accessMembers.id })
    .from(accessMembers)
    .where(and(eq(accessMembers.accessId, accessId), eq(accessMembers.userId, userId)))
  return member === undefined
    ? new Problem('not_found')
    : new Problem('conflict', 'You are already a member of this organisation.')
}

export async function declineAccessInvite(context: Context, person: Person, accessId: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const [declined] = await tx
      .delete(accessMembers)
      .where(and(eq(accessMembers.accessId, accessId), isAccessInviteOf(person)))
      .returning({ id: accessMembers.id })
    if (declined === undefined) throw new Problem('not_found')
    const who = { ...person, access: { id: accessId } }
    await audit({ ...context, database: tx }, who, 'access-member.decline', declined.id)
  })
}

/**
 * Throws `conflict` if this person is the only owner of a developer organisation. Call it in the transaction that
 * deletes the account: otherwise nobody could manage the organisation any more.
 */
export async function refuseLastOwner(database: Database, userId: string): Promise<void> {
  const ownedOrganizations = await database
    .select({ id: accessMembers.accessId })
    .from(accessMembers)
    .where(and(eq(accessMembers.userId, userId), eq(accessMembers.permission, 'owner')))
    .orderBy(accessMembers.accessId)
  for (const { id } of ownedOrganizations) {
    await lockAccess(database, id)
    const [otherOwner] = await database
      .select({ id: users.id })
      .from(accessMembers)
      .innerJoin(users, eq(users.id, accessMembers.userId))
      .where(
        and(eq(accessMembers.accessId, id), eq(accessMembers.permission, 'owner'), ne(accessMembers.userId, userId)),
      )
      .limit(1)
    if (otherOwner === undefined)
      throw new Problem(
        'conflict',
        'You are the only owner of a developer organisation. Make another member an owner first.',
      )
  }
}
