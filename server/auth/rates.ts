import { createHash } from 'node:crypto'
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '../problem.ts'
import type { Store } from '../store/index.ts'
import { attempts } from '../store/schema/index.ts'

/** Calls per minute that one person may make, by class (product 7.16). Ordinary calls have no limit of their own. */
export interface CallLimits {
  /** Calls that start a generation, each of which may cost money at a provider. */
  expensive: number
}

export const callLimits: CallLimits = { expensive: 120 }

/** Counts the calls of one person. All servers share the counters. */
export interface Rates {
  /** Throws `too_many_requests` with the seconds to wait. */
  countExpensive(userId: string): Promise<void>
}

export function createRates({ database }: Pick<Store, 'database'>, limits: CallLimits = callLimits): Rates {
  const expensive = new RateLimiterDrizzle({
    storeClient: database,
    schema: attempts,
    keyPrefix: 'expensive',
    points: limits.expensive,
    duration: 60,
    // A caller that goes on after the refusal is refused from memory. Otherwise each refusal would cost a statement.
    inMemoryBlockOnConsumed: limits.expensive + 1,
    // Housekeeping deletes expired counters. The timer of the library would continue after the store is closed.
    clearExpiredByTimeout: false,
  })
  return {
    async countExpensive(userId) {
      try {
        await expensive.consume(createHash('sha256').update(userId).digest('base64url'))
      } catch (answer) {
        if (!(answer instanceof RateLimiterRes)) throw answer
        throw new Problem('too_many_requests', 'You have started many notes in a short time. Wait a moment.').after(
          Math.ceil(answer.msBeforeNext / 1000),
        )
      }
    },
  }
}
