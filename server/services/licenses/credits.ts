import { randomUUID } from 'node:crypto'
import { and, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { CreditKind } from '../../../lib/contracts/index.ts'
import { type Customer, isLicenseOfSeat, ownerOf, type Person, rulersOf } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import type { Database } from '../../store/index.ts'
import { licenses, type outputs, usage } from '../../store/schema/index.ts'
import { countUse, refuseOverLimit, uncountOutputs } from '../access/meters.ts'
import type { Context } from '../index.ts'

type Payer = Pick<Person, 'userId' | 'directory'>

/**
 * A person, or a customer. A customer needs no licence, because its outputs count for the monthly limit of its
 * developer organisation (product 12.74).
 */
type AnyPayer = Payer | Customer

const isNotOver = (now: Date): SQL | undefined => or(isNull(licenses.endsAt), gt(licenses.endsAt, now))

export const isActive = (now: Date): SQL | undefined => and(lte(licenses.startsAt, now), isNotOver(now))

export const isActiveRow = ({ startsAt, endsAt }: typeof licenses.$inferSelect, now: Date): boolean =>
  startsAt <= now && (endsAt === null || endsAt > now)

/** Ends the licences that match `which` now. Call it in the transaction that deletes their owner. */
export async function endLicenses({ database, clock }: Pick<Context, 'database' | 'clock'>, which: SQL): Promise<void> {
  const now = clock.now()
  await database
    .update(licenses)
    .set({ endsAt: now, updatedAt: now })
    .where(and(which, isNotOver(now)))
}

/**
 * The order in which every transaction locks several licences, because a different order could cause a deadlock. It is
 * also the order of use: the licence that ends first is used first.
 */
const lockOrder = [sql`${licenses.endsAt} asc nulls last`, licenses.id]

export const lockLicenses = (database: Database, ids: readonly string[]): Promise<{ id: string }[]> =>
  database
    .select({ id: licenses.id })
    .from(licenses)
    .where(inArray(licenses.id, [...ids]))
    .orderBy(...lockOrder)
    .for('update')

const counters = {
  document: { used: licenses.documentUsed, limit: licenses.documentLimit },
  session: { used: licenses.sessionUsed, limit: licenses.sessionLimit },
}

/**
 * Returns the active licences that pay for this person now (product 12.21): the licence of the person's seat in the
 * chosen directory, otherwise the licences of the directory, otherwise those of the person. If none of these three has a
 * licence, not even an ended one, the organisations whose rules hold for the person pay in the same way (product
 * 12.105). `limited` is false if none of all these has a licence: the person may then create any number of notes. An
 * ended licence keeps `limited` true. Otherwise, the end of a licence would remove the limit.
 */
export async function payingLicenses({ database, clock }: Pick<Context, 'database' | 'clock'>, payer: Payer) {
  const now = clock.now()
  const directoryId = payer.directory?.id ?? null
  const ofSeat = directoryId === null ? sql`false` : isLicenseOfSeat(payer.userId, directoryId)
  const ofDirectory = directoryId === null ? sql`false` : eq(licenses.directoryId, directoryId)
  const ofOwn = eq(licenses.userId, payer.userId)
  const { others } = await rulersOf(database, ownerOf(payer))
  const ofOthers = inArray(
    licenses.directoryId,
    others.map(({ id }) => id),
  )
  const ofOtherSeat = or(sql`false`, ...others.map(({ id }) => isLicenseOfSeat(payer.userId, id)))
  const rows = await database
    .select({
      license: licenses,
      place: sql<number>`case when ${ofSeat} then 0 when ${ofDirectory} then 1 when ${ofOwn} then 2 when ${ofOtherSeat} then 3 else 4 end`,
    })
    .from(licenses)
    .where(or(ofSeat, ofDirectory, ofOwn, ofOthers))
    .orderBy(...lockOrder)
  const nearer = rows.filter((one) => one.place <= 2)
  const active = (nearer.length > 0 ? nearer : rows).filter(({ license }) => isActiveRow(license, now))
  const place = Math.min(...active.map((one) => one.place))
  return {
    licenses: active.filter((one) => one.place === place).map(({ license }) => license),
    limited: rows.length > 0,
  }
}

/**
 * Throws `no_credit` if fewer credits than needed are left. Reserves nothing: another call may take the credits before
 * this call runs `reserveCredit`.
 */
export async function refuseWithoutCredit(
  context: Pick<Context, 'database' | 'clock'>,
  payer: AnyPayer,
  kind: CreditKind,
  amount: number,
): Promise<void> {
  if (payer.userId === null) return refuseOverLimit(context, payer, 'output', amount)
  const { licenses: paying, limited } = await payingLicenses(context, payer)
  const left = paying.map((row) =>
    kind === 'document'
      ? (row.documentLimit ?? Number.POSITIVE_INFINITY) - row.documentUsed
      : (row.sessionLimit ?? Number.POSITIVE_INFINITY) - row.sessionUsed,
  )
  if (limited && left.reduce((sum, one) => sum + one, 0) < amount) throw new Problem('no_credit')
}

/**
 * Takes one credit from a licence. Returns false if no credit is left or the licence is not active. The SQL update
 * itself checks the limit, so parallel calls never exceed it.
 */
async function take(context: Pick<Context, 'database' | 'clock'>, licenseId: string, kind: CreditKind) {
  const { used, limit } = counters[kind]
  const [license] = await context.database
    .update(licenses)
    .set({ [kind === 'document' ? 'documentUsed' : 'sessionUsed']: sql`${used} + 1` })
    .where(and(eq(licenses.id, licenseId), isActive(context.clock.now()), or(isNull(limit), sql`${used} < ${limit}`)))
    .returning({ id: licenses.id })
  return license !== undefined
}

/**
 * Reserves one credit for an output. Call it in the transaction that creates the output, so that the output is never
 * stored without its credit. For a customer, counts the output for the monthly limit instead of a licence. Does nothing
 * if the output already has a credit. Throws `no_credit` if no paying licence has a credit left, if all licences have
 * ended, or if the monthly limit is reached.
 */
export async function reserveCredit(
  context: Pick<Context, 'database' | 'clock'>,
  payer: AnyPayer,
  { outputId, kind, status = 'reserved' }: { outputId: string; kind: CreditKind; status?: 'reserved' | 'used' },
): Promise<void> {
  const { database, clock } = context
  const id = randomUUID()
  const [mine] = await database
    .insert(usage)
    .values({
      id,
      ...ownerOf(payer),
      ...(payer.userId === null ? { accessId: payer.accessId, test: payer.test } : {}),
      status,
      kind,
      outputId,
      at: clock.now(),
    })
    .onConflictDoNothing()
    .returning({ id: usage.id })
  if (mine === undefined) return
  if (payer.userId === null) return void (await countUse(context, payer, 'output', 1))
  const { licenses: paying, limited } = await payingLicenses(context, payer)
  for (const { id: licenseId } of paying) {
    if (!(await take(context, licenseId, kind))) continue
    await database.update(usage).set({ licenseId }).where(eq(usage.id, id))
    return
  }
  if (limited) throw new Problem('no_credit')
}

/**
 * Marks the reserved credit of an output as used. Call it in the transaction that stores the written note. An output
 * that was created by an older version of the server may have no reservation. Its use is then recorded without a
 * licence.
 */
export async function useCredit(
  database: Database,
  { id: outputId, userId, directoryId, customerId, customerUserId }: typeof outputs.$inferSelect,
  kind: CreditKind,
): Promise<void> {
  await database
    .insert(usage)
    .values({ id: randomUUID(), userId, directoryId, customerId, customerUserId, status: 'used', kind, outputId })
    .onConflictDoUpdate({ target: usage.outputId, set: { status: 'used', at: sql`now()` } })
}

/**
 * Gives back the reserved credits of outputs that failed or are deleted. Credits that are already used are not given
 * back. Call it in the transaction that changes the outputs.
 */
export async function releaseCredits(database: Database, outputIds: readonly string[]): Promise<void> {
  if (outputIds.length === 0) return
  const released = await database
    .delete(usage)
    // All ids are sent as one array value, because PostgreSQL accepts at most 65,535 values in a statement.
    .where(and(sql`${usage.outputId} = any(${sql.param([...outputIds])}::uuid[])`, eq(usage.status, 'reserved')))
    .returning({
      licenseId: usage.licenseId,
      kind: usage.kind,
      accessId: usage.accessId,
      customerId: usage.customerId,
      test: usage.test,
      at: usage.at,
    })
  await uncountOutputs(database, released)
  const ids = [...new Set(released.flatMap(({ licenseId }) => licenseId ?? []))]
  if (ids.length === 0) return
  for (const { id } of await lockLicenses(database, ids)) {
    const count = (kind: CreditKind) => released.filter((one) => one.licenseId === id && one.kind === kind).length
    await database
      .update(licenses)
      .set({
        documentUsed: sql`${licenses.documentUsed} - ${count('document')}`,
        sessionUsed: sql`${licenses.sessionUsed} - ${count('session')}`,
      })
      .where(eq(licenses.id, id))
  }
}
