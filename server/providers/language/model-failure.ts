import { APICallError, RetryError } from 'ai'
import { UnusableAnswerError, WriterFailedError } from '../../generation/index.ts'

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
  const after = headers['retry-after']
  if (after === undefined) return null
  const seconds = Number(after)
  if (seconds >= 0) return seconds * 1000
  const until = Date.parse(after)
  return Number.isNaN(until) ? null : Math.max(0, until - Date.now())
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
    const requestId = requestIdOf(responseHeaders)
    if (statusCode >= 400)
      return new WriterFailedError('refused', statusCode, { requestId, retryAfterMs: retryAfterOf(responseHeaders) })
  }
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
    return new WriterFailedError('late')
  return new UnusableAnswerError('The language model’s answer broke off.')
}
