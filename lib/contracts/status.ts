import { z } from 'zod'
import { provider } from './oauth.ts'

/** The answer of `GET /` and `GET /api` (product 7.1). */
export const serverStatus = z.object({
  name: z.literal('Chartside'),
  version: z.string(),
  /** `unavailable`: the database cannot be reached now. */
  status: z.enum(['ok', 'unavailable']),
  /**
   * The providers, such as Google, with which people can sign in on this server. A newer server may name providers that
   * an older panel does not know; the panel leaves them out.
   */
  providers: z.array(provider),
})
