import { lt } from 'drizzle-orm'
import { endOverdueFamilies, forgetExpired } from '../auth/sessions/index.ts'
import { forgetOldMessages } from '../effects/index.ts'
import { describeFailure } from '../problem.ts'
import { withoutTimeLimit } from '../store/index.ts'
import { idempotencyKeys } from '../store/schema/index.ts'
import { forgetCustomerTickets } from './access/embedding.ts'
import { forgetLogs } from './access/logs.ts'
import { forgetUnsentUse, forwardUse } from './access/metronome.ts'
import { forgetTokens } from './access/tokens.ts'
import { forgetOldEvents, readOldAgain } from './billing/index.ts'
import { type Context, contextOf, type Services } from './index.ts'
import { forgetFlows } from './oauth/index.ts'
import { rotation } from './resealing.ts'
import { deleteExpired } from './retention.ts'
import { sweepObjects } from './transcript-files/index.ts'
import { forgetVerifications } from './verifications.ts'

const hourMs = 60 * 60_000
const minuteMs = 60_000
const meteringMs = 5_000
const filesMs = 10_000
const keepKeysMs = 7 * 24 * hourMs

export function startHousekeeping(services: Services): () => void {
  const stopping = new AbortController()
  const every = (ms: number, task: (context: Context) => Promise<unknown>) => {
    let running = false
    const timer = setInterval(async () => {
      if (running) return
      running = true
      try {
        await task(contextOf(services))
      } catch (error) {
        services.log.warn(describeFailure(error), 'housekeeping was put off')
      } finally {
        running = false
      }
    }, ms)
    stopping.signal.addEventListener('abort', () => clearInterval(timer))
  }
  every(hourMs, async (context) => {
    const { database, clock } = context
    await withoutTimeLimit(database, (tx) => forgetExpired(tx, clock))
    await withoutTimeLimit(database, (tx) => forgetOldKeys({ ...context, database: tx }))
    await withoutTimeLimit(database, (tx) => forgetOldMessages({ clock, database: tx }))
    await withoutTimeLimit(database, (tx) => forgetVerifications({ ...context, database: tx }))
    await withoutTimeLimit(database, (tx) => forgetTokens({ clock, database: tx }))
    await withoutTimeLimit(database, (tx) => forgetCustomerTickets({ clock, database: tx }))
    await withoutTimeLimit(database, (tx) => forgetLogs({ clock, database: tx }))
    await deleteExpired(context, stopping.signal)
    const unsent = await forgetUnsentUse(context)
    if (unsent > 0) services.log.error({ events: unsent }, 'use was never accepted by Metronome')
    await forgetFlows(context)
    await forgetOldEvents(context)
    await readOldAgain(context)
  })
  const { metronome } = services.config
  if (metronome !== null) every(meteringMs, (context) => forwardUse(context, metronome, stopping.signal))
  every(minuteMs, ({ database, clock }) => endOverdueFamilies(database, clock))
  every(filesMs, sweepObjects)
  every(minuteMs, rotation(contextOf(services), stopping.signal))
  return () => stopping.abort()
}

async function forgetOldKeys({ database, clock }: Context): Promise<void> {
  const cutoff = new Date(clock.now().getTime() - keepKeysMs)
  await database.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, cutoff))
}
