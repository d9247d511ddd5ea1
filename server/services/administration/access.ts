import { randomUUID } from 'node:crypto'
import { and, count, eq, getTableColumns, or, sql } from 'drizzle-orm'
import {
  type AdministeredAccess,
  type AdministeredAccessChange,
  type AdministeredAccessDraft,
  accessLimits,
  accessMetadata,
  type ListQuery,
} from '../../../lib/contracts/index.ts'
import type { Person } from '../../authority/index.ts'
import { sendMail } from '../../effects/index.ts'
import { Problem } from '../../problem.ts'
import type { Database } from '../../store/index.ts'
import { accessMembers, accessOrganizations, customers, webhooks } from '../../store/schema/index.ts'
import { deleteCustomers } from '../access/delete-customers.ts'
import { membersOf, organizationColumns, organizationOf } from '../access/organization.ts'
import { findByEmail } from '../accounts.ts'
import { audit } from '../audit.ts'
import { forgetAnswers } from '../idempotency.ts'
import type { Context } from '../index.ts'
import { allowInvitations } from '../invitations.ts'
import { countRows, matches, pageOf } from '../lists.ts'

const { logo: _, ...columns } = getTableColumns(accessOrganizations)

const selectRows = (database: Database) =>
  database
    .select({ ...columns, accepted: count(accessMembers.userId), invited: count(accessMembers.email) })
    .from(accessOrganizations)
    .leftJoin(accessMembers, eq(accessMembers.accessId, accessOrganizations.id))
    .groupBy(accessOrganizations.id)

type Row = Awaited<ReturnType<typeof selectRows>>[number]

const toSummary = (row: Row) => ({
  accessId: row.id,
  organization: organizationOf(row),
  members: { accepted: row.accepted, invited: row.invited },
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export async function listAccess({ database }: Context, query: ListQuery) {
  const { name, website, contactEmail, id } = accessOrganizations
  const condition = matches(query.search, name, website, contactEmail)
  const total = await countRows(database, accessOrganizations, condition)
  const rows = await selectRows(database)
    .where(condition)
    .orderBy(sql`lower(${name})`, id)
    .limit(query.limit)
    .offset(query.offset)
  return pageOf(rows.map(toSummary), total, query)
}

export async function getAccess(
  { database }: Pick<Context, 'database'>,
  accessId: string,
): Promise<AdministeredAccess> {
  const [row] = await selectRows(database).where(eq(accessOrganizations.id, accessId))
  if (row === undefined) throw new Problem('not_found')
  return {
    ...toSummary(row),
    limits: accessLimits.parse(row.limits),
    metadata: accessMetadata.parse(row.metadata),
    ...(row.metronomeId === null ? {} : { metronomeId: row.metronomeId }),
    hasLogo: row.logoType !== null,
    people: await membersOf(database, accessId),
  }
}

/**
 * If `ownerEmail` is given, counts the mail to the new owner against this person's limit of invitations. Call it before
 * `addAccess` or `changeAccess`, outside of a transaction (see `allowInvitations`).
 */
export async function allowOwnerOffer(
  context: Context,
  person: Person,
  { ownerEmail }: { ownerEmail?: string | undefined },
): Promise<void> {
  if (ownerEmail !== undefined) await allowInvitations(context, person)
}

export async function addAccess(
  context: Context,
  principal: Person,
  { organization, limits, ownerEmail }: AdministeredAccessDraft,
): Promise<AdministeredAccess> {
  const { database, clock } = context
  const [id, now] = [randomUUID(), clock.now()]
  await database
    .insert(accessOrganizations)
    .values({ id, ...organizationColumns(organization), limits, createdAt: now, updatedAt: now })
  if (ownerEmail !== undefined) await inviteOwner(context, id, organization.name, ownerEmail)
  await audit(context, principal, 'access.create', id)
  return getAccess(context, id)
}

export async function changeAccess(
  context: Context,
  principal: Person,
  accessId: string,
  { organization, limits, metronomeId, ownerEmail }: AdministeredAccessChange,
): Promise<AdministeredAccess> {
  return context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    const [changedRow] = await tx
      .update(accessOrganizations)
      .set({
        ...(organization === undefined ? {} : organizationColumns(organization)),
        ...(limits === undefined ? {} : { limits }),
        ...(metronomeId === undefined ? {} : { metronomeId }),
        updatedAt: context.clock.now(),
      })
      .where(eq(accessOrganizations.id, accessId))
      .returning({ name: accessOrganizations.name })
    if (changedRow === undefined) throw new Problem('not_found')
    if (ownerEmail !== undefined) await inviteOwner(inside, accessId, changedRow.name, ownerEmail)
    await audit(inside, principal, 'access.update', accessId)
    return getAccess(inside, accessId)
  })
}

/**
 * Deletes a developer organisation with its members, keys, customers and everything that belongs to them. Throws
 * `not_found`.
 */
export async function removeAccess(context: Context, principal: Person, accessId: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    // The webhooks are deleted first. Otherwise, deliveries about the deleted customers would be stored for webhooks
    // that are about to be deleted too.
    await tx.delete(webhooks).where(eq(webhooks.accessId, accessId))
    const theirs = await tx
      .select({ id: customers.id })
      .from(customers)
      .where(eq(customers.accessId, accessId))
      .orderBy(customers.id)
    await deleteCustomers(
      inside,
      theirs.map(({ id }) => id),
    )
    const [removedRow] = await tx
      .delete(accessOrganizations)
      .where(eq(accessOrganizations.id, accessId))
      .returning({ id: accessOrganizations.id })
    if (removedRow === undefined) throw new Problem('not_found')
    // The answers that are stored for repeated calls contain the emails of the people who were invited.
    await forgetAnswers(inside, accessId)
    await audit(inside, principal, 'access.delete', accessId)
  })
}

/**
 * Invites a person as an owner, and sends a mail about the invitation. If the person is already a member or has an
 * invitation, gives the member or the invitation the permission of an owner at once and sends no mail.
 */
async function inviteOwner(inside: Context, accessId: string, name: string, email: string): Promise<void> {
  const { database, clock } = inside
  const now = clock.now()
  const invited = email.trim().toLowerCase()
  const user = await findByEmail(database, email)
  const isTheirs = or(eq(accessMembers.email, invited), user && eq(accessMembers.userId, user.id))
  const promoted = await database
    .update(accessMembers)
    .set({ permission: 'owner', updatedAt: now })
    .where(and(eq(accessMembers.accessId, accessId), isTheirs))
    .returning({ id: accessMembers.id })
  if (promoted.length > 0) return
  const [newMember] = await database
    .insert(accessMembers)
    .values({ id: randomUUID(), accessId, email: invited, permission: 'owner', createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id: accessMembers.id })
  if (newMember === undefined) return
  await sendMail(inside, { to: invited, template: 'invitation', values: { directory: name, role: 'Owner' } })
}
