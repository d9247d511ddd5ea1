import { isIP, type LookupFunction } from 'node:net'
import { Agent, request } from 'undici'
import type { WebhookProblem } from '../../../lib/contracts/index.ts'
import { kindOfAddress, type Resolve } from './addresses.ts'

/** A request to the receiver of a webhook. */
export interface WebhookRequest {
  url: string
  headers: Record<string, string>
  body: string
}

export interface PostDeps {
  resolve: Resolve
  /** Ranges of private addresses, such as 10.0.0.0/8, that the settings permit. Requests to them need no TLS. */
  privateRanges: readonly string[]
  /** Aborts when the server stops, or when another server may process this delivery (the lease is lost). */
  signal: AbortSignal
}

/** The outcome of a request to a receiver. Only the HTTP status of the answer is used, not its body. */
export interface PostOutcome {
  answerStatus: number | null
  /** Null: the receiver has accepted the request. */
  problem: WebhookProblem | null
}

const refused = (problem: WebhookProblem): PostOutcome => ({ answerStatus: null, problem })

/** Maximum time in ms for a request, from the DNS look-up until the status of the answer has arrived. */
export const answerWithinMs = 15_000

/**
 * Sends a request to a receiver. The name is resolved once, every address is checked, and the connection goes to
 * exactly these addresses. So an attacker gains nothing by changing the address of the name between the check and the
 * connection (DNS rebinding). Redirects are not followed, and the body of the answer is not read. Rejects only if
 * `signal` aborts.
 */
export async function postToReceiver(
  { url, headers, body }: WebhookRequest,
  { resolve, privateRanges, signal }: PostDeps,
): Promise<PostOutcome> {
  const tooLong = AbortSignal.timeout(answerWithinMs)
  const ending = AbortSignal.any([signal, tooLong])
  try {
    const { protocol, hostname } = new URL(url)
    const name = hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(name) === 0 ? await resolve(name, ending) : [name]
    const [first] = addresses
    if (first === undefined) return refused('name')
    const kinds = new Set(addresses.map((address) => kindOfAddress(address, privateRanges)))
    // Without TLS, requests may go only to private addresses that the settings permit.
    if (kinds.has('forbidden') || (protocol === 'http:' && kinds.has('public'))) return refused('address')
    return await send({ url, headers, body }, addresses, ending)
  } catch (error) {
    if (signal.aborted) throw error
    return refused(tooLong.aborted ? 'timeout' : 'connection')
  }
}

async function send({ url, headers, body }: WebhookRequest, addresses: readonly string[], signal: AbortSignal) {
  // A new agent for each request. A shared agent would reuse an open connection to an address that was checked only for
  // an earlier request.
  const agent = new Agent({ connect: { lookup: answering(addresses), timeout: answerWithinMs }, pipelining: 0 })
  try {
    const answer = await request(url, { method: 'POST', headers, body, dispatcher: agent, signal })
    // Destroying a body that has not arrived yet emits an error event. Without this handler, the event would end the
    // process.
    answer.body.on('error', () => {})
    answer.body.destroy()
    const isAccepted = answer.statusCode >= 200 && answer.statusCode < 300
    return { answerStatus: answer.statusCode, problem: isAccepted ? null : ('status' as const) }
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
    const known = addresses.map((address) => ({ address, family: isIP(address) }))
    if (all === true) return answer(null, known)
    answer(null, known[0]?.address ?? '', known[0]?.family ?? 0)
  }
