import type { endpoints } from '../../lib/contracts/index.ts'
import { Problem } from '../problem.ts'
import { refresh, register, signInByEmail } from '../services/accounts.ts'
import type { Handlers } from './handler.ts'

/** Calls that need no credential. */
export const publicHandlers: Handlers<(typeof endpoints)['public'], 'public'> = {
  register: {
    create: ({ context, actor, body }) => register(context, actor, body),
    repeat: async ({ context, actor, body }) => {
      const answer = await signInByEmail(context, actor, body)
      if ('secondFactor' in answer) throw new Problem('already_registered')
      return answer
    },
  },
  loginEmail: ({ context, actor, body }) => signInByEmail(context, actor, body),
  loginToken: ({ context, body, headers }) =>
    refresh(context, {
      refreshToken: oneToken(body?.refreshToken, headers['refresh-token']),
      device: headers.device,
    }),
}

/** The refresh token of a request, which may send it in its body or in a header. Throws `invalid_request` for none, and for two. */
function oneToken(inBody: string | undefined, inHeader: string | undefined): string {
  const token = inBody ?? inHeader
  if (token !== undefined && (inHeader === undefined || inHeader === token)) return token
  const message =
    token === undefined
      ? 'Send the refresh token as refreshToken in the body or in the header refresh-token.'
      : 'The body and the header refresh-token hold different tokens. Send one of them.'
  throw new Problem('invalid_request', message, [{ path: 'body.refreshToken', message }])
}
