import { type Authorization, oauthEndpoints, type Provider, type ProviderSignIn } from '../contracts/index.ts'
import type { Client } from './client.ts'

type Caller = Pick<Client, 'call'>

/**
 * Asks the server for the address of the provider's sign-in page. The browser that opens this page must keep `state`,
 * because `finishWithProvider` needs it. With `extensionId`, the provider returns to that extension, otherwise to the
 * portal. Rejects with an `ApiError`.
 */
export function startWithProvider(
  client: Caller,
  provider: Provider,
  place: { extensionId?: string } = {},
): Promise<Authorization> {
  switch (provider) {
    case 'google':
      return client.call(oauthEndpoints.getGoogleUrl, { query: place })
    case 'microsoft':
      return client.call(oauthEndpoints.getMicrosoftUrl, { body: place })
    case 'apple':
      return client.call(oauthEndpoints.getAppleUrl, { query: place })
  }
}

const exchanges = {
  google: oauthEndpoints.signInWithGoogle,
  microsoft: oauthEndpoints.signInWithMicrosoft,
  apple: oauthEndpoints.signInWithApple,
} as const

/**
 * Completes a sign-in through a provider. `secret`: from the address to which the provider sent the browser back. If
 * the server then asks for a code before it links the accounts, call this function again with `ticket` and `code`.
 * Rejects with an `ApiError`.
 */
export const finishWithProvider = (
  client: Caller,
  provider: Provider,
  body: { secret: string; state: string; device?: string } | { ticket: string; code: string; device?: string },
): Promise<ProviderSignIn> => client.call(exchanges[provider], { body })

export function secretIn(address: string): string | null {
  const { hash } = new URL(address)
  return new URLSearchParams(hash.slice(1)).get('oauth')
}
