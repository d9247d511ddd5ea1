import { z } from 'zod'
import { email, newPassword, personName, registration, session, signIn } from '../account.ts'
import { endpoint } from '../endpoint.ts'
import { phone } from '../phone.ts'

const password = z.string().min(1).max(200)
const refreshToken = z.string().min(1).max(1000)
/** The name of the person's device. The list of sessions shows it, so that the person recognises each session. */
export const device = z.string().max(200).optional()

const accountFields = { password: newPassword, name: personName.optional(), device }

export const publicEndpoints = {
  register: endpoint({
    method: 'POST',
    path: '/user/register',
    audience: 'public',
    summary:
      'Starts an account by email or by phone: sends a code and answers the ticket for it, alike for a known and an unknown person. In the demo, creates the account of an email at once and signs in.',
    body: z.union([z.strictObject({ email, ...accountFields }), z.strictObject({ phone, ...accountFields })]),
    response: registration,
    status: 201,
    errors: ['registration_closed', 'already_registered', 'no_mail', 'no_text', 'too_many_requests'],
  }),
  loginEmail: endpoint({
    method: 'POST',
    path: '/user/login/email',
    audience: 'public',
    summary: 'Signs in by email and password. Answers alike for a known and an unknown person.',
    body: z.strictObject({ email, password, device }),
    response: signIn,
    errors: ['wrong_credentials', 'session_ended', 'sign_in_refused', 'no_mail', 'no_text', 'too_many_requests'],
  }),
  loginPhone: endpoint({
    method: 'POST',
    path: '/user/login/phone',
    audience: 'public',
    summary: 'Signs in by phone and password. Answers alike for a known and an unknown number.',
    body: z.strictObject({ phone, password, device }),
    response: signIn,
    errors: ['wrong_credentials', 'session_ended', 'sign_in_refused', 'no_mail', 'no_text', 'too_many_requests'],
  }),
  loginToken: endpoint({
    method: 'POST',
    path: '/user/login/token',
    audience: 'public',
    summary:
      'Exchanges a refresh token, from the body or the header `refresh-token`, for a new pair; a token used twice ends every session of its family.',
    body: z.strictObject({ refreshToken: refreshToken.optional() }).nullish(),
    headers: z.looseObject({
      'refresh-token': refreshToken.optional().describe('The same as `refreshToken` of the body. Send one of them.'),
      device: device.describe('Names the device in the list of sessions from now on.'),
    }),
    response: session,
    errors: ['session_ended', 'too_many_requests'],
  }),
} as const
