import type { endpoints } from '../../lib/contracts/index.ts'
import {
  addDirectory,
  allowManagementOffer,
  changeAnyDirectory,
  changeModel,
  deleteAnyDirectory,
  getAnyDirectory,
  listAllDirectories,
  listAllModels,
  listAudit,
} from '../services/administration/index.ts'
import { addBanner, deleteBanner } from '../services/banners.ts'
import {
  changeLicense,
  deleteLicense,
  getAnyLicense,
  grantLicense,
  listAllLicenses,
} from '../services/licenses/index.ts'
import {
  addUser,
  changeUser,
  deleteUser,
  getUser,
  listUsers,
  prepareHash,
  signInAs,
  signInForTime,
  signOutUser,
} from '../services/users/index.ts'
import type { Handlers } from './handler.ts'

/** Default length, in minutes, of a session in which an administrator acts as a user. */
const actingMinutes = 60

export const adminHandlers: Handlers<(typeof endpoints)['admin'], 'admin'> = {
  listAllDirectories: ({ context, query }) => listAllDirectories(context, query),
  getAnyDirectory: ({ context, params }) => getAnyDirectory(context, params.directoryId),
  addDirectory: {
    prepare: async ({ context: outside, principal, body }) => {
      await allowManagementOffer(outside, principal, body)
      return { create: ({ context }) => addDirectory(context, principal, body) }
    },
  },
  changeAnyDirectory: async ({ context, principal, params, body }) => {
    await allowManagementOffer(context, principal, body)
    return changeAnyDirectory(context, principal, params.directoryId, body)
  },
  deleteAnyDirectory: async ({ context, principal, params }) => {
    await deleteAnyDirectory(context, principal, params.directoryId)
    return {}
  },

  listAllLicenses: ({ context, query }) => listAllLicenses(context, query),
  getAnyLicense: ({ context, params }) => getAnyLicense(context, params.licenseId),
  grantLicense: { create: ({ context, principal, body }) => grantLicense(context, principal, body) },
  changeLicense: ({ context, principal, params, body }) => changeLicense(context, principal, params.licenseId, body),
  deleteLicense: async ({ context, principal, params }) => {
    await deleteLicense(context, principal, params.licenseId)
    return {}
  },

  listUsers: ({ context, query }) => listUsers(context, query),
  getUser: ({ context, params }) => getUser(context, params.userId),
  addUser: {
    prepare: async ({ principal, body: { password, ...draft } }) => {
      const passwordHash = password === undefined ? null : await prepareHash(password, draft.email)
      return { create: ({ context }) => addUser(context, principal, draft, passwordHash) }
    },
  },
  changeUser: ({ context, principal, params, body }) => changeUser(context, principal, params.userId, body),
  deleteUser: async ({ context, principal, params }) => {
    await deleteUser(context, principal, params.userId)
    return {}
  },
  loginAsUser: ({ context, principal, params }) =>
    signInAs(context, principal, { userId: params.userId, minutes: actingMinutes }),
  logoutUser: async ({ context, principal, params }) => {
    await signOutUser(context, principal, params.userId)
    return {}
  },
  customLogin: ({ context, principal, body }) =>
    body.userId === undefined
      ? signInForTime(context, principal, body.expirationMinutes)
      : signInAs(context, principal, { userId: body.userId, minutes: body.expirationMinutes }),

  addBanner: { create: ({ context, principal, body }) => addBanner(context, principal, body) },
  deleteBanner: async ({ context, principal, params }) => {
    await deleteBanner(context, principal, params.bannerId)
    return {}
  },
  listAllModels: ({ context }) => listAllModels(context),
  changeModel: ({ context, principal, body }) => changeModel(context, principal, body),
  listAudit: ({ context, query }) => listAudit(context, query),
}
