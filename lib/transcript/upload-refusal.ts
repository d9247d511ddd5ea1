import { ApiError } from '../api/index.ts'
import { UploadRefused } from './backlog.ts'

/** A busy server that does not say when to come again. */
const busyMs = 10_000

/** How long a `retry-after` asks to wait, in ms: seconds or a date (RFC 9110 §10.2.3); null where it says nothing. */
function retryAfterMs(headers: Headers, nowMs: number): number | null {
  const told = headers.get('retry-after')
  if (told === null) return null
  const seconds = Number(told)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(told) - nowMs
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}

/**
 * What a server that was reached has against a piece of a recording, with what to do; null where none was reached, or it is
 * out of order: then another try is all that helps.
 */
export function refusalOf(error: unknown, nowMs: number): UploadRefused | null {
  if (!(error instanceof ApiError)) return null
  const { status, code, detail } = error
  const options = { cause: error }
  if (status === 429) {
    const waitMs = retryAfterMs(error.headers, nowMs) ?? busyMs
    return new UploadRefused(detail ?? 'The server is busy.', { ...options, retryAfterMs: waitMs })
  }
  if (status === 413) {
    const message =
      'The server does not take a recording in pieces of this size. Ask whoever runs it to allow requests of 8 MB.'
    return new UploadRefused(message, { ...options, tooLarge: true })
  }
  if (code === 'no_engine' || status === 403) {
    return new UploadRefused(detail ?? 'This server does not transcribe for you. Ask whoever runs it.', options)
  }
  if (status === 401) return new UploadRefused('Sign in to send the recording.', options)
  if (status >= 500) return null
  // An answer that is no failure, and cannot be read: the client has said what to do.
  if (status < 400) return new UploadRefused(error.message, options)
  const reason = detail ?? `It answered ${status}.`
  return new UploadRefused(`The server did not take a piece of the recording. ${reason} Tell whoever runs it.`, options)
}
