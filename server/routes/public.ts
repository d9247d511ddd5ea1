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
  loginToken: ({ context, body }) => refresh(context, body.refreshToken),
}
