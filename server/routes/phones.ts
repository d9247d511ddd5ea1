import type { endpoints } from '../../lib/contracts/index.ts'
import { confirmPhone, removePhone, startPhone, turnOnSecondFactorByPhone } from '../services/account/index.ts'
import { cancelVerification } from '../services/verifications.ts'
import type { Handlers } from './handler.ts'

export const phoneHandlers: Handlers<(typeof endpoints)['phones'], 'user'> = {
  startPhone: ({ context, principal, body }) => startPhone(context, principal, body),
  confirmPhone: ({ context, principal, body }) => confirmPhone(context, principal, body),
  confirmPhoneByGet: ({ context, principal, query }) => confirmPhone(context, principal, query),
  cancelPhone: async ({ context, principal, query }) => {
    for (const purpose of ['phone', 'phone-without-password'] as const)
      await cancelVerification(context, purpose, query.ticket, principal.userId)
    return {}
  },
  removePhone: ({ context, principal }) => removePhone(context, principal),
  turnOnSecondFactorByPhone: ({ context, principal, body }) =>
    turnOnSecondFactorByPhone(context, principal, body.password),
}
