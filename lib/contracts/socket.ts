import { z } from 'zod'
import { limits } from './limits.ts'
import { patientName } from './list.ts'
import { unclear } from './transcript.ts'

export const socketPath = '/api/transcription'
/** The client sends a one-use ticket as a WebSocket subprotocol: this prefix plus the ticket (product 7.12). */
export const ticketProtocolPrefix = 'chartside.ticket.'

/** The text messages of the client, as JSON. Sound is sent between them as binary messages (product 7.11). */
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
     * The id of the transcript, created by the client. If a transcript with this id exists, it is continued. If the id
     * is absent, the server creates an id and sends it in a message of the type `transactionId`.
     */
    transactionId: z.uuid().optional(),
    skipSave: z.boolean(),
    flags: z.array(z.string().max(64)).max(16).default([]),
    /**
     * Names and medicines that will probably be said. Send them only if `takesTerms` in the answer of `GET
     * /api/user/transcription` is true.
     */
    terms: z.array(z.string().trim().min(1).max(limits.speechTermMax)).max(limits.speechTermsMax).optional(),
    /**
     * The number of the patient whose chart was open when the recording began. Send it only if `takesPatient` in the
     * answer of `GET /api/user/transcription` is true.
     */
    patientId: z.string().max(limits.identifierMax).optional(),
    /** The name of this patient. Send it only if `takesPatientName` in the same answer is true. */
    patientName: patientName.optional(),
  }),
  z.strictObject({ type: z.literal('ping') }),
  z.strictObject({ type: z.literal('finish') }),
  /** A part of the recording for which no sound was sent, because there was silence or a pause. */
  z.strictObject({ type: z.literal('gap'), ms: z.number().min(0).max(86_400_000) }),
])
export type ClientMessage = z.infer<typeof clientMessage>
export type StartMessage = Extract<ClientMessage, { type: 'start' }>

export const serverMessage = z.discriminatedUnion('type', [
  /**
   * The server accepts sound now. If the second speech engine continues the recording, the server sends this message
   * again. `engine` is then a sentence about this engine for the user.
   */
  z.object({ type: z.literal('ready'), engine: z.string().optional() }),
  z.object({ type: z.literal('transactionId'), transactionId: z.uuid() }),
  z.object({ type: z.literal('requestId'), requestId: z.string() }),
  /** Replaces the list of turns from index `from`. `unclear`: the unclear words of these turns; absent if none. */
  z.object({
    type: z.literal('transcript'),
    transcript: z.array(z.string().max(limits.valueMax)),
    unclear: unclear.optional(),
    from: z.number().int().min(0),
  }),
  /**
   * Acknowledges the sound up to `duration` seconds from the start of the recording: the words of this sound are final.
   * The client may show words from later sound, which are not final yet.
   *
   * `settled` is present only if the server does not store the words of the recording (`skipSave`).
   * `settled.transcript` contains the final turns from index `settled.from`. After a lost connection, the server knows
   * nothing of such a recording. The client replaces its turns from index `settled.from` with `settled.transcript`, and
   * sends the sound after `duration` again. Without `settled`, words would be lost or doubled.
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

/** Why a socket was closed. After each of these reasons, the client must not connect again (product 4.4). */
export type SocketCloseReason = 'timeout' | 'finish' | 'disconnected'
