import type { FastifyRequest } from 'fastify'
import { type StartMessage, ticketProtocolPrefix, wireFormat } from '../../lib/contracts/index.ts'
import type { SpeechEngine } from '../providers/speech/engine.ts'

/** Thrown if the connection is refused and the client must not reconnect. The message is shown to the user. */
export class Refused extends Error {
  override name = 'Refused'
}

export interface Credentials<Owner> {
  /**
   * Marks the ticket as used, and returns its owner. Returns null if the ticket is unknown, used or expired, or if it
   * was made for another origin. Throws `Refused` if the ticket does not permit storing the take, or if the developer
   * organisation of a customer has no minutes left.
   */
  redeemTicket(ticket: string, use: TicketUse): Promise<Owner | null>
  /**
   * True if this unused ticket allows a page of this origin to open the socket. If this function is absent, only pages
   * of this server and known extensions may open it.
   */
  admitsOrigin?(ticket: string, origin: string): Promise<boolean>
  ownerOfToken(accessToken: string): Promise<Owner | null>
  keyOf(owner: Owner): string
  watch?(owner: Owner, onEnd: () => void): () => void
  heard?(owner: Owner, frames: number): Promise<void>
  /**
   * True if dictation without an account is allowed; such takes are never stored. Off by default (setting
   * `ANONYMOUS_DICTATION`, product 7.12).
   */
  anonymousDictation: boolean
}

export interface TicketUse {
  /** The origin of the page that uses the ticket. Null: a program without a browser uses the ticket. */
  origin: string | null
  skipSave: boolean
}

export interface Caller {
  ticket: string | null
  origin: string | null
  address: string
  forwarded: boolean
  /** Called once when the person of the connection is known. */
  identified?(): void
}

export interface KnownExtensions {
  /**
   * Extension ids in Chromium-based browsers. If the list is empty, every id is allowed, because the id of an unsigned
   * build is not known in advance.
   */
  ids: readonly string[]
  /**
   * Origins in Firefox, `moz-extension://…`. Firefox gives each profile another origin, so `moz-extension://*` allows
   * all of them.
   */
  firefoxOrigins: readonly string[]
}

/**
 * True for our extensions, for pages of this server, and for programs without a browser (which send no Origin header).
 * A page of another site cannot send the origin of an extension.
 */
export function isOriginAllowed(
  origin: string | undefined,
  host: string | undefined,
  { ids, firefoxOrigins }: KnownExtensions,
): boolean {
  if (origin === undefined) return true
  const id = /^chrome-extension:\/\/([a-p]{32})$/.exec(origin)?.[1]
  if (id !== undefined) return ids.length === 0 || ids.includes(id)
  if (/^moz-extension:\/\/[\da-f-]{36}$/.test(origin))
    return firefoxOrigins.includes(origin) || firefoxOrigins.includes('moz-extension://*')
  return /^https?:/.test(origin) && URL.canParse(origin) && host !== undefined && new URL(origin).host === host
}

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
    origin: headers.origin ?? null,
    ticket: ticketOf((headers['sec-websocket-protocol'] ?? '').split(',')),
    forwarded: headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined,
  }
}

/**
 * Validates the audio format. Returns the number of channels, and the engine's name for the requested language. For a
 * regional language that the engine does not know, such as `en-US`, this is the name of the base language, such as
 * `en`. Throws `Refused` if the engine knows neither language, or for an unsupported format.
 */
export function readFormat(
  start: Pick<StartMessage, 'encoding' | 'sampleRate' | 'channels' | 'language'>,
  engine: SpeechEngine,
): { channels: 1 | 2; language: string } {
  const { encoding, sampleRate, channels } = start
  const audioMust = `Audio must be ${wireFormat.encoding} at ${wireFormat.sampleRate} Hz with 1 or 2 channels`
  if (encoding !== wireFormat.encoding) throw new Refused(`${audioMust}, but “encoding” has another value.`)
  if (sampleRate !== wireFormat.sampleRate) throw new Refused(`${audioMust}, but “sampleRate” has another value.`)
  if (channels !== 1 && channels !== 2) throw new Refused(`${audioMust}, but “channels” has another value.`)
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

/**
 * Authenticates the user by ticket or access token, and returns the owner. Null means dictation without an account,
 * which is never stored. Throws `Refused`.
 */
export async function admit<Owner>(
  start: StartMessage,
  caller: Caller,
  credentials: Credentials<Owner>,
): Promise<Owner | null> {
  if (caller.ticket !== null) {
    const owner = await credentials.redeemTicket(caller.ticket, { origin: caller.origin, skipSave: start.skipSave })
    if (owner === null) throw new Refused('This connection is no longer valid. Start the recording again.')
    return owner
  }
  if (start.authorization !== '') {
    const owner = await credentials.ownerOfToken(start.authorization)
    if (owner === null) throw new Refused('You are no longer signed in. Sign in again.')
    return owner
  }
  if (credentials.anonymousDictation && start.skipSave && !caller.forwarded) return null
  throw new Refused('Sign in to record.')
}
