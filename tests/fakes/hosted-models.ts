import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type HostedAsk, type HostedEnd, type Protocol, type Wire, wires } from './hosted-wires.ts'

/**
 * What a hosted model does with a request: an answer (`afterMs` is the time to its first byte), an HTTP error, text after
 * which nothing comes, text after which the connection is reset, or nothing at all.
 */
export type HostedReply =
  | { kind: 'answer'; content: string; end?: HostedEnd; afterMs?: number }
  | { kind: 'fail'; status: number; message?: string; headers?: Record<string, string> }
  | { kind: 'stall'; content: string }
  | { kind: 'reset'; content: string }
  | { kind: 'silence' }

/** A received request. */
export interface HostedRequest {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: Record<string, unknown>
  ask: HostedAsk
}

export interface HostedModels {
  url: string
  requests: HostedRequest[]
  close: () => Promise<void>
}

const pieces = (text: string): string[] => text.match(/[\s\S]{1,12}/g) ?? []
const tick = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The request id in the headers of every answer. */
export const hostedRequestId = 'req_0123456789'

async function respond(response: ServerResponse, wire: Wire, ask: HostedAsk, reply: HostedReply): Promise<void> {
  response.setHeader(wire.idHeader, hostedRequestId)
  if (reply.kind === 'silence') return
  if (reply.kind === 'fail') {
    const headers = { 'content-type': 'application/json', ...reply.headers }
    response.writeHead(reply.status, headers)
    response.end(JSON.stringify(wire.error(reply.status, reply.message ?? 'The request failed.')))
    return
  }
  if (reply.kind === 'answer' && reply.afterMs !== undefined) await tick(reply.afterMs)
  response.writeHead(200, { 'content-type': wire.contentType })
  for (const bytes of wire.begin(ask)) response.write(bytes)
  for (const piece of pieces(reply.content)) response.write(wire.piece(ask, piece))
  if (reply.kind === 'stall') return
  if (reply.kind === 'reset') {
    // The bytes must leave before the connection is cut. Otherwise, nothing of the answer arrives.
    await tick(20)
    response.socket?.resetAndDestroy()
    return
  }
  for (const bytes of wire.end(ask, reply.end ?? 'stop')) response.write(bytes)
  response.end()
}

/**
 * A server that implements the protocols of OpenAI-compatible services, Anthropic, Azure, Amazon Bedrock and Ollama.
 * `reply` gets each request and the number of requests for the same model so far, from 1.
 */
export async function startHostedModels(reply: (ask: HostedAsk, count: number) => HostedReply): Promise<HostedModels> {
  const requests: HostedRequest[] = []
  const counts = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = request.url ?? ''
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>
    for (const protocol of Object.keys(wires) as Protocol[]) {
      const wire = wires[protocol]
      const ask = wire.read(path, body)
      if (ask === null) continue
      requests.push({ path, headers: request.headers, body, ask })
      const key = `${protocol} ${ask.model}`
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return respond(response, wire, ask, reply(ask, count))
    }
    response.writeHead(404).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** The environment variables of a Chartside server that uses the fake models at this URL. */
export const hostedEnvironment = (url: string): Record<string, string> => ({
  MODEL_BASE_URL: `${url}/openai-compatible/v1`,
  MODEL_API_KEY: 'key-o',
  ANTHROPIC_API_KEY: 'key-a',
  ANTHROPIC_BASE_URL: `${url}/v1`,
  AZURE_API_KEY: 'key-z',
  AZURE_BASE_URL: `${url}/openai/v1`,
  BEDROCK_API_KEY: 'key-b',
  BEDROCK_REGION: 'us-east-1',
  BEDROCK_BASE_URL: url,
  OLLAMA_BASE_URL: url,
})
