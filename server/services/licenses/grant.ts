import { randomUUID } from 'node:crypto'
import { and, eq, getTableColumns, inArray, lte } from 'drizzle-orm'
import type { AdministeredLicense, LicenseChange, LicenseGrant, LicenseQuery } from '../../../lib/contracts/index.ts'
import { Problem } from '../../problem.ts'
import { directories, licenses, users } from '../../store/schema/index.ts'
import { audit, type Who } from '../audit.ts'
import { forgetAnswers } from '../idempotency.ts'
import type { Context } from '../index.ts'
import { countNewest, isOnPage, matches, type NewestFirst, newestOrder, pageOf } from '../lists.ts'
import { products } from './products.ts'
import { toLicense } from './row.ts'

type Writing = Pick<Context, 'database' | 'clock'>
type Row = typeof licenses.$inferSelect & { directoryName: string | null; email: string | null }

const selectRows = ({ database }: Writing) =>
  database
    .select({ ...getTableColumns(licenses), directoryName: directories.name, email: users.email })
    .from(licenses)
    .leftJoin(directories, eq(directories.id, licenses.directoryId))
    .leftJoin(users, eq(users.id, licenses.userId))

function toAdministered(row: Row, now: Date): AdministeredLicense {
  const ownerName = row.directoryName ?? row.email
  return { ...toLicense(row, now), ...(ownerName === null ? {} : { ownerName }) }
}

export async function listAllLicenses(context: Context, query: LicenseQuery) {
  const { database } = context
  const ofDirectory = matches(query.search, directories.name)
  const ofPerson = matches(query.search, users.email)
  const list: NewestFirst = {
    table: licenses,
    id: licenses.id,
    at: licenses.createdAt,
    anyOf: [
      matches(query.search, licenses.product),
      ...(ofDirectory === undefined
        ? []
        : [
            inArray(licenses.directoryId, database.select({ id: directories.id }).from(directories).where(ofDirectory)),
          ]),
      ...(ofPerson === undefined
        ? []
        : [inArray(licenses.userId, database.select({ id: users.id }).from(users).where(ofPerson))]),
    ],
    where: and(
      query.directoryId === undefined ? undefined : eq(licenses.directoryId, query.directoryId),
      query.userId === undefined ? undefined : eq(licenses.userId, query.userId),
    ),
  }
  const total = await countNewest(database, list)
  const rows = await selectRows(context)
    .where(isOnPage(list, query))
    .orderBy(...newestOrder(list))
  const now = context.clock.now()
  return pageOf(
    rows.map((row) => toAdministered(row, now)),
    total,
    query,
  )
}

export async function getAnyLicense(context: Writing, licenseId: string): Promise<AdministeredLicense> {
  const [row] = await selectRows(context).where(eq(licenses.id, licenseId))
  if (row === undefined) throw new Problem('not_found')
  return toAdministered(row, context.clock.now())
}

function refuse(path: string, message: string): never {
  throw new Problem('invalid_request', message, [{ path, message }])
}

/**
 * Grants a licence to a directory or to a person. Call it in a transaction. Throws `not_found` for an unknown owner,
 * and `invalid_request` for an unknown product, for two owners or none, or if the end is not after the start.
 */
export async function grantLicense(context: Writing, who: Who, grant: LicenseGrant): Promise<AdministeredLicense> {
  const { database, clock } = context
  const { directoryId, userId } = grant
  const product = products.find(({ productId }) => productId === grant.product)
  if (product === undefined)
    refuse(
      'product',
      `There is no product with this name. Choose one of ${products.map(({ productId }) => productId).join(', ')}.`,
    )
  const startsAt = grant.startsAt === undefined ? clock.now() : new Date(grant.startsAt)
  const endsAt = grant.endsAt == null ? null : new Date(grant.endsAt)
  if (endsAt !== null && endsAt <= startsAt) refuse('endsAt', 'A licence must end after it starts.')
  if ((directoryId === undefined) === (userId === undefined))
    refuse('directoryId', 'Give the licence either to an organisation or to a person, not to both.')
  // The row lock prevents another call from deleting the owner before the licence is stored.
  const owners =
    directoryId !== undefined
      ? await database
          .select({ id: directories.id })
          .from(directories)
          .where(eq(directories.id, directoryId))
          .for('share')
      : await database
          .select({ id: users.id })
          .from(users)
          .where(eq(users.id, userId ?? ''))
          .for('share')
  if (owners.length === 0) throw new Problem('not_found')
  const id = randomUUID()
  const limitOf = (limit: number | null | undefined, usual: number | null) => (limit === undefined ? usual : limit)
  await database.insert(licenses).values({
    id,
    directoryId: directoryId ?? null,
    userId: userId ?? null,
    product: product.productId,
    documentLimit: limitOf(grant.documentLimit, product.credits.document),
    sessionLimit: limitOf(grant.sessionLimit, product.credits.session),
    startsAt,
    endsAt,
    createdAt: clock.now(),
    updatedAt: clock.now(),
  })
  await audit(context, who, 'license.grant', id)
  return getAnyLicense(context, id)
}

/**
 * Changes the limits and the end of a licence. Throws `not_found`, and `conflict` if a limit is below the number of
 * used and reserved credits. The SQL update itself compares the limit with this number, so that a credit that is
 * reserved at the same time counts too.
 */
export async function changeLicense(
  context: Context,
  who: Who,
  licenseId: string,
  { documentLimit, sessionLimit, endsAt }: LicenseChange,
): Promise<AdministeredLicense> {
  await context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    const enough = (
      limit: number | null | undefined,
      usedColumn: typeof licenses.documentUsed | typeof licenses.sessionUsed,
    ) => (limit == null ? undefined : lte(usedColumn, limit))
    const [changedRow] = await tx
      .update(licenses)
      .set({
        ...(documentLimit === undefined ? {} : { documentLimit }),
        ...(sessionLimit === undefined ? {} : { sessionLimit }),
        ...(endsAt === undefined ? {} : { endsAt: endsAt === null ? null : new Date(endsAt) }),
        updatedAt: context.clock.now(),
      })
      .where(
        and(
          eq(licenses.id, licenseId),
          enough(documentLimit, licenses.documentUsed),
          enough(sessionLimit, licenses.sessionUsed),
        ),
      )
      .returning({ id: licenses.id })
    if (changedRow === undefined) {
      const { document, session } = (await getAnyLicense(inside, licenseId)).credits
      throw new Problem(
        'conflict',
        `The limit is too low: ${document.used} document credits and ${session.used} session credits are already used. Enter a higher limit.`,
      )
    }
    await audit(inside, who, 'license.update', licenseId)
  })
  return getAnyLicense(context, licenseId)
}

/**
 * Deletes a licence that was never used. Throws `not_found`, and `conflict` for a licence that was used. If a used
 * licence were deleted, its owner could be left without any licence, and would then have no limit. Also, the recorded
 * use would belong to no licence.
 */
export async function deleteLicense(context: Context, who: Who, licenseId: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    const [deletedRow] = await tx
      .delete(licenses)
      .where(and(eq(licenses.id, licenseId), eq(licenses.documentUsed, 0), eq(licenses.sessionUsed, 0)))
      .returning({ id: licenses.id })
    if (deletedRow === undefined) {
      await getAnyLicense(inside, licenseId)
      throw new Problem('conflict', 'This licence has been used, so it cannot be deleted. Set its end date instead.')
    }
    await forgetAnswers(inside, licenseId)
    await audit(inside, who, 'license.delete', licenseId)
  })
}
