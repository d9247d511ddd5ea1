import { z } from 'zod'
import { enteredCode } from '../account.ts'
import { endpoint } from '../endpoint.ts'
import { authorization, providerSignIn, returnedSecret, returnPlace } from '../oauth.ts'
import { device } from './public.ts'

const startErrors = ['no_provider', 'provider_failed', 'too_many_requests'] as const
const signInErrors = [
  'no_provider',
  'not_signed_in',
  'session_ended',
  'wrong_code',
  'wrong_credentials',
  'forbidden',
  'registration_closed',
  'sign_in_refused',
  'provider_refused',
  'provider_failed',
  'email_unverified',
  'conflict',
  'no_mail',
  'too_many_requests',
] as const

const clientId = z.object({ clientId: z.string() })
const signInWith = (name: string) =>
  ({
    method: 'POST',
    audience: 'public',
    summary: `Signs in with the secret that the browser got after ${name}'s page, or with the code that was sent to link the accounts. With \`link\` and a session: links the ${name} account to the signed-in person.`,
    body: z.union([
      returnedSecret.extend({ device }),
      returnedSecret.extend({
        link: z.strictObject({
          /**
           * The password of the Chartside account. Required if the Chartside account and the provider's account have
           * different email addresses. Without this check, a thief with a stolen session could link the thief's own
           * account at the provider.
           */
          password: z.string().min(1).max(200).optional(),
        }),
      }),
      enteredCode.extend({ device }),
    ]),
    // For `link`, the handler reads the header `authorization`. The schema accepts all headers and names none, because
    // the API document cannot list this header as a parameter.
    headers: z.looseObject({}),
    response: providerSignIn,
    errors: signInErrors,
  }) as const

const longText = z.string().max(8000).optional()
/**
 * The parameters that a provider sends to the callback. Parameters that are not listed here are ignored, because each
 * provider sends some of its own.
 */
const callback = z.object({
  state: z.string().min(1).max(200),
  code: longText,
  error: z.string().max(200).optional(),
  /** The person's name as JSON. Only Apple sends it, at the first sign-in. It is not signed, so do not trust it. */
  user: longText,
})
const calledBack = (name: string) =>
  ({
    kind: 'redirect',
    audience: 'public',
    summary: `${name} sends the browser here after its page. Leads on to the portal or to the extension, with a one-use secret.`,
    response: z.string(),
    status: 303,
    errors: ['no_provider', 'wrong_code', 'too_many_requests'],
  }) as const

export const oauthEndpoints = {
  getGoogleUrl: endpoint({
    method: 'GET',
    path: '/user/google/url',
    audience: 'public',
    summary: "Starts a sign-in with Google: answers the address of Google's page.",
    query: returnPlace,
    response: authorization,
    errors: startErrors,
  }),
  getMicrosoftClientId: endpoint({
    method: 'GET',
    path: '/user/microsoft/clientId',
    audience: 'public',
    summary: 'The public id of this server at Microsoft.',
    response: clientId,
    errors: ['no_provider', 'too_many_requests'],
  }),
  getMicrosoftUrl: endpoint({
    method: 'POST',
    path: '/user/microsoft/authUrl',
    audience: 'public',
    summary: "Starts a sign-in with Microsoft: answers the address of Microsoft's page.",
    body: returnPlace.nullish(),
    response: authorization,
    errors: startErrors,
  }),
  getAppleClientId: endpoint({
    method: 'GET',
    path: '/user/apple/clientId',
    audience: 'public',
    summary: 'The public id of this server at Apple.',
    response: clientId,
    errors: ['no_provider', 'too_many_requests'],
  }),
  getAppleUrl: endpoint({
    method: 'GET',
    path: '/user/apple/url',
    audience: 'public',
    summary: "Starts a sign-in with Apple: answers the address of Apple's page.",
    query: returnPlace,
    response: authorization,
    errors: startErrors,
  }),
  returnFromGoogle: endpoint({
    ...calledBack('Google'),
    method: 'GET',
    path: '/user/oauth/google/callback',
    query: callback,
  }),
  returnFromMicrosoft: endpoint({
    ...calledBack('Microsoft'),
    method: 'GET',
    path: '/user/oauth/microsoft/callback',
    query: callback,
  }),
  returnFromApple: endpoint({
    ...calledBack('Apple'),
    method: 'POST',
    path: '/user/oauth/apple/callback',
    body: callback,
  }),
  signInWithGoogle: endpoint({ ...signInWith('Google'), path: '/user/login/google' }),
  signInWithMicrosoft: endpoint({ ...signInWith('Microsoft'), path: '/user/login/microsoft/code' }),
  signInWithApple: endpoint({ ...signInWith('Apple'), path: '/user/login/apple' }),
} as const
