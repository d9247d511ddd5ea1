import { z } from 'zod'
import { accessMember, accessPermission } from '../access.ts'
import { email } from '../account.ts'
import { mailFate } from '../directory.ts'
import { embeddingAnswer, embeddingQuery, originChange, originCheck } from '../embedding.ts'
import { endpoint } from '../endpoint.ts'
import {
  accessInvite,
  accessKey,
  accessKeyDraft,
  accessOrganization,
  accessOrganizationChange,
  accessOrganizationDetails,
  dashboard,
  dashboardQuery,
  logoChange,
  newAccessKey,
  publicAccess,
} from '../keys.ts'
import { listOf, listQuery } from '../list.ts'
import { customerLog, customerLogLevel } from '../platform.ts'

const byAccess = z.strictObject({ accessId: z.uuid() })
const emptyResponse = z.object({})
const members = z.object({ accessId: z.uuid(), members: z.array(accessMember) })

export const accessPublicEndpoints = {
  getPublicAccess: endpoint({
    method: 'GET',
    path: '/access/metadata/get/{accessId}',
    audience: 'public',
    summary: 'What a developer organisation publishes: its name, website, metadata and logo.',
    params: byAccess,
    response: publicAccess,
    errors: ['not_found'],
  }),
  mayEmbed: endpoint({
    method: 'GET',
    path: '/access/embedding/{accessId}',
    audience: 'public',
    summary:
      'Whether a developer organisation lists the origin of a page and has proven it, so that the page may embed Chartside.',
    params: byAccess,
    query: embeddingQuery,
    response: embeddingAnswer,
  }),
} as const

export const accessInviteEndpoints = {
  listOwnAccess: endpoint({
    method: 'GET',
    path: '/user/access/list',
    audience: 'user',
    summary: 'The developer organisations of which one is a member.',
    query: listQuery,
    response: listOf(accessOrganization),
  }),
  listAccessInvites: endpoint({
    method: 'GET',
    path: '/user/access/invites/list',
    audience: 'user',
    summary: 'The developer organisations that invite one.',
    query: listQuery.omit({ search: true }),
    response: listOf(accessInvite),
  }),
  acceptAccessInvite: endpoint({
    method: 'POST',
    path: '/user/access/invites/accept/{accessId}',
    audience: 'user',
    summary: 'Accepts an invitation.',
    params: byAccess,
    response: accessInvite,
    errors: ['not_found', 'conflict'],
  }),
  declineAccessInvite: endpoint({
    method: 'DELETE',
    path: '/user/access/invites/decline/{accessId}',
    audience: 'user',
    summary: 'Declines an invitation.',
    params: byAccess,
    response: emptyResponse,
    errors: ['not_found'],
  }),
} as const

export const accessEndpoints = {
  getOwnAccess: endpoint({
    method: 'GET',
    path: '/user/access/get/{accessId}',
    audience: 'reseller',
    summary: 'The organisation with its limits, metadata, logo and members.',
    params: byAccess,
    response: accessOrganizationDetails,
    errors: ['not_found'],
  }),
  changeOwnAccess: endpoint({
    method: 'POST',
    path: '/user/access/update/{accessId}',
    audience: 'reseller',
    summary: 'Changes the organisation, or replaces its metadata.',
    params: byAccess,
    body: accessOrganizationChange,
    response: accessOrganizationDetails,
    errors: ['not_found'],
  }),
  checkOrigin: endpoint({
    method: 'POST',
    path: '/user/access/origins/check/{accessId}',
    audience: 'reseller',
    rate: 'expensive',
    summary:
      'Reads the DNS record and the file with which a listed origin proves that it belongs to the organisation. Answers `conflict` if the origin belongs to another organisation.',
    params: byAccess,
    body: originCheck,
    response: accessOrganizationDetails,
    errors: ['not_found', 'conflict'],
  }),
  changeOrigin: endpoint({
    method: 'POST',
    path: '/user/access/origins/update/{accessId}',
    audience: 'reseller',
    summary: 'Says whether pages of a listed origin may get the text of a dictation.',
    params: byAccess,
    body: originChange,
    response: accessOrganizationDetails,
    errors: ['not_found'],
  }),
  changeLogo: endpoint({
    method: 'POST',
    path: '/user/access/update-logo/{accessId}',
    audience: 'reseller',
    summary: 'Sets the logo (PNG, JPEG or WebP, at most 256 KB), or removes it.',
    params: byAccess,
    body: logoChange,
    response: accessOrganizationDetails,
    errors: ['not_found', 'unsupported_type', 'too_large'],
  }),
  listKeys: endpoint({
    method: 'GET',
    path: '/user/access/keys/list/{accessId}',
    audience: 'reseller',
    summary: 'The keys of the organisation, newest first. Only their beginning is readable.',
    params: byAccess,
    query: listQuery,
    response: listOf(accessKey),
    errors: ['not_found'],
  }),
  addKey: endpoint({
    method: 'POST',
    path: '/user/access/keys/add/{accessId}',
    audience: 'reseller',
    accessPermission: 'owner',
    summary:
      'Makes a key, which only this answer contains. With `test`, a key of the sandbox. Honours Idempotency-Key: a repeated call makes no second key, and answers `conflict`.',
    params: byAccess,
    body: accessKeyDraft,
    response: newAccessKey,
    status: 201,
    errors: ['not_found', 'conflict', 'idempotency_mismatch'],
  }),
  removeKey: endpoint({
    method: 'DELETE',
    path: '/user/access/keys/remove/{accessId}/{keyId}',
    audience: 'reseller',
    accessPermission: 'owner',
    summary: 'Removes a key. It and its customer tokens stop working at once.',
    params: byAccess.extend({ keyId: z.uuid() }),
    response: emptyResponse,
    errors: ['not_found'],
  }),
  addMember: endpoint({
    method: 'POST',
    path: '/user/access/members/add/{accessId}',
    audience: 'reseller',
    accessPermission: 'owner',
    summary:
      'Invites a person by email, or changes the permission of a member. `mail`: what happens with the invitation. Honours Idempotency-Key.',
    params: byAccess,
    body: z.strictObject({ email, permission: accessPermission }),
    response: members.extend({ mail: mailFate }),
    status: 201,
    errors: ['not_found', 'conflict', 'too_many_requests', 'idempotency_mismatch'],
  }),
  removeMember: endpoint({
    method: 'DELETE',
    path: '/user/access/members/remove/{accessId}/{email}',
    audience: 'reseller',
    accessPermission: 'owner',
    summary: 'Removes a member, or takes an invitation back.',
    params: byAccess.extend({ email: z.string().min(1).max(254) }),
    response: members,
    errors: ['not_found', 'conflict'],
  }),
  getDashboard: endpoint({
    method: 'GET',
    path: '/user/access/dashboard/get/{accessId}',
    audience: 'reseller',
    summary: 'Use, cost, latency, errors or customers, by day and customer. `test` shows the sandbox.',
    params: byAccess,
    query: dashboardQuery,
    response: dashboard,
    errors: ['not_found'],
  }),
  listCustomerLogs: endpoint({
    method: 'GET',
    path: '/user/access/logs/list/{accessId}',
    audience: 'reseller',
    summary: 'The log messages of customers of the last 30 days, newest first.',
    params: byAccess,
    query: listQuery.omit({ search: true }).extend({ level: customerLogLevel.optional() }),
    response: listOf(customerLog),
    errors: ['not_found'],
  }),
} as const
