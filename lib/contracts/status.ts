import { z } from 'zod'
import { provider } from './oauth.ts'

/** The answer of `GET /` and `GET /api` (product 7.1). */
export const serverStatus = z.object({
  name: z.literal('Chartside'),
  version: z.string(),
  status: z.enum(['ok', 'unavailable']),
  providers: z.array(provider),
})
