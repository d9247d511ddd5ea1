import { APICallError, RetryError } from 'ai'
import { UnusableAnswerError, WriterFailedError } from '../../generation/index.ts'
import { type Meaning, meaningOf, streamStatusOf } from './provider-words.ts'

/**
 * Response headers with the provider's id of a request. With this id, the support of the provider can find the request.
 */
const idHeaders = ['x-request-id', 'request-id', 'x-amzn-requestid', 'apim-request-id', 'x-ms-request-id']

/**
 * Returns the provider's id of a request. Null if the header does not look like an id: other text may quote the
 * request.
 */
function requestIdOf(headers: Record<string, string> = {}): string | null {
  const id = idHeaders.map((name) => headers[name]).find((value) => value !== undefined)
  return id !== undefined && /^[\w.:-]{1,100}$/.test(id) ? id : null
}

/**
 * Returns the pause in ms that a provider asks for. The headers give it in ms, in seconds, or as a point in time. Null:
 * the provider names no pause.
 */
function retryAfterOf(headers: Record<string, string> = {}): number | null {
  const ms = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (ms >= 0) return ms
  const retryAfter = headers['retry-after']
  if (retryAfter === undefined) return null
  const seconds = Number(retryAfter)
  if (seconds >= 0) return seconds * 1000
  const retryTime = Date.parse(retryAfter)
  return Number.isNaN(retryTime) ? null : Math.max(0, retryTime - Date.now())
}

/** The status that says the same as the words of a provider. Providers choose different statuses for it. */
const statusOf: Record<Exclude<Meaning, 'declined'>, number> = {
  'too-long': 413,
  'no-credit': 402,
  'wrong-key': 401,
  'unknown-model': 404,
}

function refusal(error: unknown, status: number, headers: Record<string, string> | undefined): WriterFailedError {
  const meaning = meaningOf(error)
  const requestId = requestIdOf(headers)
  if (meaning === 'declined') return new WriterFailedError('declined')
  if (meaning !== null) return new WriterFailedError('refused', statusOf[meaning], { requestId })
  return new WriterFailedError('refused', status, { requestId, retryAfterMs: retryAfterOf(headers) })
}

/**
 * Converts an error of the AI SDK to our error types, without the provider's words. If the provider refused the
 * request, could not be reached or took too long: WriterFailedError. If the stream broke off: UnusableAnswerError.
 */
export function modelFailure(thrown: unknown): WriterFailedError | UnusableAnswerError {
  if (thrown instanceof WriterFailedError || thrown instanceof UnusableAnswerError) return thrown
  // After several attempts, the SDK throws a list of errors. The last one gives the reason.
  const error = RetryError.isInstance(thrown) ? thrown.lastError : thrown
  if (APICallError.isInstance(error)) {
    const { statusCode, responseHeaders } = error
    if (statusCode === undefined) return new WriterFailedError('unreachable')
    if (statusCode >= 400) return refusal(error, statusCode, responseHeaders)
  }
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
    return new WriterFailedError('late')
  // A provider may report an error inside a stream that began well.
  const status = streamStatusOf(error)
  if (status !== null || meaningOf(error) !== null) return refusal(error, status ?? 400, undefined)
  return new UnusableAnswerError('The language model’s answer broke off.')
}
