import type { endpoints } from '../../lib/contracts/index.ts'
import { verifyKey } from '../services/access/keys.ts'
import { countUse } from '../services/access/meters.ts'
import { authenticateCustomer, meterToken, rate, rateToken, verifyToken } from '../services/access/tokens.ts'
import type { Handlers } from './handler.ts'

export const keyHandlers: Handlers<(typeof endpoints)['keys'], 'key'> = {
  verifyKey: async ({ principal }) => verifyKey(principal),
  rateKey: ({ context, principal, body }) => rate(context, principal, body),
  meterKey: {
    create: async ({ context, principal, body: { type, parameters } }) => ({
      total: await countUse(context, principal, type, parameters.count),
    }),
  },
  authenticateToken: {
    create: ({ context, principal, body }) => authenticateCustomer(context, principal, body),
    repeat: ({ context, principal, body }) => authenticateCustomer(context, principal, body),
  },
  verifyCustomerToken: ({ context, principal, body }) => verifyToken(context, principal, body.token),
  rateToken: ({ context, principal, body }) => rateToken(context, principal, body),
  meterToken: { create: ({ context, principal, body }) => meterToken(context, principal, body) },
}
