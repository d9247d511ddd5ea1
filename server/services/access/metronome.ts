import { eq, inArray, lt, lte } from 'drizzle-orm'
import type { MeterType } from '../../../lib/contracts/index.ts'
import type { CustomerSpace } from '../../authority/index.ts'
import type { Clock } from '../../clock.ts'
import { MetronomeFailure, type MetronomeSettings, sendUsage } from '../../effects/index.ts'
import type { Database } from '../../store/index.ts'
import { accessOrganizations, meterEvents } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'

const batch = 100
/**
 * Time in ms for which no other server takes the events that a server has taken. It is longer than the time limit of a
 * request.
 */
const takenForMs = 60_000
const failedForMs = 5_000
/**
 * Pause in ms before an event that Metronome refused as wrong is sent again. In this time, an administrator may add a
 * missing customer at Metronome.
 */
const refusedForMs = 60 * 60_000
/** Time in ms for which unsent events are kept. Metronome refuses events that are older than 34 days. */
const keptMs = 34 * 24 * 60 * 60_000

interface Use {
  type: MeterType
  count: number
  at: Date
}

/**
 * Stores counted use that must be sent to Metronome. Call it in the transaction that counts: then the use is sent if,
 * and only if, the count is committed. Stores nothing for an organisation without a customer in Metronome.
 */
export async function keepForMetronome(database: Database, metronomeId: string | null, use: Use): Promise<void> {
  if (metronomeId !== null) await database.insert(meterEvents).values({ ...use, metronomeId, nextTryAt: use.at })
}

/**
 * Sends the stored use to Metronome until no event is due. The events that became due first are sent first. An event
 * may be sent more than once, always with the same transaction id. Metronome counts an id only once in 34 days (product
 * 12.101). A batch that fails is sent again later. If Metronome refuses a batch as wrong, each event is sent alone, so
 * that one wrong event does not delay the other events. When `signal` aborts, the current request is cancelled and its
 * events are sent later.
 */
export async function forwardUse(context: Context, settings: MetronomeSettings, signal: AbortSignal): Promise<void> {
  for (;;) {
    const events = signal.aborted ? [] : await take(context)
    if (events.length === 0) return
    try {
      await send(context, settings, events, signal)
    } catch (error) {
      if (!(error instanceof MetronomeFailure)) throw error
      context.log.warn({ status: error.status, events: events.length }, 'use was not sent to Metronome')
      if (!error.isRefusal) return putBack(context, events, failedForMs)
      for (const event of events) await sendAlone(context, settings, event, signal)
    }
  }
}

/**
 * Returns the id that a developer organisation has as a customer of Metronome. Null for the sandbox, for an
 * organisation that is no customer of Metronome, and for an organisation that was deleted.
 */
export async function metronomeIdOf(database: Database, { accessId, test }: CustomerSpace): Promise<string | null> {
  if (test) return null
  const { id, metronomeId } = accessOrganizations
  const [row] = await database.select({ metronomeId }).from(accessOrganizations).where(eq(id, accessId))
  return row?.metronomeId ?? null
}

type Event = typeof meterEvents.$inferSelect

/**
 * Returns the events that are due, and marks them as taken for `takenForMs`. If this server stops before it has sent
 * them, another server sends them after that time.
 */
async function take({ database, clock }: Context): Promise<Event[]> {
  const now = clock.now()
  const { id, nextTryAt } = meterEvents
  const due = database
    .select({ id })
    .from(meterEvents)
    .where(lte(nextTryAt, now))
    .orderBy(nextTryAt)
    .limit(batch)
    .for('update', { skipLocked: true })
  return database
    .update(meterEvents)
    .set({ nextTryAt: new Date(now.getTime() + takenForMs) })
    .where(inArray(id, due))
    .returning()
}

async function send({ database }: Context, settings: MetronomeSettings, events: readonly Event[], signal: AbortSignal) {
  await sendUsage(
    settings,
    events.map(({ id, metronomeId, type, count, at }) => ({
      transaction_id: id,
      customer_id: metronomeId,
      event_type: `chartside.${type}`,
      timestamp: at.toISOString(),
      // The count is sent as a text, because Metronome does not round numbers that are sent as texts.
      properties: { count: String(count) },
    })),
    signal,
  )
  const ids = events.map(({ id }) => id)
  await database.delete(meterEvents).where(inArray(meterEvents.id, ids))
}

async function sendAlone(context: Context, settings: MetronomeSettings, event: Event, signal: AbortSignal) {
  try {
    await send(context, settings, [event], signal)
  } catch (error) {
    if (!(error instanceof MetronomeFailure)) throw error
    await putBack(context, [event], error.isRefusal ? refusedForMs : failedForMs)
  }
}

async function putBack({ database, clock }: Context, events: readonly Event[], pauseMs: number): Promise<void> {
  const nextTryAt = new Date(clock.now().getTime() + pauseMs)
  const ids = events.map(({ id }) => id)
  await database.update(meterEvents).set({ nextTryAt }).where(inArray(meterEvents.id, ids))
}

export async function forgetUnsentUse({ database, clock }: { database: Database; clock: Clock }): Promise<number> {
  const cutoff = new Date(clock.now().getTime() - keptMs)
  const { rowCount } = await database.delete(meterEvents).where(lt(meterEvents.at, cutoff))
  return rowCount ?? 0
}
