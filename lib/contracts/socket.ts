import { z } from 'zod'
import { limits } from './limits.ts'

/** The transcription socket's path, the same on every server. */
export const socketPath = '/api/transcription'
/** A one-use ticket travels as this subprotocol plus the ticket (design §5). */
export const ticketProtocolPrefix = 'chartside.ticket.'

/** JSON frames from the client; audio travels as binary frames between them (spec §7). */
export const clientMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('start'),
    /** The access token; '' for dictation, and wherever a ticket opened the socket. */
    authorization: z.string().max(1000),
    language: z.string().max(20),
    diarize: z.boolean(),
    encoding: z.string().max(20),
    sampleRate: z.number(),
    channels: z.number(),
    /** Made by the client; the same id continues the same transcript. Without it the server makes one and announces it. */
    transactionId: z.uuid().optional(),
    skipSave: z.boolean(),
    flags: z.array(z.string().max(64)).max(16).default([]),
  }),
  z.strictObject({ type: z.literal('ping') }),
  z.strictObject({ type: z.literal('finish') }),
  /** So much of the timeline carries no audio: silence that was not sent, or a pause. */
  z.strictObject({ type: z.literal('gap'), ms: z.number().min(0).max(86_400_000) }),
])
export type ClientMessage = z.infer<typeof clientMessage>
export type StartMessage = Extract<ClientMessage, { type: 'start' }>

/** JSON frames from the server. */
export const serverMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('transactionId'), transactionId: z.uuid() }),
  z.object({ type: z.literal('requestId'), requestId: z.string() }),
  /** Replaces the list of turns from index `from`. */
  z.object({
    type: z.literal('transcript'),
    transcript: z.array(z.string().max(limits.valueMax)),
    from: z.number().int().min(0),
  }),
  /**
   * Seconds of the timeline whose words (or silence) are committed: the acknowledgement. `settled`: only where nothing is
   * stored; the turns as they stand at that position, from the first that may already show more. A client that goes on
   * elsewhere keeps those and hears the rest again.
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

/** Why a socket closed for good (spec §4). */
export type SocketCloseReason = 'timeout' | 'finish' | 'disconnected'
