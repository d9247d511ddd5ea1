import { lt } from 'drizzle-orm'
import { forgetExpired } from '../auth/sessions.ts'
import { describeFailure } from '../problem.ts'
import { idempotencyKeys } from '../store/schema/index.ts'
import { type Context, contextOf, type Services } from './index.ts'

const everyMs = 60 * 60_000
const keepKeysMs = 7 * 24 * 60 * 60_000

/** Deletes expired data once per hour. Returns a function that stops it. */
export function startHousekeeping(services: Services): () => void {
  const timer = setInterval(async () => {
    try {
      const context = contextOf(services)
      await forgetExpired(context.database, context.clock)
      await forgetOldKeys(context)
    } catch (error) {
      services.log.warn(describeFailure(error), 'housekeeping was put off')
    }
  }, everyMs)
  return () => clearInterval(timer)
}

/** Deletes idempotency keys that are older than a week. */
async function forgetOldKeys({ database, clock }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - keepKeysMs)
  await database.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before))
}
