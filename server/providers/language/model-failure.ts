import { APICallError, RetryError } from 'ai'
import { UnusableAnswerError, WriterFailedError } from '../../generation/index.ts'

/**
 * Converts an error of the AI SDK to our error types, without the provider's words. If the provider refused the
 * request, could not be reached or took too long, another attempt is useless: WriterFailedError. If the stream broke
 * off, another attempt may help: UnusableAnswerError.
 */
export function modelFailure(thrown: unknown): WriterFailedError | UnusableAnswerError {
  // After several attempts, the SDK throws a list of errors. The last one gives the reason.
  const error = RetryError.isInstance(thrown) ? thrown.lastError : thrown
  if (APICallError.isInstance(error)) {
    const { statusCode } = error
    if (statusCode === undefined) return new WriterFailedError('unreachable')
    if (statusCode >= 400) return new WriterFailedError('refused', statusCode)
  }
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
    return new WriterFailedError('late')
  return new UnusableAnswerError('The language model’s answer broke off.')
}
