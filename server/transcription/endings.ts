import { EngineRefused } from '../providers/speech/engine.ts'
import { TooMany } from './connection-limits.ts'
import { Refused } from './door.ts'
import { EngineUnavailable } from './running.ts'
import { StaleEpoch, UnknownTake } from './takes.ts'

export const closeCodes = { done: 1000, refused: 1008, tooBig: 1009, later: 1013 } as const

/** Thrown if the sound that waits on this server has reached its limit. The client continues on another server. */
export class NoMemory extends Error {
  override name = 'NoMemory'
}

export interface Ending {
  message: string
  /**
   * If true, the client must not reconnect. If false, the client reconnects to this or another server and sends its
   * audio again from the last commit, so that no audio is lost.
   */
  final: boolean
  code: number
  /** Name of an error that the administrator should know, for the log. Null for an expected ending. */
  failure: string | null
}

const retryEnding = (message: string, failure: string | null = null): Ending => ({
  message,
  final: false,
  code: closeCodes.later,
  failure,
})

export const refusal = (message: string, code: number = closeCodes.refused): Ending => ({
  message,
  final: true,
  code,
  failure: null,
})

export function endingOf(error: unknown, stage: 'engine' | 'store'): Ending {
  if (error instanceof Refused || error instanceof StaleEpoch || error instanceof UnknownTake) {
    return refusal(error.message)
  }
  if (error instanceof EngineRefused) return { ...refusal(error.message), failure: error.name }
  if (error instanceof TooMany) return retryEnding(error.message)
  const failure = error instanceof Error ? error.name : typeof error
  if (error instanceof NoMemory)
    return retryEnding(
      'This server has no room for more sound. Chartside connects to another one by itself, and then the recording continues.',
      failure,
    )
  if (error instanceof EngineUnavailable) return retryEnding(error.message, failure)
  if (stage === 'store')
    return retryEnding(
      'The server cannot save the transcript at the moment. Chartside connects again by itself, and then the recording continues.',
      failure,
    )
  return retryEnding(
    'The speech engine was interrupted. Chartside connects again by itself, and then the recording continues.',
    failure,
  )
}
