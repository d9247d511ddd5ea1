import type { FastifyRequest } from 'fastify'
import { type StartMessage, ticketProtocolPrefix, wireFormat } from '../../lib/contracts/index.ts'
import type { SpeechEngine } from '../providers/speech/engine.ts'

/** A socket that is refused for good; the message is for the person who wanted to record. */
export class Refused extends Error {
  override name = 'Refused'
}

/** How the door finds out who is asking. */
export interface Credentials<Owner> {
  /** Uses the ticket up; null when it was used, has expired or never was. */
  redeemTicket(ticket: string): Promise<Owner | null>
  /** Whose access token it is; null when it is nobody's. */
  ownerOfToken(accessToken: string): Promise<Owner | null>
  /** The same text for the same person: limits and takes go by it. */
  keyOf(owner: Owner): string
  /** Calls `onEnd` when the owner's session ends elsewhere. Returns how to stop watching. */
  watch?(owner: Owner, onEnd: () => void): () => void
  /** Dictation without an account, never kept: the demonstration alone sets it (design §5). */
  anonymousDictation: boolean
}

/** What the door knows of a connection before its first message. */
export interface Caller {
  ticket: string | null
  /** Where from, as the server sees it. */
  address: string
  /** Came through a proxy: it stands for strangers, whom anonymous dictation does not serve. */
  forwarded: boolean
}

/** Pages that may open the socket: the extension's and the server's own. Programs send no origin. */
export function isOriginAllowed(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined || /^chrome-extension:\/\/[a-p]{32}$/.test(origin)) return true
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host
}

/** The ticket among the subprotocols a client offers. */
export function ticketOf(protocols: Iterable<string>): string | null {
  for (const protocol of protocols) {
    const name = protocol.trim()
    if (name.startsWith(ticketProtocolPrefix)) return name.slice(ticketProtocolPrefix.length)
  }
  return null
}

export function callerOf(request: FastifyRequest): Caller {
  const { headers } = request
  return {
    address: request.ip,
    ticket: ticketOf((headers['sec-websocket-protocol'] ?? '').split(',')),
    forwarded: headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined,
  }
}

/** What is to be recognised, or `Refused`. */
export function readFormat(
  start: Pick<StartMessage, 'encoding' | 'sampleRate' | 'channels' | 'language'>,
  engine: SpeechEngine,
): { channels: 1 | 2; language: string } {
  const { encoding, sampleRate, channels } = start
  const audioMust = `Audio must be ${wireFormat.encoding} at ${wireFormat.sampleRate} Hz with 1 or 2 channels`
  if (encoding !== wireFormat.encoding) throw new Refused(`${audioMust}: the value of “encoding” is another.`)
  if (sampleRate !== wireFormat.sampleRate) throw new Refused(`${audioMust}: the value of “sampleRate” is another.`)
  if (channels !== 1 && channels !== 2) throw new Refused(`${audioMust}: the value of “channels” is another.`)
  const base = start.language.split('-')[0] ?? ''
  const language =
    engine.languages.find((one) => one === start.language) ?? engine.languages.find((one) => one === base)
  if (language === undefined) {
    throw new Refused(
      `The speech engine of this server does not know this language (“language”). It knows: ${engine.languages.join(', ')}.`,
    )
  }
  return { channels, language }
}

/** Who is asking; null is a stranger who may dictate without anything being kept. Throws `Refused`. */
export async function admit<Owner>(
  start: StartMessage,
  caller: Caller,
  credentials: Credentials<Owner>,
): Promise<Owner | null> {
  if (caller.ticket !== null) {
    const owner = await credentials.redeemTicket(caller.ticket)
    if (owner === null) throw new Refused('This connection is no longer valid. Start the recording again.')
    return owner
  }
  if (start.authorization !== '') {
    const owner = await credentials.ownerOfToken(start.authorization)
    if (owner === null) throw new Refused('Your session has ended. Sign in again.')
    return owner
  }
  if (credentials.anonymousDictation && start.skipSave && !caller.forwarded) return null
  throw new Refused('Sign in to record.')
}
