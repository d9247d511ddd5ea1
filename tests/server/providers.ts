import { randomUUID } from 'node:crypto'
import { exportPKCS8, generateKeyPair } from 'jose'
import type { Provider } from '../../lib/contracts/index.ts'
import {
  type IdentityProviderServer,
  noFaults,
  type ProviderPerson,
  startIdentityProvider,
} from '../fakes/identity-provider.ts'
import { type Answer, ask } from './ask.ts'

export const publicUrl = 'https://chartside.clinic.example'
export const extensionId = 'abcdefghijklmnopabcdefghijklmnop'

/** The calls of each provider. */
export const calls: Record<Provider, { start: string; signIn: string }> = {
  google: { start: 'GET /api/user/google/url', signIn: 'POST /api/user/login/google' },
  microsoft: { start: 'POST /api/user/microsoft/authUrl', signIn: 'POST /api/user/login/microsoft/code' },
  apple: { start: 'GET /api/user/apple/url', signIn: 'POST /api/user/login/apple' },
}

export type TestProviders = Record<Provider, IdentityProviderServer> & {
  /** Settings of a server that uses these providers. */
  env: Record<string, string>
  /** Ends all faults. */
  mend(): void
  close(): Promise<void>
}

/** Starts a local provider in place of each of Google, Microsoft and Apple. */
export async function startProviders(workspace: object[] = []): Promise<TestProviders> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const redirectUri = (provider: Provider) => `${publicUrl}/api/user/oauth/${provider}/callback`
  const [google, microsoft, apple] = await Promise.all([
    startIdentityProvider({ clientId: 'google-id', redirectUri: redirectUri('google'), pkce: true, workspace }),
    startIdentityProvider({
      clientId: 'microsoft-id',
      redirectUri: redirectUri('microsoft'),
      pkce: true,
      microsoft: true,
    }),
    startIdentityProvider({
      clientId: 'apple-id',
      redirectUri: redirectUri('apple'),
      pkce: false,
      apple: { teamId: 'TEAM', keyId: 'KEY', publicKey },
    }),
  ])
  const all = [google, microsoft, apple]
  const key = await exportPKCS8(privateKey)
  return {
    google,
    microsoft,
    apple,
    env: {
      PUBLIC_URL: `${publicUrl}/`,
      EXTENSION_IDS: extensionId,
      GOOGLE_CLIENT_ID: 'google-id',
      GOOGLE_CLIENT_SECRET: google.clientSecret,
      GOOGLE_ISSUER: google.issuer,
      GOOGLE_DIRECTORY_URL: google.issuer,
      MICROSOFT_CLIENT_ID: 'microsoft-id',
      MICROSOFT_CLIENT_SECRET: microsoft.clientSecret,
      MICROSOFT_ISSUER: microsoft.issuer,
      APPLE_CLIENT_ID: 'apple-id',
      APPLE_TEAM_ID: 'TEAM',
      APPLE_KEY_ID: 'KEY',
      // The key is in one line, as most tools store it.
      APPLE_PRIVATE_KEY: key.trim().replaceAll('\n', '\\n'),
      APPLE_ISSUER: apple.issuer,
    },
    mend() {
      for (const one of all) one.faults = noFaults()
    },
    async close() {
      await Promise.all(all.map((one) => one.close()))
    },
  }
}

/** A person with a confirmed email address at a provider, who has never signed in here. */
export const somebody = (more: Partial<ProviderPerson> = {}): ProviderPerson => {
  const sub = randomUUID()
  return { sub, email: `person-${sub}@clinic.example`, email_verified: true, name: 'Dana Reyes', ...more }
}

/**
 * Sends to this server the request with which the browser comes back from the provider. The answer may be a redirect.
 */
export async function comeBack(
  url: string,
  { method, url: target, form }: Awaited<ReturnType<IdentityProviderServer['browse']>>,
  more: Record<string, string> = {},
): Promise<{ status: number; location: string | null; text: string }> {
  const response = await fetch(`${url}${target.pathname}${target.search}`, {
    method,
    redirect: 'manual',
    ...(method === 'POST' ? { body: new URLSearchParams({ ...form, ...more }) } : {}),
  })
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}

/**
 * Signs in at the provider as a browser does. Returns the secret and the state with which the sign-in is completed
 * here.
 */
export async function toSecret(
  url: string,
  providers: TestProviders,
  provider: Provider,
  person: ProviderPerson,
): Promise<{ secret: string; state: string }> {
  providers[provider].person = person
  const { body } = await ask(url, calls[provider].start)
  const { location } = await comeBack(url, await providers[provider].browse(body.url))
  return { secret: new URL(location ?? '').hash.replace('#oauth=', ''), state: body.state }
}

/** Signs in through a provider, from the first call to the last. */
export async function signInThrough(
  url: string,
  providers: TestProviders,
  provider: Provider,
  person: ProviderPerson,
): Promise<Answer> {
  const returned = await toSecret(url, providers, provider, person)
  return ask(url, calls[provider].signIn, { body: { ...returned, device: 'Laptop' } })
}
