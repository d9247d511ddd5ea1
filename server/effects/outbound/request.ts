import { isIP, type LookupFunction } from 'node:net'
import { Agent, type Dispatcher, request } from 'undici'
import { kindOfAddress, type Resolve } from './addresses.ts'

interface OutboundRequest {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
}

/** What keeps a request away from internal networks, and bounds its time. */
export interface Guard {
  resolve: Resolve
  privateRanges: readonly string[]
  signal: AbortSignal
  withinMs: number
}

/** Why a request got no answer. `name`: the name has no address. `address`: an address is not permitted. */
export type OutboundProblem = 'name' | 'address' | 'timeout' | 'connection'

/**
 * Sends a request to an address that a user has named, and returns what `readAnswer` makes of the answer. The name is
 * resolved once, every address is checked, and the connection goes to exactly these addresses. So an attacker gains
 * nothing by changing the address of the name between the check and the connection (DNS rebinding). Redirects are not
 * followed, and what `readAnswer` leaves of the body is not read. Rejects only if `signal` aborts.
 */
export async function guardedRequest<Result>(
  outbound: OutboundRequest,
  { resolve, privateRanges, signal, withinMs }: Guard,
  readAnswer: (answer: Dispatcher.ResponseData) => Result | Promise<Result>,
): Promise<{ result: Result } | { problem: OutboundProblem }> {
  const tooLong = AbortSignal.timeout(withinMs)
  const ending = AbortSignal.any([signal, tooLong])
  try {
    const { protocol, hostname } = new URL(outbound.url)
    const name = hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(name) === 0 ? await resolve(name, ending) : [name]
    const [first] = addresses
    if (first === undefined) return { problem: 'name' }
    const kinds = new Set(addresses.map((address) => kindOfAddress(address, privateRanges)))
    // Without TLS, requests may go only to private addresses that the settings permit.
    if (kinds.has('forbidden') || (protocol === 'http:' && kinds.has('public'))) return { problem: 'address' }
    return { result: await send(outbound, { addresses, signal: ending, withinMs }, readAnswer) }
  } catch (error) {
    if (signal.aborted) throw error
    return { problem: tooLong.aborted ? 'timeout' : 'connection' }
  }
}

async function send<Result>(
  { url, ...outbound }: OutboundRequest,
  { addresses, signal, withinMs }: { addresses: readonly string[]; signal: AbortSignal; withinMs: number },
  readAnswer: (answer: Dispatcher.ResponseData) => Result | Promise<Result>,
): Promise<Result> {
  // A new agent for each request. A shared agent would reuse an open connection to an address that was checked only for
  // an earlier request.
  const agent = new Agent({ connect: { lookup: answering(addresses), timeout: withinMs }, pipelining: 0 })
  try {
    const answer = await request(url, { ...outbound, dispatcher: agent, signal })
    // Destroying a body that has not arrived yet emits an error event. Without this handler, the event would end the
    // process.
    answer.body.on('error', () => {})
    try {
      return await readAnswer(answer)
    } finally {
      answer.body.destroy()
    }
  } finally {
    await agent.destroy()
  }
}

/**
 * Returns the function with which the connection looks up a host name. This function asks no DNS server. It returns the
 * checked addresses for every name.
 */
const answering =
  (addresses: readonly string[]): LookupFunction =>
  (_name, { all }, answer) => {
    const records = addresses.map((address) => ({ address, family: isIP(address) }))
    if (all === true) return answer(null, records)
    answer(null, records[0]?.address ?? '', records[0]?.family ?? 0)
  }
