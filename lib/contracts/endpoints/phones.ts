import { z } from 'zod'
import { account, enteredCode, ticket, ticketText } from '../account.ts'
import { endpoint } from '../endpoint.ts'
import { phone } from '../phone.ts'

const password = z.string().min(1).max(200)
const emptyResponse = z.object({})
const passwordErrors = ['wrong_credentials', 'forbidden', 'too_many_requests'] as const

export const phoneEndpoints = {
  startPhone: endpoint({
    method: 'PUT',
    path: '/user/account/register-phone',
    audience: 'user',
    summary:
      'Sends a code to a phone. Answers alike if the number belongs to somebody else. Without the password, the code is entered with it.',
    body: z.strictObject({ phone, password: password.optional() }),
    response: ticket,
    errors: ['no_text', ...passwordErrors],
  }),
  confirmPhone: endpoint({
    method: 'POST',
    path: '/user/account/register-phone',
    audience: 'user',
    summary:
      'Enters the code that was sent to the phone, and stores the number. It replaces an earlier one. The password is needed if it was not sent with the number.',
    body: enteredCode.extend({ password: password.optional() }),
    response: account,
    errors: ['wrong_code', ...passwordErrors],
  }),
  confirmPhoneByGet: endpoint({
    method: 'GET',
    changes: true,
    path: '/user/account/register-phone',
    audience: 'user',
    summary:
      'Deprecated: the same as the POST. Enters the code that was sent to the phone, and stores the number. It replaces an earlier one.',
    query: enteredCode,
    response: account,
    errors: ['wrong_code', ...passwordErrors],
  }),
  cancelPhone: endpoint({
    method: 'DELETE',
    path: '/user/account/register-phone',
    audience: 'user',
    summary: 'Cancels the proof of a phone. Its code no longer works.',
    query: z.strictObject({ ticket: ticketText }),
    response: emptyResponse,
  }),
  removePhone: endpoint({
    method: 'DELETE',
    path: '/user/account/phone',
    audience: 'user',
    summary: 'Removes the phone. Not possible while it is the second factor.',
    response: account,
    errors: ['conflict', 'forbidden'],
  }),
  turnOnSecondFactorByPhone: endpoint({
    method: 'POST',
    path: '/user/account/2fa/phone',
    audience: 'user',
    summary: 'Turns the second factor by phone on, instead of one by email. Needs a phone in the account.',
    body: z.strictObject({ password }),
    response: account,
    errors: ['no_text', 'conflict', ...passwordErrors],
  }),
} as const
