import { z } from 'zod'
import type { Config } from '../config.ts'
import { DeliveryFailed, type Transport } from './transport.ts'

/** Twilio must answer within this time; otherwise the attempt counts as failed. */
const usualSilenceMs = 10_000
/** A longer answer is not one of Twilio. */
const answerMaxBytes = 64 * 1024

/**
 * Twilio's codes for a receiver who will never get this message: no valid number (21211, 21401, 21421), a landline (21614),
 * out of reach (21612, 21408), a person who has refused our messages (21610), or the sender itself (21266).
 */
const finalCodes = new Set([21211, 21266, 21401, 21408, 21421, 21610, 21612, 21614])

const refusal = z.object({ code: z.number() })

/** Sends text messages through Twilio's REST API. Null without an account of Twilio in the configuration. */
export function textTransport({ twilio }: Pick<Config, 'twilio'>, silenceMs = usualSilenceMs): Transport | null {
  if (twilio === null) return null
  const { accountSid, authToken, from, baseUrl } = twilio
  const url = `${baseUrl.replace(/\/$/, '')}/2010-04-01/Accounts/${accountSid}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  // A service of several numbers has an id instead of a number.
  const sender: Record<string, string> = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }
  return {
    async send({ to, text }, { signal }) {
      const ended = AbortSignal.any([signal, AbortSignal.timeout(silenceMs)])
      const code = await request(url, authorization, { To: to, ...sender, Body: text }, ended).catch(
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
 * Sends one message. Returns null if Twilio has accepted it, and otherwise Twilio's code, or the status of the answer.
 * The words of the answer are never used: they repeat the number.
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
    // A redirect would send account and number to another address.
    redirect: 'error',
    signal,
  })
  const answer = await read(response)
  if (response.ok) return null
  return refusal.safeParse(answer).data?.code ?? response.status
}

/** The JSON of an answer. Null if it is none, or if it is longer than an answer of Twilio. */
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

/** The code of a failed connection, such as ECONNREFUSED. */
function networkCode(error: unknown): string {
  for (let one = error; one instanceof Error; one = one.cause)
    if ('code' in one && typeof one.code === 'string') return one.code
  return error instanceof Error ? error.name : 'unknown'
}
