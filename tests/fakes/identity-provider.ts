import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, importJWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider'

/** A person who has an account at the provider. */
export interface ProviderPerson {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
}

/** How the provider deviates from the protocol. */
export interface Faults {
  /** Answers with status 503. */
  down: 'discovery' | 'token' | 'keys' | null
  /** Changes the claims of ID tokens before they are signed. */
  claims: (claims: JWTPayload) => JWTPayload
  /** Signs ID tokens with a key that the provider does not publish, or with the client secret. */
  signWith: 'foreign' | 'secret' | null
  /** True if the person refuses the sign-in on the provider's page. */
  refuses: boolean
}

export interface IdentityProviderOptions {
  clientId: string
  redirectUri: string
  /**
   * Only for Apple, where the client secret is a token that the client signs. `publicKey` checks the signature. At the
   * other providers, the client secret is a fixed text.
   */
  apple?: { teamId: string; keyId: string; publicKey: CryptoKey }
  /** Says in the claim `xms_edov`, as Microsoft does, that an email address is confirmed. */
  microsoft?: true
  /** Refuses a sign-in without PKCE. */
  pkce: boolean
  /** The people of the Google Workspace, as the Directory API returns them. Each item is one page of the list. */
  workspace?: object[]
}

export interface IdentityProviderServer {
  issuer: string
  clientSecret: string
  /** Who signs in next. */
  person: ProviderPerson
  faults: Faults
  /** Goes through the provider's pages as a browser does, and returns where the provider sends the browser. */
  browse(url: string): Promise<Visit>
  close(): Promise<void>
}

/** The request with which the browser leaves the provider. */
export interface Visit {
  method: 'GET' | 'POST'
  url: URL
  /** The fields of the form, for POST. */
  form: Record<string, string>
}

export const noFaults = (): Faults => ({ down: null, claims: (claims) => claims, signWith: null, refuses: false })

const peopleScope = 'https://www.googleapis.com/auth/admin.directory.user.readonly'
const paths = { discovery: '/.well-known/openid-configuration', token: '/token', keys: '/jwks' }

/** Starts a real OpenID provider (`oidc-provider`) on a free port of 127.0.0.1. */
export async function startIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProviderServer> {
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => undefined
  const http = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const { down } = server.faults
    if (down !== null && pathname === paths[down]) return response.writeHead(503).end()
    handle(request, response)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const clientSecret = 'a client secret with more than 32 characters'
  const [own, foreign] = await Promise.all([newKey(), newKey()])

  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }))
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: options.clientId,
        client_secret: clientSecret,
        redirect_uris: [options.redirectUri],
        token_endpoint_auth_method: options.apple === undefined ? 'client_secret_basic' : 'client_secret_post',
      },
    ],
    jwks: { keys: [own.jwk] },
    cookies: { keys: ['a key for the cookies of tests'] },
    pkce: { required: () => options.pkce },
    scopes: ['openid', 'email', 'profile', 'name', peopleScope],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], name: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ ...server.person, sub }) }),
    async loadExistingGrant({ oidc }) {
      const { clientId = '' } = oidc.client ?? {}
      const grant = new provider.Grant({ clientId, accountId: oidc.session?.accountId ?? '' })
      grant.addOIDCScope(`openid email profile name ${peopleScope}`)
      await grant.save()
      return grant
    },
  })
  if (options.apple !== undefined)
    provider.use(checkAppleSecret(options, options.apple, { audience: issuer, clientSecret }))
  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    await next()
    const answer = ctx.body
    if (ctx.path !== paths.token || !isTokens(answer)) return
    const { claims, signWith } = server.faults
    const { payload } = await jwtVerify(answer.id_token, own.publicKey)
    const key = signWith === 'secret' ? new TextEncoder().encode(clientSecret) : signWith ? foreign.key : own.key
    const header = { alg: signWith === 'secret' ? 'HS256' : 'RS256', kid: own.jwk.kid }
    const { email_verified: confirmed, ...others } = payload
    const said = options.microsoft && confirmed !== undefined ? { ...others, xms_edov: confirmed } : payload
    ctx.body = { ...answer, id_token: await new SignJWT(claims(said)).setProtectedHeader(header).sign(key) }
  })

  const callback = provider.callback()
  handle = async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer)
    if (pathname.startsWith('/interaction/')) {
      const agrees = { login: { accountId: server.person.sub }, select_account: {}, consent: {} }
      const result = server.faults.refuses ? { error: 'access_denied' } : agrees
      return provider.interactionFinished(request, response, result)
    }
    if (pathname === '/admin/directory/v1/users') {
      const token = await provider.AccessToken.find(request.headers.authorization?.replace('Bearer ', '') ?? '')
      if (!token?.scopes.has(peopleScope)) return response.writeHead(403).end()
      const pages = options.workspace ?? []
      const at = Number(searchParams.get('pageToken') ?? 0)
      const next = at + 1 < pages.length ? { nextPageToken: String(at + 1) } : {}
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ kind: 'admin#directory#users', ...pages[at], ...next }))
    }
    return callback(request, response)
  }

  const server: IdentityProviderServer = {
    issuer,
    clientSecret,
    person: { sub: 'nobody' },
    faults: noFaults(),
    browse: (url) => browse(url, issuer),
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
  return server
}

const isTokens = (body: unknown): body is { id_token: string } =>
  typeof body === 'object' && body !== null && 'id_token' in body && typeof body.id_token === 'string'

async function newKey() {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), kid: 'key-1', alg: 'RS256', use: 'sig' }
  return { jwk, key: await importJWK(jwk, 'RS256'), publicKey }
}

/**
 * Checks the secret that a client of Apple signs, and replaces it by a fixed secret, because `oidc-provider` does not
 * support secrets that are signed in Apple's way.
 */
const checkAppleSecret =
  (
    { clientId }: IdentityProviderOptions,
    { teamId, keyId, publicKey }: NonNullable<IdentityProviderOptions['apple']>,
    { audience, clientSecret }: { audience: string; clientSecret: string },
  ) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    if (ctx.method !== 'POST' || ctx.path !== paths.token) return next()
    const chunks: Buffer[] = []
    for await (const chunk of ctx.req) chunks.push(chunk as Buffer)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const expected = { issuer: teamId, subject: clientId, algorithms: ['ES256'], audience }
    const verified = await jwtVerify(form.get('client_secret') ?? '', publicKey, expected).catch(() => null)
    if (verified?.protectedHeader.kid === keyId) form.set('client_secret', clientSecret)
    Object.assign(ctx.req, { body: Object.fromEntries(form) })
    return next()
  }

const formField = /<input type="hidden" name="([^"]*)" value="([^"]*)"/g

/** Follows redirects at the provider, with its cookies, until the provider sends the browser away. */
async function browse(start: string, issuer: string): Promise<Visit> {
  const cookies = new Map<string, string>()
  let url = new URL(start)
  for (let steps = 0; steps < 10; steps++) {
    if (url.origin !== issuer) return { method: 'GET', url, form: {} }
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { headers: { cookie }, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) {
      const page = await response.text()
      const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1]
      if (action === undefined) throw new Error(`The provider answered ${response.status}: ${page.slice(0, 2000)}`)
      const fields = [...page.matchAll(formField)].map(([, name, value]) => [name, value])
      return { method: 'POST', url: new URL(action), form: Object.fromEntries(fields) }
    }
    url = new URL(location, url)
  }
  throw new Error('The provider redirects without end.')
}
