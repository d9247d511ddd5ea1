import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'

interface Sent {
  token: string
  /** The first bytes, which identify the kind of file. */
  head: Uint8Array
  /** Number of megabytes of zeros after `head`. */
  megabytes: number
}

/**
 * Uploads a large file as one part of a form, without holding it in memory. Stops sending once the server has answered.
 * Returns the answer.
 */
export function sendZeros(url: string, { token, head, megabytes }: Sent): Promise<{ status: number; body: unknown }> {
  const boundary = randomUUID()
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    })
    let isAnswered = false
    request.on('response', async (response) => {
      isAnswered = true
      let text = ''
      for await (const part of response) text += part
      request.destroy()
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) })
    })
    // After an answer, the server may close the connection without reading the rest.
    request.on('error', (error) => isAnswered || reject(error))
    request.write(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\ncontent-type: audio/wav\r\n\r\n`,
    )
    request.write(head)
    const piece = Buffer.alloc(1024 * 1024)
    let sent = 0
    const more = () => {
      while (!isAnswered && sent < megabytes) {
        sent++
        if (!request.write(piece)) return void request.once('drain', more)
      }
      if (!isAnswered) request.end(`\r\n--${boundary}--\r\n`)
    }
    more()
  })
}
