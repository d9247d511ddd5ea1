import type { endpoints } from '../../lib/contracts/index.ts'
import { getDashboard } from '../services/access/dashboard.ts'
import { addKey, listKeys, refuseSecondKey, removeKey } from '../services/access/keys.ts'
import { listLogs } from '../services/access/logs.ts'
import {
  acceptAccessInvite,
  addMember,
  declineAccessInvite,
  listAccessInvites,
  removeMember,
} from '../services/access/members.ts'
import {
  changeLogo,
  changeOwnAccess,
  getOwnAccess,
  getPublicAccess,
  listOwnAccess,
} from '../services/access/organization.ts'
import { changeOrigin, checkOrigin, mayEmbed } from '../services/access/origins.ts'
import { allowInvitations } from '../services/invitations.ts'
import type { Handlers } from './handler.ts'

export const accessPublicHandlers: Handlers<(typeof endpoints)['accessPublic'], 'public'> = {
  getPublicAccess: ({ context, params }) => getPublicAccess(context, params.accessId),
  mayEmbed: ({ context, params, query }) => mayEmbed(context, params.accessId, query.origin),
}

export const accessInviteHandlers: Handlers<(typeof endpoints)['accessInvites'], 'user'> = {
  listOwnAccess: ({ context, principal, query }) => listOwnAccess(context, principal, query),
  listAccessInvites: ({ context, principal, query }) => listAccessInvites(context, principal, query),
  acceptAccessInvite: ({ context, principal, params }) => acceptAccessInvite(context, principal, params.accessId),
  declineAccessInvite: async ({ context, principal, params }) => {
    await declineAccessInvite(context, principal, params.accessId)
    return {}
  },
}

export const accessHandlers: Handlers<(typeof endpoints)['access'], 'reseller'> = {
  getOwnAccess: ({ context, principal }) => getOwnAccess(context, principal),
  changeOwnAccess: ({ context, principal, body }) => changeOwnAccess(context, principal, body),
  checkOrigin: async ({ context, principal, body, signal }) => {
    await checkOrigin(context, principal, body.origin, signal)
    return getOwnAccess(context, principal)
  },
  changeOrigin: async ({ context, principal, body }) => {
    await changeOrigin(context, principal, body)
    return getOwnAccess(context, principal)
  },
  changeLogo: ({ context, principal, body }) => changeLogo(context, principal, body.logoBase64),
  listKeys: ({ context, principal, query }) => listKeys(context, principal, query),
  addKey: {
    create: ({ context, principal, body }) => addKey(context, principal, body),
    repeat: async () => refuseSecondKey(),
  },
  removeKey: async ({ context, principal, params }) => {
    await removeKey(context, principal, params.keyId)
    return {}
  },
  addMember: {
    prepare: async ({ context: outside, principal, body }) => {
      await allowInvitations(outside, principal)
      return { create: ({ context }) => addMember(context, principal, body) }
    },
  },
  removeMember: ({ context, principal, params }) => removeMember(context, principal, params.email),
  getDashboard: ({ context, principal, query }) => getDashboard(context, principal, query),
  listCustomerLogs: ({ context, principal, query }) => listLogs(context, principal, query),
}
