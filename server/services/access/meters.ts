import { and, eq, sql } from 'drizzle-orm'
import { accessLimits, type MeterType, type Spent, wireFormat } from '../../../lib/contracts/index.ts'
import type { CustomerSpace } from '../../authority/index.ts'
import type { Clock } from '../../clock.ts'
import { Problem } from '../../problem.ts'
import type { Database } from '../../store/index.ts'
import { accessDays, accessMeters, accessOrganizations, customers } from '../../store/schema/index.ts'
import { keepForMetronome, metronomeIdOf } from './metronome.ts'

interface Counting {
  database: Database
  clock: Clock
}

/**
 * The developer organisation, the mode (live or sandbox) and the customer whose use is counted. Without a customer, the
 * use is counted for the developer organisation only.
 */
type Counted = CustomerSpace & { customerId?: string | undefined }

export const noCustomer = '00000000-0000-0000-0000-000000000000'

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
const monthOf = (at: Date): string => at.toISOString().slice(0, 7)

const names: Record<MeterType, string> = {
  output: 'outputs',
  transcript: 'transcripts',
  minute: 'minutes of sound',
  template: 'templates',
}
const overLimit = (type: MeterType) =>
  new Problem(
    'no_credit',
    `The monthly limit of ${names[type]} of this organisation is reached. Ask an administrator of this server for a higher limit.`,
  )

/** The rules of the sandbox: it has no limit, and its use is not sent to Metronome. */
const ofSandbox = { limit: null, metronomeId: null }

/**
 * Returns the monthly limit of a developer organisation, and its customer id in Metronome. Null: no limit, or no
 * customer in Metronome. Throws `not_found`.
 */
async function rulesOf(database: Database, { accessId, test }: CustomerSpace, type: MeterType) {
  if (test) return ofSandbox
  const { limits, metronomeId } = accessOrganizations
  const [row] = await database
    .select({ limits, metronomeId })
    .from(accessOrganizations)
    .where(eq(accessOrganizations.id, accessId))
  if (row === undefined) throw new Problem('not_found')
  return { limit: accessLimits.parse(row.limits)[type], metronomeId: row.metronomeId }
}

async function totalOf({ database, clock }: Counting, { accessId, test }: CustomerSpace, type: MeterType) {
  const { accessId: access, test: isTest, month, type: meter, total } = accessMeters
  const [row] = await database
    .select({ total })
    .from(accessMeters)
    .where(and(eq(access, accessId), eq(isTest, test), eq(month, monthOf(clock.now())), eq(meter, type)))
  return row?.total ?? 0
}

/**
 * Throws `no_credit` if less than `amount` is left of the monthly limit. Does not reserve anything: another call may
 * use the rest before this call runs `countUse`.
 */
export async function refuseOverLimit(counting: Counting, space: CustomerSpace, type: MeterType, amount = 1) {
  const { limit } = await rulesOf(counting.database, space, type)
  if (limit !== null && (await totalOf(counting, space, type)) + amount > limit) throw overLimit(type)
}

/**
 * Throws `no_credit` if the monthly limit of minutes of a customer's developer organisation is reached. Call it when a
 * transcription begins. Its upload or its ticket was accepted earlier, and other transcriptions may have used the rest
 * of the limit since then.
 */
export async function refuseOverMinutes(counting: Counting, customerId: string): Promise<void> {
  await refuseOverLimit(counting, await spaceOfCustomer(counting.database, customerId), 'minute')
}

/**
 * Counts use, and returns the total of this calendar month (UTC). The SQL update itself checks the limit, so parallel
 * calls never exceed it. Throws `no_credit`. Call it at the end of the transaction that stores the counted item: until
 * the commit, every other call that counts the same meter waits.
 */
export async function countUse(counting: Counting, subject: Counted, type: MeterType, count: number): Promise<number> {
  const { limit, metronomeId } = await rulesOf(counting.database, subject, type)
  const total = await add(counting, subject, type, count, limit)
  if (total === null) throw overLimit(type)
  const at = counting.clock.now()
  await addDay(counting.database, subject, dayOf(at), type, count)
  await keepForMetronome(counting.database, metronomeId, { type, count, at })
  return total
}

const framesPerMinute = 60 * wireFormat.sampleRate

/**
 * Counts the minutes of transcribed sound, rounded up. `frames` is the length of the sound. Never throws `no_credit`:
 * the limit was checked before the transcription. Call it in a transaction, so that the limit, the dashboard and
 * Metronome have the same count.
 */
