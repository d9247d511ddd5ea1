import type { endpoints } from '../../lib/contracts/index.ts'
import {
  confirmAlternativeEmail,
  confirmEmailChange,
  deleteAccount,
  endSession,
  exportAccount,
  listActing,
  listSessions,
  listViewableUserIds,
  listViewableUsers,
  permissionOf,
  removeAlternativeEmail,
  startAlternativeEmail,
  startEmailChange,
  turnOffSecondFactor,
  turnOnSecondFactor,
  updateAccount,
} from '../services/account/index.ts'
import { getAccount } from '../services/accounts.ts'
import { linkOwn, listOwn, unlinkOwn } from '../services/oauth/index.ts'
import { checkPassword, issuePortalCookie } from '../services/sign-in/index.ts'
import type { Handlers } from './handler.ts'

export const accountHandlers: Handlers<(typeof endpoints)['account'], 'user'> = {
  updateAccount: ({ context, principal, body }) => updateAccount(context, principal, body),
  deleteAccount: async ({ context, principal, body }) => {
    await deleteAccount(context, principal, body)
    return {}
  },
  exportAccount: { file: ({ context, principal }) => exportAccount(context, principal) },
  openPortal: {
    open: async ({ context, principal }) => ({
      answer: await getAccount(context, principal),
      cookie: await issuePortalCookie(context, principal),
    }),
  },
  listActing: ({ context, principal, query }) => listActing(context, principal, query),
  listSessions: ({ context, principal, query }) => listSessions(context, principal, query),
  endSession: async ({ context, principal, params }) => {
    await endSession(context, principal, params.sessionId)
    return {}
  },
  verifyPassword: async ({ context, principal, body }) => {
    await checkPassword(context, principal, body.password)
    return { valid: true }
  },
  listViewableUsers: ({ context, principal, query }) => listViewableUsers(context, principal, query),
  listViewableUserIds: ({ context, principal }) => listViewableUserIds(context, principal),
  getPermission: async ({ principal }) => permissionOf(principal),
  startAlternativeEmail: ({ context, principal, body }) => startAlternativeEmail(context, principal, body.email),
  confirmAlternativeEmail: ({ context, principal, body }) => confirmAlternativeEmail(context, principal, body),
  confirmAlternativeEmailByGet: ({ context, principal, query }) => confirmAlternativeEmail(context, principal, query),
  removeAlternativeEmail: ({ context, principal }) => removeAlternativeEmail(context, principal),
  startEmailChange: ({ context, principal, body }) => startEmailChange(context, principal, body),
  confirmEmailChange: ({ context, principal, body }) => confirmEmailChange(context, principal, body),
  confirmEmailChangeByGet: ({ context, principal, query }) => confirmEmailChange(context, principal, query),
  listIdentities: ({ context, principal }) => listOwn(context, principal),
  linkIdentity: ({ context, principal, params, body }) => linkOwn(context, principal, params.provider, body),
  unlinkIdentity: ({ context, principal, params, body }) =>
    unlinkOwn(context, principal, params.provider, body.password),
  turnOnSecondFactor: ({ context, principal, body }) => turnOnSecondFactor(context, principal, body.password),
  turnOffSecondFactor: ({ context, principal, body }) => turnOffSecondFactor(context, principal, body.password),
}
