import type { z } from 'zod'
import { type ClientMessage, clientMessage, limits } from '../../lib/contracts/index.ts'
import { closeCodes } from './endings.ts'

const textMaxBytes = 16 * 1024

/**
 * A parsed frame from the client. `misfit` is an invalid frame, with the error message for the client and the close
 * code for the socket.
 */
export type Frame = { type: 'audio'; data: Buffer } | ClientMessage | { type: 'misfit'; message: string; code: number }

const misfit = (message: string, code: number): Frame => ({ type: 'misfit', message, code })

/** Parses a frame of the transcription socket (product 7.11). Never throws. */
export function readFrame(data: Buffer, isBinary: boolean): Frame {
  if (data.length > limits.socketFrameMaxBytes) {
    return misfit('A message to the transcription socket is at most 1 MiB long.', closeCodes.tooBig)
  }
  if (isBinary) return { type: 'audio', data }
  if (data.length > textMaxBytes) {
    return misfit('A text message to the transcription socket is at most 16 KiB long.', closeCodes.tooBig)
  }
  const received = parseJson(data)
  if (received === undefined)
    return misfit('A text message to the transcription socket must be JSON.', closeCodes.refused)
  const parsed = clientMessage.safeParse(received)
  if (parsed.success) return parsed.data
  return misfit(misfitOf(received, parsed.error.issues), closeCodes.refused)
}

function misfitOf(received: unknown, issues: readonly z.core.$ZodIssue[]): string {
  if (typeof received !== 'object' || received === null || Array.isArray(received))
    return 'A text message to the transcription socket must be a JSON object with the key “type”.'
  const lacking: string[] = []
  const wrongKeys: string[] = []
  const unknown: string[] = []
  for (const issue of issues) {
    const key = String(issue.path[0] ?? '')
    if (issue.code === 'unrecognized_keys') unknown.push(...issue.keys)
    else if (key in received) wrongKeys.push(key)
    else lacking.push(key)
  }
  const parts = [
    lacking.length > 0 ? `it lacks ${listOf(lacking)}` : '',
    wrongKeys.length > 0 ? `the value of ${listOf(wrongKeys)} is wrong` : '',
    unknown.length > 0 ? `the key ${listOf(unknown)} is unknown` : '',
  ]
  return `The transcription socket does not support this kind of message: ${parts.filter(Boolean).join(', ')}.`
}

const keyMax = 64
const keysMax = 10
const listOf = (keys: readonly string[]): string =>
  [...new Set(keys)]
    .slice(0, keysMax)
    .map((key) => `“${key.slice(0, keyMax)}”`)
    .join(' and ')

function parseJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString('utf8'))
  } catch {
    return undefined
  }
}
