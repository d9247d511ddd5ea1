import { z } from 'zod'
import { limits } from './limits.ts'
import { unclear } from './transcript.ts'

/** The path of the transcription socket, the same on every server. */
export const socketPath = '/api/transcription'
/** A one-use ticket is sent as a subprotocol: this prefix plus the ticket (product 7.12). */
export const ticketProtocolPrefix = 'chartside.ticket.'

/** JSON frames from the client. Audio is sent as binary frames between them (product 7.11). */
export const clientMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('start'),
    /** The access token. Empty for dictation, and when a ticket opened the socket. */
    authorization: z.string().max(1000),
    language: z.string().max(20),
    diarize: z.boolean(),
    encoding: z.string().max(20),
    sampleRate: z.number(),
    channels: z.number(),
    /**
     * The id of the transcript. The client creates it, and the same id continues the same transcript. If absent, the
     * server creates an id and sends it.
     */
    transactionId: z.uuid().optional(),
    skipSave: z.boolean(),
    flags: z.array(z.string().max(64)).max(16).default([]),
    /**
     * Names and medicines that will probably be said. Send them only if `GET /api/user/transcription` says that the
     * engine takes them.
     */
    terms: z.array(z.string().trim().min(1).max(limits.speechTermMax)).max(limits.speechTermsMax).optional(),
  }),
  z.strictObject({ type: z.literal('ping') }),
  z.strictObject({ type: z.literal('finish') }),
  /** A part of the timeline without audio: silence that was not sent, or a pause. */
  z.strictObject({ type: z.literal('gap'), ms: z.number().min(0).max(86_400_000) }),
])
export type ClientMessage = z.infer<typeof clientMessage>
export type StartMessage = Extract<ClientMessage, { type: 'start' }>

/** JSON frames from the server. */
export const serverMessage = z.discriminatedUnion('type', [
  /**
   * The server accepts audio. Sent again, with `engine`, if the second speech engine continues the recording. `engine`
   * is a sentence about the engine that is in use then.
   */
  z.object({ type: z.literal('ready'), engine: z.string().optional() }),
  z.object({ type: z.literal('transactionId'), transactionId: z.uuid() }),
  z.object({ type: z.literal('requestId'), requestId: z.string() }),
  /** Replaces the list of turns from index `from`. `unclear` belongs to these turns; absent: no word is unclear. */
  z.object({
    type: z.literal('transcript'),
    transcript: z.array(z.string().max(limits.valueMax)),
    unclear: unclear.optional(),
    from: z.number().int().min(0),
  }),
  /**
   * Acknowledges the audio up to `duration` seconds of the timeline. The words of this audio are committed; it may also
   * be silence.
   * `settled` is present only if the server stores no transcript. `settled.transcript` has the committed turns from
   * index `settled.from`. The client may already show these turns with words of later audio, which are not committed
   * yet. If the client continues on another server, it keeps the turns of `settled`, and sends the audio after
   * `duration` again. Otherwise words would be lost or doubled.
   */
  z.object({
    type: z.literal('duration'),
    duration: z.number().min(0),
    settled: z
      .object({ from: z.number().int().min(0), transcript: z.array(z.string().max(limits.valueMax)) })
      .optional(),
  }),
  z.object({ type: z.literal('pong') }),
  z.object({ type: z.literal('error'), error: z.string(), final: z.boolean().optional() }),
  z.object({ type: z.literal('finished') }),
])
export type ServerMessage = z.infer<typeof serverMessage>

/** Why a socket was closed and must not reconnect (product 4.4). */
export type SocketCloseReason = 'timeout' | 'finish' | 'disconnected'
