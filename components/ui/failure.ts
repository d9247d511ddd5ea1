import { ApiError } from '../../lib/api/index.ts'

/**
 * Error messages for developers. Product 5.11, product 8.3 and the protocol of the transcription socket specify their
 * exact words, so the messages cannot be changed. Maps each message to the sentence that a clinician reads instead.
 */
const plainSentences: Record<string, string> = {
  'AudioContext is not supported':
    'This browser cannot record sound. Use a current version of Chrome, Edge or Firefox.',
  'Failed to initialize audio context or stream':
    'The microphone could not be started. Close other programs that use the microphone, then try again.',
  'Failed to fetch ( Possible CORS Issue )': 'The server cannot be reached. Check your connection and try again.',
  'No internet connection': 'This computer has no internet connection. Check the connection and try again.',
  'Socket closed before ready': 'The server cannot be reached. Check your connection and try again.',
  'Socket closed before finishing': 'The connection to the server was lost. Check your connection and try again.',
}

/** Returns the text of an error message for the user. Replaces the messages that are worded for developers. */
export const plainSentence = (message: string): string =>
  plainSentences[message] ??
  message.replace(
    /^Request failed with status code (\d+) \(.*$/s,
    'The server answered with an error (status $1). Try again, or tell your administrator.',
  )

/** Returns one sentence about an error for the user. Uses the server's message if there is one. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.detail ?? plainSentence(error.message)
  return error instanceof Error && error.message
    ? plainSentence(error.message)
    : 'An unknown error occurred. Try again. If the error occurs again, tell your administrator.'
}

/** Returns true if the request got no answer at all, because the server or the network is not available. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.offline
}

/**
 * Returns the text that a card shows until the answer of the server arrives. `error`: the error of the last request, or
 * null. If the server cannot be reached, the text is the same as during a request, because a banner already reports the
 * lost connection and the request is repeated.
 */
export const waitingFor = (error: unknown): string =>
  error === null || isOffline(error) ? 'Asking the server' : sentenceOf(error)
