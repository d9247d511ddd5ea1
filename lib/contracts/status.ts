import { z } from 'zod'
import { provider } from './oauth.ts'

/** The answer of `GET /` and `GET /api` (product 7.1). */
export const serverStatus = z.object({
  name: z.literal('Chartside'),
  version: z.string(),
  /** `unavailable`: the database cannot be reached now. */
  status: z.enum(['ok', 'unavailable']),
  /** The providers with which people can sign in here. A newer server may name others, which older panels leave out. */
  providers: z.array(provider),
})
