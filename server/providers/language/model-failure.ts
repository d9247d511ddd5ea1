import { APICallError, RetryError } from 'ai'
import { UnusableAnswerError, WriterFailedError } from '../../generation/index.ts'

/**
 * What the AI SDK threw, in our terms and without the provider's words. A refusal, a server that cannot be reached and a lapse
 * of time end the call; a stream that breaks off is worth another try.
 */
export function modelFailure(thrown: unknown): WriterFailedError | UnusableAnswerError {
  // After several tries the SDK throws their list; the last one says why.
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
