import { z } from 'zod'
import { account, email, enteredCode, newPassword, personName, ticket } from '../account.ts'
import { endpoint } from '../endpoint.ts'
import { listOf, listQuery } from '../list.ts'
import { provider, returnedSecret } from '../oauth.ts'
import {
  accountPermission,
  accountSession,
  actingEntry,
  deletionPhrase,
  linkedIdentities,
  viewableUser,
} from '../own-account.ts'
import { writingStyle } from '../style.ts'

const password = z.string().min(1).max(200)
const byPassword = z.strictObject({ password })
const emptyResponse = z.object({})
const passwordErrors = ['wrong_credentials', 'forbidden', 'too_many_requests'] as const

export const accountEndpoints = {
  updateAccount: endpoint({
    method: 'POST',
    path: '/user/account',
    audience: 'user',
    summary:
      'Changes the name, the writing style (replaced as a whole), the directory in which this session acts (null: none), or the password, which ends every session.',
    body: z
      .strictObject({
        name: personName.optional(),
        style: writingStyle.optional(),
        directoryId: z.uuid().nullish(),
        currentPassword: password.optional(),
        newPassword: newPassword.optional(),
      })
      .refine((body) => (body.currentPassword === undefined) === (body.newPassword === undefined), {
        message: 'To set a new password, also send the current password.',
        path: ['currentPassword'],
      }),
    response: account,
    errors: ['not_found', ...passwordErrors],
  }),
  deleteAccount: endpoint({
    method: 'DELETE',
    path: '/user/account',
    audience: 'user',
    summary:
      'Deletes the account for good. Signed notes and shared templates stay with their directory; signed notes without a directory are deleted only with `exported`.',
    body: z.strictObject({ password, phrase: z.literal(deletionPhrase), exported: z.boolean().default(false) }),
    response: emptyResponse,
    errors: ['conflict', ...passwordErrors],
  }),
  exportAccount: endpoint({
    method: 'POST',
    path: '/user/account/export',
    audience: 'user',
    kind: 'file',
    rate: 'expensive',
    summary: 'Everything that belongs to this person, as a zip file of JSON files.',
    response: z.unknown(),
    errors: ['forbidden'],
  }),
  openPortal: endpoint({
    method: 'POST',
    path: '/user/portal/session',
    audience: 'user',
    summary:
      'Gives the browser a cookie for this session, for 12 hours. Only for the portal itself: the Origin must be that of the server.',
    response: account,
    errors: ['cross_origin'],
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/user/account/sessions',
    audience: 'user',
    summary: 'The devices on which this person is signed in.',
    query: listQuery.omit({ search: true }),
    response: listOf(accountSession),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/user/account/sessions/{sessionId}',
    audience: 'user',
    summary: 'Signs out one device.',
    params: z.strictObject({ sessionId: z.uuid() }),
    response: emptyResponse,
    errors: ['not_found'],
  }),
  listActing: endpoint({
    method: 'GET',
    path: '/user/account/acting',
    audience: 'user',
    summary: 'What administrators did while they acted as this person: who, when and what. Newest first.',
    query: listQuery.omit({ search: true }),
    response: listOf(actingEntry),
  }),
  verifyPassword: endpoint({
    method: 'POST',
    path: '/user/account/verify-password',
    audience: 'user',
    summary: 'Whether this is the password of this person. Counts as an attempt to sign in.',
    body: byPassword,
    response: z.object({ valid: z.literal(true) }),
    errors: ['wrong_credentials', 'too_many_requests'],
  }),
  listViewableUsers: endpoint({
    method: 'GET',
    path: '/user/account/viewable-users',
    audience: 'user',
    summary: 'The people whose reports this person may read.',
    query: listQuery,
    response: listOf(viewableUser),
  }),
  listViewableUserIds: endpoint({
    method: 'GET',
    path: '/user/account/viewable-user-ids',
    audience: 'user',
    summary: 'The ids of all people whose reports this person may read.',
    response: z.object({ userIds: z.array(z.uuid()) }),
  }),
  getPermission: endpoint({
    method: 'GET',
    path: '/user/account/permission',
    audience: 'user',
    summary: 'What this person may do in the directory in which this session acts.',
    response: accountPermission,
  }),
  startAlternativeEmail: endpoint({
    method: 'PUT',
    path: '/user/account/alternative-email',
    audience: 'user',
    summary: 'Sends a code to an alternative email address.',
    body: z.strictObject({ email }),
    response: ticket,
    errors: ['no_mail', 'forbidden', 'too_many_requests'],
  }),
  confirmAlternativeEmail: endpoint({
    method: 'POST',
    path: '/user/account/alternative-email',
    audience: 'user',
    summary: 'Enters the code that was sent to the alternative email address, and stores the address.',
    body: enteredCode,
    response: account,
    errors: ['wrong_code', 'forbidden'],
  }),
  confirmAlternativeEmailByGet: endpoint({
    method: 'GET',
    changes: true,
    path: '/user/account/alternative-email',
    audience: 'user',
    summary:
      'Deprecated: the same as the POST. Enters the code that was sent to the alternative email address, and stores the address.',
    query: enteredCode,
    response: account,
    errors: ['wrong_code', 'forbidden'],
  }),
  removeAlternativeEmail: endpoint({
    method: 'DELETE',
    path: '/user/account/alternative-email',
    audience: 'user',
    summary: 'Removes the alternative email address.',
    response: account,
    errors: ['forbidden'],
  }),
  startEmailChange: endpoint({
    method: 'PUT',
    path: '/user/account/email',
    audience: 'user',
    summary: 'Sends a code to the new email address. Answers alike if the address belongs to somebody else.',
    body: z.strictObject({ email, password }),
    response: ticket,
    errors: ['no_mail', ...passwordErrors],
  }),
  confirmEmailChange: endpoint({
    method: 'POST',
    path: '/user/account/email',
    audience: 'user',
    summary:
      'Enters the code that was sent to the new email address, and changes the address. Templates that were shared with the old address follow.',
    body: enteredCode,
    response: account,
    errors: ['wrong_code', 'forbidden'],
  }),
  confirmEmailChangeByGet: endpoint({
    method: 'GET',
    changes: true,
    path: '/user/account/email',
    audience: 'user',
    summary:
      'Deprecated: the same as the POST. Enters the code that was sent to the new email address, and changes the address. Templates that were shared with the old address follow.',
    query: enteredCode,
    response: account,
    errors: ['wrong_code', 'forbidden'],
  }),
  listIdentities: endpoint({
    method: 'GET',
    path: '/user/account/identities',
    audience: 'user',
    summary:
      'The accounts of Google, Microsoft and Apple with which this person can sign in, and whether there is a password.',
    response: linkedIdentities,
  }),
  linkIdentity: endpoint({
    method: 'POST',
    path: '/user/account/identities/{provider}',
    audience: 'user',
    summary:
      "Links an account of a provider with the secret that the browser got after the provider's page. The password is needed if the provider names another email address than the account.",
    params: z.strictObject({ provider }),
    body: returnedSecret.extend({ password: password.optional() }),
    response: linkedIdentities,
    errors: [
      'no_provider',
      'wrong_code',
      'conflict',
      'provider_refused',
      'provider_failed',
      'email_unverified',
      ...passwordErrors,
    ],
  }),
  unlinkIdentity: endpoint({
    method: 'DELETE',
    path: '/user/account/identities/{provider}',
    audience: 'user',
    summary:
      'Unlinks every account of a provider. Refused if the person could then not sign in any more, also because of the directories.',
    params: z.strictObject({ provider }),
    body: z.strictObject({ password: password.optional() }),
    response: linkedIdentities,
    errors: ['not_found', 'conflict', ...passwordErrors],
  }),
  turnOnSecondFactor: endpoint({
    method: 'POST',
    path: '/user/account/2fa/email',
    audience: 'user',
    summary: 'Turns the second factor by email on: every sign-in then also needs a code.',
    body: byPassword,
    response: account,
    errors: ['no_mail', ...passwordErrors],
  }),
  turnOffSecondFactor: endpoint({
    method: 'DELETE',
    path: '/user/account/2fa',
    audience: 'user',
    summary: 'Turns every second factor off. A directory that requires one still asks for it.',
    body: byPassword,
    response: account,
    errors: passwordErrors,
  }),
} as const
