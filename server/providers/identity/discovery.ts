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
  isIssuer: (named: string) => boolean = (named) => withoutSlash(named) === withoutSlash(issuer),
): () => Promise<Metadata> {
  let kept: { until: number; read: Promise<Metadata> } | null = null
  return async () => {
    if (kept === null || kept.until < performance.now()) {
      kept = { until: performance.now() + keepMs, read: readMetadata(issuer, isIssuer) }
    }
    const asked = kept
    try {
      return await asked.read
    } catch (error) {
      if (kept === asked) kept = null
      throw new ProviderFailure('discovery', 'The addresses of the provider could not be read.', error)
    }
  }
}

async function readMetadata(issuer: string, isIssuer: (named: string) => boolean): Promise<Metadata> {
  const url = `${withoutSlash(issuer)}/.well-known/openid-configuration`
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`The provider answered with status ${response.status}.`)
  const read = metadata.parse(await response.json())
  if (!isIssuer(read.issuer)) throw new Error('The provider names another issuer.')
  return read
}
