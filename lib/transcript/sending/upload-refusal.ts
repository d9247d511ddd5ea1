import { ApiError } from '../../api/index.ts'
import { UploadRefused } from './file-backlog.ts'

const busyMs = 10_000

/**
 * Returns the wait of `retry-after` in milliseconds (seconds or a date, RFC 9110 section 10.2.3). Null: absent or
 * invalid.
 */
function retryAfterMs(headers: Headers, nowMs: number): number | null {
  const retryAfter = headers.get('retry-after')
  if (retryAfter === null) return null
  const seconds = Number(retryAfter)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(retryAfter) - nowMs
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}

/**
 * Converts the error of a server that refused a part of a recording, with a message for the user. Returns null when the
 * server was not reached or failed with 5xx; then only a retry can help.
 */
export function refusalOf(error: unknown, nowMs: number): UploadRefused | null {
  if (!(error instanceof ApiError)) return null
  const { status, code, detail } = error
  const options = { cause: error }
  if (status === 429) {
    const waitMs = retryAfterMs(error.headers, nowMs) ?? busyMs
    return new UploadRefused(detail ?? 'The server is busy. Chartside tries again.', {
      ...options,
      retryAfterMs: waitMs,
    })
  }
  if (status === 413) {
    const message =
      'A part of this recording is too large for the server. Ask the administrator of the server to allow requests of 8 MB.'
    return new UploadRefused(message, { ...options, tooLarge: true })
  }
  if (code === 'no_engine' || status === 403) {
    return new UploadRefused(
      detail ??
        'This server does not turn speech into text for your account. Ask the administrator of the server to allow this.',
      options,
    )
  }
  if (status === 401) return new UploadRefused('Sign in to send the recording.', options)
  if (status >= 500) return null
  // The status is a success, but the body of the answer cannot be read. The message of the API client already tells the
  // user what to do.
  if (status < 400) return new UploadRefused(error.message, options)
  const reason = detail ?? `The server answered with the error code ${status}.`
  return new UploadRefused(
    `The server did not accept a part of the recording. ${reason} Tell the administrator of the server.`,
    options,
  )
}
