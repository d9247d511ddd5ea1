import { OAuth2Client, OAuth2Tokens } from 'arctic'
import { z } from 'zod'
import { appleClientSecret } from './apple-secret.ts'
import type { Metadata } from './discovery.ts'
import { ProviderFailure } from './failure.ts'
import type { AppleSettings, ClientSettings } from './settings.ts'

export interface Exchange {
  code: string
  codeVerifier: string
  redirectUri: string
}

export interface Tokens {
  idToken: string
  accessToken: string
}

const timeoutMs = 10_000

/** Rejects if `work` does not end within the time limit. The library arctic has no time limit of its own. */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The provider did not answer in time.')), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Exchanges a code at Google or Microsoft. Throws a `ProviderFailure` of the stage `exchange`. */
export const exchangeCode = (
  settings: ClientSettings,
  { token_endpoint }: Metadata,
  { code, codeVerifier, redirectUri }: Exchange,
): Promise<Tokens> =>
  tokensOf(
    new OAuth2Client(settings.clientId, settings.clientSecret, redirectUri).validateAuthorizationCode(
      token_endpoint,
      code,
      codeVerifier,
    ),
  )

/**
 * Exchanges a code at Apple. The request is not made with the library arctic: its client for Apple works with Apple's
 * own address only, and its general client does not send the secret in the body, which Apple requires. Throws a
 * `ProviderFailure` of the stage `exchange`.
 */
export const exchangeAppleCode = (
  settings: AppleSettings,
  { token_endpoint }: Metadata,
  { code, redirectUri }: Exchange,
): Promise<Tokens> =>
  tokensOf(
    (async () => {
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        client_id: settings.clientId,
        client_secret: await appleClientSecret(settings, new URL(settings.issuer).origin),
      })
      const response = await fetch(token_endpoint, {
        method: 'POST',
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (!response.ok) throw new Error(`Apple answered with status ${response.status}.`)
      return new OAuth2Tokens(z.looseObject({}).parse(await response.json()))
    })(),
  )

async function tokensOf(request: Promise<OAuth2Tokens>): Promise<Tokens> {
  try {
    const tokens = await inTime(request)
    return { idToken: tokens.idToken(), accessToken: tokens.accessToken() }
  } catch (error) {
    throw new ProviderFailure('exchange', 'The provider gave no tokens for its code.', error)
  }
}
