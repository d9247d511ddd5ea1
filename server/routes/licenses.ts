import type { endpoints } from '../../lib/contracts/index.ts'
import {
  getActiveLicenses,
  getDirectoryLicense,
  getLicense,
  incrementUsage,
  listDirectoryLicenses,
  listLicenses,
  syncLicenses,
} from '../services/licenses/index.ts'
import type { Handlers } from './handler.ts'

/** Handlers for licences of persons and directories. */
export const licenseHandlers: Handlers<(typeof endpoints)['licenses'], 'user'> = {
  listLicenses: ({ context, principal, query }) => listLicenses(context, principal, query),
  getLicense: ({ context, principal, params }) => getLicense(context, principal, params.licenseId),
  getActiveLicenses: ({ context, principal }) => getActiveLicenses(context, principal),
  incrementUsage: ({ context, principal, params }) => incrementUsage(context, principal, params.type),
  incrementUsageByGet: ({ context, principal, params }) => incrementUsage(context, principal, params.type),
  syncLicenses: ({ context, principal }) => syncLicenses(context, principal),
  syncLicensesByGet: ({ context, principal }) => syncLicenses(context, principal),
  listDirectoryLicenses: ({ context, principal, params, query }) =>
    listDirectoryLicenses(context, principal, params.directoryId, query),
  getDirectoryLicense: ({ context, principal, params }) =>
    getDirectoryLicense(context, principal, params.directoryId, params.licenseId),
}
