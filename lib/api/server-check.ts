import { z } from 'zod'
import { providers } from '../contracts/index.ts'

const waitMs = 10_000

/**
 * The answer of a server that is asked for its name and version. `providers`: the companies with whose accounts people
 * can sign in on this server. An older server does not send `providers`. A newer server may send providers that this
 * version does not support; these providers are left out.
 */
const serverCheck = z.object({
  name: z.literal('Chartside'),
  version: z.string(),
  providers: z
    .array(z.string())
    .default([])
    .transform((names) => providers.filter((provider) => names.includes(provider))),
})
export type ServerCheck = z.infer<typeof serverCheck>

/**
 * Asks a server for its name, its version and its providers for signing in. Rejects when no server answers within 10 s,
 * or when the server is not Chartside. `send` sends the request in place of `fetch`.
 */
export async function checkServer(
  url: string,
  signal?: AbortSignal,
  send: (request: Request) => Promise<Response> = fetch,
): Promise<ServerCheck> {
  const timeout = AbortSignal.timeout(waitMs)
  const response = await send(
    new Request(`${url.replace(/\/+$/, '')}/api`, { signal: signal ? AbortSignal.any([timeout, signal]) : timeout }),
  )
  return serverCheck.parse(await response.json())
}
