import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { activeLicenses, creditKind, license } from '../license.ts'
import { listOf, listQuery } from '../list.ts'

const byType = z.strictObject({ type: creditKind })
const byDirectory = z.strictObject({ directoryId: z.uuid() })

export const licenseEndpoints = {
  listLicenses: endpoint({
    method: 'GET',
    path: '/user/licenses',
    audience: 'user',
    summary: 'One’s licences, and that of one’s seat in the chosen directory, newest first.',
    query: listQuery,
    response: listOf(license),
  }),
  getLicense: endpoint({
    method: 'GET',
    path: '/user/licenses/get/{licenseId}',
    audience: 'user',
    summary: 'One of these licences.',
    params: z.strictObject({ licenseId: z.uuid() }),
    response: license,
    errors: ['not_found'],
  }),
  getActiveLicenses: endpoint({
    method: 'GET',
    path: '/user/licenses/get-active',
    audience: 'user',
    summary: 'The licences that pay for one’s notes now, in the order in which they are used.',
    response: activeLicenses,
  }),
  incrementUsage: endpoint({
    method: 'POST',
    path: '/user/licenses/increment-usage/{type}',
    audience: 'user',
    repeatable: true,
    summary:
      'Deprecated: notes use their credits by themselves. Uses one credit without a note. Honours Idempotency-Key.',
    params: byType,
    response: activeLicenses,
    errors: ['no_credit', 'idempotency_mismatch'],
  }),
  incrementUsageByGet: endpoint({
    method: 'GET',
    path: '/user/licenses/increment-usage/{type}',
    changes: true,
    audience: 'user',
    repeatable: true,
    summary:
      'Deprecated: the same as the POST. Never accepts a cookie, because a GET must not change anything by itself.',
    params: byType,
    response: activeLicenses,
    errors: ['no_credit', 'idempotency_mismatch'],
  }),
  syncLicenses: endpoint({
    method: 'POST',
    path: '/user/licenses/sync',
    audience: 'user',
    summary:
      'Reads the subscriptions of the chosen directory again, and counts the used credits of the licences that pay for one’s notes.',
    response: activeLicenses,
  }),
  syncLicensesByGet: endpoint({
    method: 'GET',
    path: '/user/licenses/sync',
    changes: true,
    audience: 'user',
    summary:
      'Deprecated: the same as the POST. Never accepts a cookie, because a GET must not change anything by itself.',
    response: activeLicenses,
  }),
  listDirectoryLicenses: endpoint({
    method: 'GET',
    path: '/user/directories/licenses/{directoryId}',
    audience: 'user',
    summary: 'The licences of a directory, newest first.',
    params: byDirectory,
    query: listQuery,
    permission: 'billing.manage',
    response: listOf(license),
    errors: ['not_found', 'forbidden'],
  }),
  getDirectoryLicense: endpoint({
    method: 'GET',
    path: '/user/directories/licenses/get/{directoryId}/{licenseId}',
    audience: 'user',
    summary: 'One licence of a directory.',
    params: byDirectory.extend({ licenseId: z.uuid() }),
    permission: 'billing.manage',
    response: license,
    errors: ['not_found', 'forbidden'],
  }),
} as const
