import { ApiError } from '../../lib/api/index.ts'

/** Returns one sentence about an error for the user. Uses the server's message if there is one. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.detail ?? error.message
  return error instanceof Error && error.message ? error.message : 'Something went wrong. Try again.'
}

/** Returns true if there was no answer at all: the server or the network is not available. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.offline
}

/**
 * The text of a card until the answer of the server arrives. If the server cannot be reached, a banner says so and the
 * request is repeated, so the card only says that it waits.
 */
export const waitingFor = (error: unknown): string =>
  error === null || isOffline(error) ? 'Asking the server' : sentenceOf(error)
