import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import {
  type AccessMember,
  type AccessOrganizationChange,
  type AccessOrganizationDetails,
  type AccessOrganizationDraft,
  accessLimits,
  accessMetadata,
  type ListQuery,
  listedOrigins,
  logoMaxBytes,
} from '../../../lib/contracts/index.ts'
import { isOwnAccess, type Member, type Person } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import type { Database } from '../../store/index.ts'
import { accessMembers, accessOrganizations, users } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { countRows, matches, pageOf } from '../lists.ts'
import { pictureType } from './logo.ts'
import { forgetOrigins, statesOf } from './origins.ts'

type Row = typeof accessOrganizations.$inferSelect

export const organizationOf = ({ name, website, contactEmail }: Pick<Row, 'name' | 'website' | 'contactEmail'>) => ({
  name,
  ...(website === null ? {} : { website }),
  ...(contactEmail === null ? {} : { contactEmail }),
})

export const organizationColumns = ({ name, website, contactEmail }: AccessOrganizationDraft) => ({
  name,
  website: website ?? null,
  contactEmail: contactEmail ?? null,
})

export const logoOf = ({ logo, logoType }: Pick<Row, 'logo' | 'logoType'>) =>
  logo === null || logoType === null ? {} : { logo: `data:${logoType};base64,${logo.toString('base64')}` }

// The columns without the logos, because a list does not show them.
const { logo: _, ...withoutLogo } = getTableColumns(accessOrganizations)

export async function listOwnAccess({ database }: Context, person: Person, query: ListQuery) {
  const condition = and(isOwnAccess(person), matches(query.search, accessOrganizations.name))
  const total = await countRows(database, accessOrganizations, condition)
  const rows = await database
    .select({ ...withoutLogo, permission: accessMembers.permission })
    .from(accessOrganizations)
    .innerJoin(
      accessMembers,
      and(eq(accessMembers.accessId, accessOrganizations.id), eq(accessMembers.userId, person.userId)),
    )
    .where(condition)
    .orderBy(sql`lower(${accessOrganizations.name})`, accessOrganizations.id)
    .limit(query.limit)
    .offset(query.offset)
  const items = rows.map((row) => ({
    accessId: row.id,
    organization: organizationOf(row),
    permission: row.permission,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }))
  return pageOf(items, total, query)
}

export async function membersOf(database: Database, accessId: string): Promise<AccessMember[]> {
  const rows = await database
    .select({ member: accessMembers, email: users.email })
    .from(accessMembers)
    .leftJoin(users, eq(users.id, accessMembers.userId))
    .where(eq(accessMembers.accessId, accessId))
    .orderBy(asc(accessMembers.createdAt), accessMembers.id)
  return rows.map(({ member, email }) => ({
    email: member.email ?? email ?? '',
    ...(member.userId === null ? {} : { userId: member.userId }),
    permission: member.permission,
    status: member.userId === null ? ('invited' as const) : ('accepted' as const),
  }))
}

async function find(database: Database, accessId: string): Promise<Row> {
  const [row] = await database.select().from(accessOrganizations).where(eq(accessOrganizations.id, accessId))
  if (row === undefined) throw new Problem('not_found')
  return row
}

export async function getOwnAccess(context: Context, { access }: Member): Promise<AccessOrganizationDetails> {
  const { database } = context
  const row = await find(database, access.id)
  const origins = listedOrigins.parse(row.origins)
  return {
    accessId: row.id,
    organization: organizationOf(row),
    permission: access.permission,
    limits: accessLimits.parse(row.limits),
    metadata: accessMetadata.parse(row.metadata),
    origins,
    embedding: await statesOf(context, row.id, origins),
    ...logoOf(row),
    members: await membersOf(database, row.id),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export async function changeOwnAccess(
  context: Context,
  member: Member,
  { organization, metadata, origins }: AccessOrganizationChange,
): Promise<AccessOrganizationDetails> {
  await context.database.transaction(async (tx) => {
    await tx
      .update(accessOrganizations)
      .set({
        ...(organization === undefined ? {} : organizationColumns(organization)),
        ...(metadata === undefined ? {} : { metadata }),
        ...(origins === undefined ? {} : { origins }),
        updatedAt: context.clock.now(),
      })
      .where(eq(accessOrganizations.id, member.access.id))
    if (origins !== undefined) await forgetOrigins(tx, member.access.id, origins)
    await audit({ ...context, database: tx }, member, 'access.update', member.access.id)
  })
  return getOwnAccess(context, member)
}

/**
 * Sets the logo, or removes it if `logoBase64` is null. Accepts base64 text or a data URL. Throws `unsupported_type` if
 * the picture is not a PNG, JPEG or WebP, `too_large` if it has more than `logoMaxBytes` bytes, and `invalid_request`
 * if the text is not base64.
 */
export async function changeLogo(context: Context, member: Member, logoBase64: string | null) {
  const text = logoBase64?.replace(/^data:[\w/+.-]{1,100};base64,/, '') ?? null
  const issue = (message: string) => new Problem('invalid_request', message, [{ path: 'body.logoBase64', message }])
  if (text !== null && (!/^[A-Za-z\d+/]+={0,2}$/.test(text) || text.length % 4 !== 0))
    throw issue('Send the picture as base64 text.')
  const logo = text === null ? null : Buffer.from(text, 'base64')
  if (logo !== null && logo.length > logoMaxBytes)
    throw new Problem('too_large', `The logo is too large. A logo can have at most ${logoMaxBytes / 1024} KB.`)
  const logoType = logo === null ? null : pictureType(logo)
  await context.database.transaction(async (tx) => {
    await tx
      .update(accessOrganizations)
      .set({ logo, logoType, updatedAt: context.clock.now() })
      .where(eq(accessOrganizations.id, member.access.id))
    await audit({ ...context, database: tx }, member, 'access.logo', member.access.id)
  })
  return getOwnAccess(context, member)
}

export async function getPublicAccess({ database }: Context, accessId: string) {
  const row = await find(database, accessId)
  const { name, website } = organizationOf(row)
  return {
    accessId,
    organization: { name, ...(website === undefined ? {} : { website }) },
    metadata: accessMetadata.parse(row.metadata),
    ...logoOf(row),
  }
}
