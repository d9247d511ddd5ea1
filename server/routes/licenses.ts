import type { Endpoint, endpoints } from '../../lib/contracts/index.ts'
import type { Person } from '../authority/index.ts'
import { readOwnAgain } from '../services/billing/index.ts'
import {
  getActiveLicenses,
  getDirectoryLicense,
  getLicense,
  incrementUsage,
  listDirectoryLicenses,
  listLicenses,
  syncLicenses,
} from '../services/licenses/index.ts'
import type { Call, Handlers } from './handler.ts'

/**
 * Reads the subscriptions of the directory in which the caller acts from the payment service again. Then counts the
 * used credits of the licences that pay for the caller's notes again.
 */
async function sync({ context, principal, signal }: Pick<Call<Endpoint, Person>, 'context' | 'principal' | 'signal'>) {
  await readOwnAgain(context, principal, signal)
  return syncLicenses(context, principal)
}

export const licenseHandlers: Handlers<(typeof endpoints)['licenses'], 'user'> = {
  listLicenses: ({ context, principal, query }) => listLicenses(context, principal, query),
  getLicense: ({ context, principal, params }) => getLicense(context, principal, params.licenseId),
  getActiveLicenses: ({ context, principal }) => getActiveLicenses(context, principal),
  incrementUsage: { create: ({ context, principal, params }) => incrementUsage(context, principal, params.type) },
  incrementUsageByGet: { create: ({ context, principal, params }) => incrementUsage(context, principal, params.type) },
  syncLicenses: sync,
  syncLicensesByGet: sync,
  listDirectoryLicenses: ({ context, principal, params, query }) =>
    listDirectoryLicenses(context, principal, params.directoryId, query),
  getDirectoryLicense: ({ context, principal, params }) =>
    getDirectoryLicense(context, principal, params.directoryId, params.licenseId),
}
