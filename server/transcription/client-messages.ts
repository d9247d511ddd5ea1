import { type ClientMessage, clientMessage, limits } from '../../lib/contracts/index.ts'
import { closeCodes } from './endings.ts'

/** A JSON message: the longest is a `start`. */
const textMaxBytes = 16 * 1024

/** A frame from the client, or why it is none and with which code the socket closes. */
export type Frame = { type: 'audio'; data: Buffer } | ClientMessage | { type: 'misfit'; message: string; code: number }

const misfit = (message: string, code: number): Frame => ({ type: 'misfit', message, code })

/** Reads a frame of the transcription socket (spec §7). */
export function readFrame(data: Buffer, isBinary: boolean): Frame {
  if (data.length > limits.socketFrameMaxBytes) {
    return misfit('A message to the transcription socket is at most 1 MiB long.', closeCodes.tooBig)
  }
  if (isBinary) return { type: 'audio', data }
  if (data.length > textMaxBytes) {
    return misfit('A text message to the transcription socket is at most 16 KiB long.', closeCodes.tooBig)
  }
  const parsed = clientMessage.safeParse(parseJson(data))
  if (parsed.success) return parsed.data
  return misfit('The transcription socket was sent a message it does not know.', closeCodes.refused)
}

/** undefined for what is not JSON: no message is that. */
function parseJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString('utf8'))
  } catch {
    return undefined
  }
}