export async function countMinutes(counting: Counting, customerId: string, frames: number): Promise<void> {
  const minutes = Math.ceil(frames / framesPerMinute)
  const space = await spaceOfCustomer(counting.database, customerId)
  const at = counting.clock.now()
  await add(counting, space, 'minute', minutes, null)
  await addDay(counting.database, { ...space, customerId }, dayOf(at), 'minute', minutes)
  const metronomeId = await metronomeIdOf(counting.database, space)
  await keepForMetronome(counting.database, metronomeId, { type: 'minute', count: minutes, at })
}

/**
 * Counts a transcript that a customer records. Throws `no_credit`. Call it in the transaction that creates the
 * transcript.
 */
export async function countTranscript(counting: Counting, customerId: string): Promise<void> {
  const space = await spaceOfCustomer(counting.database, customerId)
  await countUse(counting, { ...space, customerId }, 'transcript', 1)
}

export async function spaceOfCustomer(database: Database, customerId: string): Promise<CustomerSpace> {
  const [row] = await database
    .select({ accessId: customers.accessId, test: customers.test })
    .from(customers)
    .where(eq(customers.id, customerId))
  if (row === undefined) throw new Error('The customer of a thing is missing.')
  return row
}

async function add(
  { database, clock }: Counting,
  { accessId, test }: CustomerSpace,
  type: MeterType,
  count: number,
  limit: number | null,
): Promise<number | null> {
  if (limit !== null && count > limit) return null
  const [row] = await database
    .insert(accessMeters)
    .values({ accessId, test, month: monthOf(clock.now()), type, total: count })
    .onConflictDoUpdate({
      target: [accessMeters.accessId, accessMeters.test, accessMeters.month, accessMeters.type],
      set: { total: sql`${accessMeters.total} + ${count}` },
      ...(limit === null ? {} : { setWhere: sql`${accessMeters.total} + ${count} <= ${limit}` }),
    })
    .returning({ total: accessMeters.total })
  return row?.total ?? null
}

async function addDay(
  database: Database,
  { accessId, test, customerId = noCustomer }: Counted,
  day: string,
  what: string,
  count: number,
): Promise<void> {
  await database
    .insert(accessDays)
    .values({ accessId, test, day, what, customerId, total: count })
    .onConflictDoUpdate({
      target: [accessDays.accessId, accessDays.test, accessDays.day, accessDays.what, accessDays.customerId],
      set: { total: sql`${accessDays.total} + ${count}` },
    })
}

/**
 * Subtracts outputs from the meters, the daily totals and the use that is sent to Metronome. Call it for outputs that
 * failed or were deleted before they were written.
 */
export async function uncountOutputs(
  database: Database,
  released: readonly { accessId: string | null; customerId: string | null; test: boolean; at: Date }[],
): Promise<void> {
  for (const { accessId, customerId, test, at } of released) {
    if (accessId === null) continue
    await keepForMetronome(database, await metronomeIdOf(database, { accessId, test }), {
      type: 'output',
      count: -1,
      at,
    })
    const { total } = accessMeters
    await database
      .update(accessMeters)
      .set({ total: sql`${total} - 1` })
      .where(
        and(
          eq(accessMeters.accessId, accessId),
          eq(accessMeters.test, test),
          eq(accessMeters.month, monthOf(at)),
          eq(accessMeters.type, 'output'),
        ),
      )
    await database
      .update(accessDays)
      .set({ total: sql`${accessDays.total} - 1` })
      .where(
        and(
          eq(accessDays.accessId, accessId),
          eq(accessDays.test, test),
          eq(accessDays.day, dayOf(at)),
          eq(accessDays.what, 'output'),
          eq(accessDays.customerId, customerId ?? noCustomer),
        ),
      )
  }
}

/**
 * Adds to the dashboard what the language models have cost for one call or output of a customer. The stored unit is a
 * millionth of a US dollar.
 */
export async function countCost(
  { database, clock }: Counting,
  customerId: string,
  spent: readonly Spent[],
): Promise<void> {
  const micros = Math.round(spent.reduce((sum, { costUsd = 0 }) => sum + costUsd, 0) * 1_000_000)
  if (micros === 0) return
  const space = await spaceOfCustomer(database, customerId)
  await addDay(database, { ...space, customerId }, dayOf(clock.now()), 'cost', micros)
}

export async function countFailedOutput(counting: Counting, customerId: string): Promise<void> {
  const space = await spaceOfCustomer(counting.database, customerId)
  const day = dayOf(counting.clock.now())
  await addDay(counting.database, { ...space, customerId }, day, 'error.output_failed', 1)
}

export const countError = ({ database, clock }: Counting, subject: Counted, code: string): Promise<void> =>
  addDay(database, subject, dayOf(clock.now()), `error.${code}`, 1)
