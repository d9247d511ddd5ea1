import { z } from 'zod'
import { ProviderFailure } from './failure.ts'

const metadata = z.object({
  issuer: z.string().min(1),
  authorization_endpoint: z.url({ protocol: /^https?$/ }),
  token_endpoint: z.url({ protocol: /^https?$/ }),
  jwks_uri: z.url({ protocol: /^https?$/ }),
})
export type Metadata = z.infer<typeof metadata>

const timeoutMs = 10_000
const keepMs = 60 * 60_000

const withoutSlash = (url: string) => url.replace(/\/+$/, '')

export function discovery(
  issuer: string,
  isIssuer: (named: string) => boolean = (name) => withoutSlash(name) === withoutSlash(issuer),
): () => Promise<Metadata> {
  let cache: { until: number; read: Promise<Metadata> } | null = null
  return async () => {
    if (cache === null || cache.until < performance.now()) {
      cache = { until: performance.now() + keepMs, read: readMetadata(issuer, isIssuer) }
    }
    const reading = cache
    try {
      return await reading.read
    } catch (error) {
      if (cache === reading) cache = null
      throw new ProviderFailure('discovery', 'The addresses of the provider could not be read.', error)
    }
  }
}

async function readMetadata(issuer: string, isIssuer: (named: string) => boolean): Promise<Metadata> {
  const url = `${withoutSlash(issuer)}/.well-known/openid-configuration`
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`The provider answered with status ${response.status}.`)
  const document = metadata.parse(await response.json())
  if (!isIssuer(document.issuer)) throw new Error('The provider names another issuer.')
  return document
}
