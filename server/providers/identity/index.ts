import { CodeChallengeMethod, OAuth2Client } from 'arctic'
import type { JWTVerifyGetKey } from 'jose'
import { type Provider, providers } from '../../../lib/contracts/index.ts'
import { discovery } from './discovery.ts'
import { type Exchange, exchangeAppleCode, exchangeCode, type Tokens } from './exchange.ts'
import { ProviderFailure } from './failure.ts'
import { type Claims, type Expected, keysOf, verifyIdToken } from './id-token.ts'
import { listWorkspacePeople, peopleScope } from './people.ts'
import type { IdentitySettings } from './settings.ts'

export { ProviderFailure, type ProviderStage, providerStage } from './failure.ts'

export interface ProvenIdentity {
  /** The provider's own id of the person. This id never changes, but the email address may. */
  subject: string
  email: string
  name: string | null
}

export interface Start {
  state: string
  nonce: string
  codeVerifier: string
  redirectUri: string
  people?: boolean
}

/** One configured provider. All functions throw a `ProviderFailure`. */
export interface IdentityProvider {
  clientId: string
  authorizationUrl(start: Start): Promise<URL>
  prove(
    exchange: Exchange,
    isNonce: Expected['isNonce'],
  ): Promise<{ identity: ProvenIdentity; accessToken: Tokens['accessToken'] }>
}

export interface Identities {
  of(provider: Provider): IdentityProvider | null
  names: readonly Provider[]
  people(accessToken: string): ReturnType<typeof listWorkspacePeople>
}

interface Parts {
  clientId: string
  issuer: string
  scopes: readonly string[]
  pkce: boolean
  isIssuer?: (named: string) => boolean
  parameters: Record<string, string>
  exchange: (metadata: Parameters<typeof exchangeCode>[1], exchange: Exchange) => Promise<Tokens>
  isVerified: (claims: Claims) => boolean
}

export function createIdentities({ google, microsoft, apple }: IdentitySettings): Identities {
  const openId = ['openid', 'email', 'profile']
  const providersByName: Partial<Record<Provider, IdentityProvider>> = {}
  if (google !== null)
    providersByName.google = providerOf({
      ...google,
      scopes: openId,
      pkce: true,
      parameters: { prompt: 'select_account' },
      exchange: (metadata, exchange) => exchangeCode(google, metadata, exchange),
      isVerified: (claims) => claims.email_verified,
    })
  if (microsoft !== null)
    providersByName.microsoft = providerOf({
      ...microsoft,
      // Microsoft names `{tenantid}` or the id of the tenant, also if the address names its domain, or `common`.
      isIssuer: (issuer) => URL.canParse(issuer) && new URL(issuer).origin === new URL(microsoft.issuer).origin,
      scopes: openId,
      pkce: true,
      parameters: { prompt: 'select_account' },
      exchange: (metadata, exchange) => exchangeCode(microsoft, metadata, exchange),
      isVerified: (claims) => isVerifiedByMicrosoft(claims, microsoft.tenant),
    })
  if (apple !== null)
    providersByName.apple = providerOf({
      ...apple,
      scopes: ['openid', 'email', 'name'],
      pkce: false,
      // Apple sends the name and the email address only if the answer is a form.
      parameters: { response_mode: 'form_post' },
      exchange: (metadata, exchange) => exchangeAppleCode(apple, metadata, exchange),
      isVerified: (claims) => claims.email_verified,
    })
  return {
    of: (provider) => providersByName[provider] ?? null,
    names: providers.filter((provider) => providersByName[provider] !== undefined),
    people: (accessToken) => listWorkspacePeople(google?.directoryUrl ?? '', accessToken),
  }
}

/** The tenant of personal accounts, whose addresses Microsoft confirms itself. */
const personalTenant = '9188040d-6c67-4c5b-b112-36a304b66dad'

/**
 * True if the email address in Microsoft's claims is confirmed. In most Microsoft tenants, the administrators can write
 * any address into the claim `email`. The address therefore counts as confirmed only if Microsoft says that the tenant
 * owns the domain of the address, if the account is personal, or if this server accepts a single tenant. The claim
 * `email_verified` is not used, because Microsoft does not describe it for tenants of organisations.
 */
function isVerifiedByMicrosoft({ xms_edov, tid }: Claims, tenant: string): boolean {
  const isOneTenant = !['common', 'organizations', 'consumers'].includes(tenant)
  return xms_edov || tid === personalTenant || isOneTenant
}

function providerOf(parts: Parts): IdentityProvider {
  const { clientId, issuer, isIssuer, scopes, pkce, parameters, exchange, isVerified } = parts
  const discover = discovery(issuer, isIssuer)
  const keys = new Map<string, JWTVerifyGetKey>()
  const keysAt = (uri: string) => {
    const keySet = keys.get(uri) ?? keysOf(uri)
    keys.set(uri, keySet)
    return keySet
  }
  return {
    clientId,
    async authorizationUrl({ state, nonce, codeVerifier, redirectUri, people = false }) {
      const { authorization_endpoint: page } = await discover()
      const client = new OAuth2Client(clientId, null, redirectUri)
      const scopeList = [...scopes, ...(people ? [peopleScope] : [])]
      const url = pkce
        ? client.createAuthorizationURLWithPKCE(page, state, CodeChallengeMethod.S256, codeVerifier, scopeList)
        : client.createAuthorizationURL(page, state, scopeList)
      for (const [name, value] of Object.entries({ ...parameters, nonce })) url.searchParams.set(name, value)
      return url
    },
    async prove(exchanged, isNonce) {
      const metadata = await discover()
      const { idToken, accessToken } = await exchange(metadata, exchanged)
      const expectation = { issuer: metadata.issuer, clientId, isNonce }
      const claims = await verifyIdToken(idToken, keysAt(metadata.jwks_uri), expectation)
      const { sub: subject, email, name = null } = claims
      if (email === undefined || !isVerified(claims)) {
        throw new ProviderFailure('email', 'The provider has not confirmed the email address.')
      }
      return { identity: { subject, email: email.toLowerCase(), name }, accessToken }
    },
  }
}
