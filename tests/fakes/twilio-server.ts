import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'

/** A text message that was accepted. */
export interface ReceivedText {
  to: string
  from: string
  body: string
}

/**
 * A server that implements the protocol of Twilio's Messages resource: a form with basic authentication, answers in
 * JSON.
 */
export interface TwilioServer {
  url: string
  /** The environment variables with which a Chartside server uses this fake. */
  env: Record<string, string>
  /** Accepted messages, oldest first. */
  texts: ReceivedText[]
  /** The receivers of all messages that were offered, accepted or refused. */
  offered: string[]
  /**
   * What happens to the next messages: an error as Twilio sends it, no answer at all, or a connection that breaks off.
   * Null: they are accepted.
   */
  answerWith: { status: number; code: number } | 'hang' | 'break' | null
  /** Waits for a message to this number for which `fits` is true, and returns the newest one. */
  textTo(number: string, fits?: (text: ReceivedText) => boolean): Promise<ReceivedText>
  /**
   * Waits for a message to this number with a code, and returns the newest code. With `before`, waits for a code that
   * arrived after the code `before`.
   */
  codeFor(number: string, before?: string): Promise<string>
  close(): Promise<void>
}

const accountSid = `AC${'0123456789abcdef'.repeat(2)}`
const authToken = 'token-of-the-fake'
const sender = '+15005550006'

const codeIn = ({ body }: ReceivedText) => /code is (\d{6})\b/.exec(body)?.[1]

function fail(response: ServerResponse, status: number, code: number, to = ''): void {
  const body = {
    code,
    // The error messages of Twilio contain the phone number, so those of the fake do too.
    message: `The message to ${to} was not sent.`,
    more_info: `https://www.twilio.com/docs/errors/${code}`,
    status,
  }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export async function startTwilioServer(): Promise<TwilioServer> {
  const texts: ReceivedText[] = []
  const offered: string[] = []
  const http = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const isMessages = request.url === `/2010-04-01/Accounts/${accountSid}/Messages.json`
      if (request.method !== 'POST' || !isMessages) return fail(response, 404, 20404)
      const expected = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
      if (request.headers.authorization !== expected) return fail(response, 401, 20003)
      const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
      if (isForm !== true) return fail(response, 415, 20422)
      const form = new URLSearchParams(Buffer.concat(parts).toString('utf8'))
      const [to, body] = ['To', 'Body'].map((name) => form.get(name))
      const from = form.get('MessagingServiceSid') ?? form.get('From')
      if (!to) return fail(response, 400, 21604)
      if (!from) return fail(response, 400, 21603)
      if (!body) return fail(response, 400, 21602)
      offered.push(to)
      if (!/^\+[1-9]\d{6,14}$/.test(to)) return fail(response, 400, 21211, to)
      const { answerWith } = server
      if (answerWith === 'hang') return
      if (answerWith === 'break') return void request.socket.destroy()
      if (answerWith !== null) return fail(response, answerWith.status, answerWith.code, to)
      texts.push({ to, from, body })
      const sid = `SM${String(texts.length).padStart(32, '0')}`
      const created = {
        sid,
        account_sid: accountSid,
        to,
        from,
        body,
        status: 'queued',
        num_segments: '1',
        error_code: null,
      }
      response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(created))
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const server: TwilioServer = {
    url,
    env: {
      TWILIO_ACCOUNT_SID: accountSid,
      TWILIO_AUTH_TOKEN: authToken,
      TWILIO_FROM: sender,
      TWILIO_BASE_URL: url,
    },
    texts,
    offered,
    answerWith: null,
    async textTo(number, fits = () => true) {
      const found = () => texts.findLast((text) => text.to === number && fits(text))
      await expect.poll(() => found() !== undefined).toBe(true)
      return found() as ReceivedText
    },
    async codeFor(number, before) {
      const isLater = (one: ReceivedText) =>
        texts.indexOf(one) > texts.findLastIndex((each) => each.to === number && codeIn(each) === before)
      const hasCode = (one: ReceivedText) => codeIn(one) !== undefined
      const text = await server.textTo(number, (one) => hasCode(one) && (before === undefined || isLater(one)))
      return codeIn(text) ?? ''
    },
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
  return server
}
