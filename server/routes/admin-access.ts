import type { endpoints } from '../../lib/contracts/index.ts'
import {
  addAccess,
  allowOwnerOffer,
  changeAccess,
  getAccess,
  listAccess,
  removeAccess,
} from '../services/administration/index.ts'
import type { Handlers } from './handler.ts'

export const adminAccessHandlers: Handlers<(typeof endpoints)['adminAccess'], 'admin'> = {
  listAccess: ({ context, query }) => listAccess(context, query),
  getAccess: ({ context, params }) => getAccess(context, params.accessId),
  addAccess: {
    prepare: async ({ context: outside, principal, body }) => {
      await allowOwnerOffer(outside, principal, body)
      return { create: ({ context }) => addAccess(context, principal, body) }
    },
  },
  changeAccess: async ({ context, principal, params, body }) => {
    await allowOwnerOffer(context, principal, body)
    return changeAccess(context, principal, params.accessId, body)
  },
  removeAccess: async ({ context, principal, params }) => {
    await removeAccess(context, principal, params.accessId)
    return {}
  },
}
