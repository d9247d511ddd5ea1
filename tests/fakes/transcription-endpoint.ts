import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeWav } from '../../scripts/wav-file.ts'

export interface EndpointRequest {
  fields: Record<string, string[]>
  authorization: string | undefined
  seconds: number
  pcm: Int16Array
}
/** The reply of the endpoint: an HTTP error status, an error with a body, or a transcription. */
export type EndpointReply =
  | number
  | { status: number; body: object | string }
  | { text: string; words?: object[]; segments?: object[] }

/** A local server that implements OpenAI's `/audio/transcriptions`. `reply` supplies the transcriptions. */
export async function startTranscriptionEndpoint(reply: (request: EndpointRequest, index: number) => EndpointReply) {
  const requests: EndpointRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      // A client that gives up aborts its request.
      return
    }
    if (request.method !== 'POST' || request.url !== '/v1/audio/transcriptions') {
      response.writeHead(404).end()
      return
    }
    const form = await new Response(Buffer.concat(chunks), {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData()
    const file = form.get('file')
    if (!(file instanceof Blob)) {
      response.writeHead(400).end()
      return
    }
    const { pcm, sampleRateHz, channels } = decodeWav(Buffer.from(await file.arrayBuffer()))
    const fields: Record<string, string[]> = {}
    for (const [name, value] of form) if (typeof value === 'string') fields[name] = [...(fields[name] ?? []), value]
    const seen = {
      fields,
      authorization: request.headers.authorization,
      seconds: pcm.length / sampleRateHz / channels,
      pcm,
    }
    requests.push(seen)
    const answer = reply(seen, requests.length - 1)
    if (typeof answer === 'number') response.writeHead(answer).end('{"error":{"message":"no"}}')
    else if ('status' in answer) {
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
    } else {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ task: 'transcribe', language: 'english', duration: seen.seconds, ...answer }))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  }
}
