import { z } from 'zod'
import type { Config } from '../config.ts'
import { DeliveryFailed, type Transport } from './transport.ts'

/** Time in ms within which Twilio must answer. Otherwise the attempt has failed. */
const usualSilenceMs = 10_000
/** Maximum size in bytes of an answer. A larger answer does not come from Twilio and must not fill the memory. */
const answerMaxBytes = 64 * 1024

/**
 * Twilio's error codes for messages that can never be delivered: invalid number (21211, 21401, 21421), landline
 * (21614), number that cannot be reached (21612, 21408), person who has refused our messages (21610), or a message to
 * the sender's own number (21266).
 */
const finalCodes = new Set([21211, 21266, 21401, 21408, 21421, 21610, 21612, 21614])

const refusal = z.object({ code: z.number() })

/**
 * Creates the transport for text messages, which uses Twilio's REST API. Null if the configuration has no Twilio
 * account.
 */
export function textTransport({ twilio }: Pick<Config, 'twilio'>, silenceMs = usualSilenceMs): Transport | null {
  if (twilio === null) return null
  const { accountSid, authToken, from, baseUrl } = twilio
  const url = `${baseUrl.replace(/\/$/, '')}/2010-04-01/Accounts/${accountSid}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  // A messaging service with several numbers has an id (`MG…`) instead of a number.
  const sender: Record<string, string> = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }
  return {
    async send({ to, text }, { signal }) {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(silenceMs)])
      const code = await request(url, authorization, { To: to, ...sender, Body: text }, deadline).catch(
        (error: unknown) => {
          signal.throwIfAborted()
          throw new DeliveryFailed(networkCode(error), { isFinal: false, cause: error })
        },
      )
      if (code !== null) throw new DeliveryFailed(`twilio ${code}`, { isFinal: finalCodes.has(code) })
    },
  }
}

/**
 * Sends one message. Returns null if Twilio has accepted the message. Otherwise returns Twilio's error code, or the
 * HTTP status of the answer. The text of the answer is never used, because it contains the phone number.
 */
async function request(
  url: string,
  authorization: string,
  form: Record<string, string>,
  signal: AbortSignal,
): Promise<number | null> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization, accept: 'application/json' },
    body: new URLSearchParams(form),
    // A redirect would send the credentials and the phone number to another address.
    redirect: 'error',
    signal,
  })
  const answer = await read(response)
  if (response.ok) return null
  return refusal.safeParse(answer).data?.code ?? response.status
}

async function read({ body }: Response): Promise<unknown> {
  if (body === null) return null
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body) {
    bytes += part.length
    if (bytes > answerMaxBytes) return null
    parts.push(part)
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch {
    return null
  }
}

function networkCode(error: unknown): string {
  for (let one = error; one instanceof Error; one = one.cause)
    if ('code' in one && typeof one.code === 'string') return one.code
  return error instanceof Error ? error.name : 'unknown'
}
