import type { endpoints, Provider, ReturnedSecret } from '../../lib/contracts/index.ts'
import { type CallName, resolvePerson, type Stranger } from '../authority/index.ts'
import type { Context } from '../services/index.ts'
import {
  configured,
  linkToPerson,
  linkWithCode,
  signInWithProvider,
  startSignIn,
  takeCallback,
} from '../services/oauth/index.ts'
import type { Entered } from '../services/verifications.ts'
import type { Handlers } from './handler.ts'

interface SignInCall {
  context: Context
  principal: Stranger
  body:
    | (ReturnedSecret & { device?: string | undefined })
    | (ReturnedSecret & { link: { password?: string | undefined } })
    | (Entered & { device?: string | undefined })
  headers: { authorization?: unknown }
}

const signInWith =
  (name: CallName, provider: Provider) =>
  async ({ context, principal, body, headers }: SignInCall) => {
    if ('ticket' in body) return linkWithCode(context, principal, provider, body)
    if (!('link' in body)) return signInWithProvider(context, principal, provider, body)
    const authorization = typeof headers.authorization === 'string' ? headers.authorization : undefined
    const person = await resolvePerson(name, { headers: { authorization }, ip: principal.address }, context)
    return linkToPerson(context, person, provider, body)
  }

export const oauthHandlers: Handlers<(typeof endpoints)['oauth'], 'public'> = {
  getGoogleUrl: ({ context, query }) => startSignIn(context, 'google', query),
  getMicrosoftClientId: async ({ context }) => ({ clientId: configured(context, 'microsoft').clientId }),
  getMicrosoftUrl: ({ context, body }) => startSignIn(context, 'microsoft', body ?? {}),
  getAppleClientId: async ({ context }) => ({ clientId: configured(context, 'apple').clientId }),
  getAppleUrl: ({ context, query }) => startSignIn(context, 'apple', query),
  returnFromGoogle: { redirect: ({ context, query }) => takeCallback(context, 'google', query) },
  returnFromMicrosoft: { redirect: ({ context, query }) => takeCallback(context, 'microsoft', query) },
  returnFromApple: { redirect: ({ context, body }) => takeCallback(context, 'apple', body) },
  signInWithGoogle: signInWith('signInWithGoogle', 'google'),
  signInWithMicrosoft: signInWith('signInWithMicrosoft', 'microsoft'),
  signInWithApple: signInWith('signInWithApple', 'apple'),
}
