import { Refused } from './door.ts'
import { EngineUnavailable } from './running.ts'
import { StaleEpoch, UnknownTake } from './takes.ts'
import { TooMany } from './visitors.ts'

/** With which the socket closes. */
export const closeCodes = { done: 1000, refused: 1008, tooBig: 1009, later: 1013 } as const

/** How a connection ends before its recording does. */
export interface Ending {
  message: string
  /** The client need not come again; otherwise it does, here or at another server, and nothing is lost. */
  final: boolean
  code: number
  /** The name of a failure that nobody expected, for the log; null: all is as it should be. */
  failure: string | null
}

const later = (message: string, failure: string | null = null): Ending => ({
  message,
  final: false,
  code: closeCodes.later,
  failure,
})

/** For good: the message is for the person who wanted to record. */
export const refusal = (message: string, code: number = closeCodes.refused): Ending => ({
  message,
  final: true,
  code,
  failure: null,
})

/** What a failure while `stage` was at work means to the client. */
export function endingOf(error: unknown, stage: 'engine' | 'store'): Ending {
  if (error instanceof Refused || error instanceof StaleEpoch || error instanceof UnknownTake) {
    return refusal(error.message)
  }
  if (error instanceof TooMany) return later(error.message)
  const failure = error instanceof Error ? error.name : typeof error
  if (error instanceof EngineUnavailable) return later(error.message, failure)
  if (stage === 'store') return later('The server cannot save the words right now.', failure)
  return later('The speech engine was interrupted.', failure)
}
