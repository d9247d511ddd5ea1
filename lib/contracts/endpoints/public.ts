import { z } from 'zod'
import { email, newPassword, session, signIn } from '../account.ts'
import { endpoint } from '../endpoint.ts'

const password = z.string().min(1).max(200)
const refreshToken = z.string().min(1).max(1000)
/** Name of the device, shown in the list of sessions. */
const device = z.string().max(200).optional()

/** Calls that need no credential. */
export const publicEndpoints = {
  register: endpoint({
    method: 'POST',
    path: '/user/register',
    audience: 'public',
    summary: 'Creates an account and signs in. Open only with a mail server configured, or in the demo.',
    body: z.strictObject({ email, password: newPassword, device }),
    response: session,
    status: 201,
    errors: ['registration_closed', 'already_registered', 'too_many_requests'],
  }),
  loginEmail: endpoint({
    method: 'POST',
    path: '/user/login/email',
    audience: 'public',
    summary: 'Signs in by email and password. Answers alike for a known and an unknown person.',
    body: z.strictObject({ email, password, device }),
    response: signIn,
    errors: ['wrong_credentials', 'too_many_requests'],
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
