import type { endpoints } from '../../lib/contracts/index.ts'
import { Problem } from '../problem.ts'
import { isTrusted, prepareRegistration, refresh, register, signInByPassword } from '../services/sign-in/index.ts'
import type { Contact } from '../services/verifications.ts'
import type { Handlers } from './handler.ts'

export const publicHandlers: Handlers<(typeof endpoints)['public'], 'public'> = {
  register: {
    prepare: async ({ context, principal, body }) => {
      const contact: Contact =
        'email' in body ? { channel: 'mail', to: body.email } : { channel: 'text', to: body.phone }
      const registration = await prepareRegistration(context, principal, { ...body, contact })
      return {
        create: ({ context }) => register(context, principal, registration),
        repeat: async ({ context }) => {
          if (!isTrusted(context, contact)) return register(context, principal, registration)
          const answer = await signInByPassword(context, principal, contact, body)
          if ('secondFactor' in answer) throw new Problem('already_registered')
          return answer
        },
      }
    },
  },
  loginEmail: ({ context, principal, body }) =>
    signInByPassword(context, principal, { channel: 'mail', to: body.email }, body),
  loginPhone: ({ context, principal, body }) =>
    signInByPassword(context, principal, { channel: 'text', to: body.phone }, body),
  loginToken: ({ context, principal, body, headers }) =>
    refresh(context, principal, {
      refreshToken: oneToken(body?.refreshToken, headers['refresh-token']),
      device: headers.device,
    }),
}

/**
 * Returns the refresh token from the body or the header. Throws `invalid_request` if it is missing, or if both are
 * present and differ.
 */
function oneToken(inBody: string | undefined, inHeader: string | undefined): string {
  const token = inBody ?? inHeader
  if (token !== undefined && (inHeader === undefined || inHeader === token)) return token
  const message =
    token === undefined
      ? 'Send the refresh token as refreshToken in the body or in the header refresh-token.'
      : 'The body and the header refresh-token hold different tokens. Send only one token.'
  throw new Problem('invalid_request', message, [{ path: 'body.refreshToken', message }])
}
