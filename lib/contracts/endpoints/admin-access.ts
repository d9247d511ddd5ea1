import { z } from 'zod'
import {
  administeredAccess,
  administeredAccessChange,
  administeredAccessDraft,
  administeredAccessSummary,
} from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { listOf, listQuery } from '../list.ts'

const byAccess = z.strictObject({ accessId: z.uuid() })

/** Calls with which an administrator of the product manages developer organisations (product 12.22). */
export const adminAccessEndpoints = {
  listAccess: endpoint({
    method: 'GET',
    path: '/admin/access/list',
    audience: 'admin',
    summary: 'All developer organisations by name. `search` looks in names, websites and addresses of contact.',
    query: listQuery,
    response: listOf(administeredAccessSummary),
  }),
  getAccess: endpoint({
    method: 'GET',
    path: '/admin/access/get/{accessId}',
    audience: 'admin',
    summary: 'One developer organisation with its limits and members.',
    params: byAccess,
    response: administeredAccess,
    errors: ['not_found'],
  }),
  addAccess: endpoint({
    method: 'POST',
    path: '/admin/access/add',
    audience: 'admin',
    summary: 'Creates a developer organisation, and invites its first owner. Honours Idempotency-Key.',
    body: administeredAccessDraft,
    response: administeredAccess,
    status: 201,
    errors: ['idempotency_mismatch', 'too_many_requests'],
  }),
  changeAccess: endpoint({
    method: 'PUT',
    path: '/admin/access/update/{accessId}',
    audience: 'admin',
    summary: 'Changes the organisation, the limits or the Metronome customer, or invites a further owner.',
    params: byAccess,
    body: administeredAccessChange,
    response: administeredAccess,
    errors: ['not_found', 'too_many_requests'],
  }),
  removeAccess: endpoint({
    method: 'DELETE',
    path: '/admin/access/remove/{accessId}',
    audience: 'admin',
    summary: 'Deletes a developer organisation with its members, keys, customers and all that belongs to them.',
    params: byAccess,
    response: z.object({}),
    errors: ['not_found'],
  }),
} as const
