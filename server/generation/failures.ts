/**
 * Why a writer gave no answer: the provider refused the request, could not be reached, took too long, its answer could
 * not be used, or an unexpected error occurred.
 */
export type FailureKind = 'refused' | 'unreachable' | 'late' | 'unusable' | 'unexpected'

/**
 * Thrown if a language model did not answer. The message never contains the provider's words, because they may quote
 * the request.
 */
export class WriterFailedError extends Error {
  override name = 'WriterFailedError'
  readonly kind: Exclude<FailureKind, 'unusable' | 'unexpected'>
  /** HTTP status of the provider's answer, or null if there was none. */
  readonly status: number | null

  constructor(kind: WriterFailedError['kind'], status: number | null = null) {
    super(`The language model failed (${status ?? kind}).`)
    this.kind = kind
    this.status = status
  }
}

/** Thrown if an answer arrived but could not be used, in whole or in part. Asking once more may help. */
export class UnusableAnswerError extends Error {
  override name = 'UnusableAnswerError'
}

/** A group of fields that its writer did not answer, or not completely. */
export interface GroupFailure {
  slot: number
  /** The provider of the model; `embedded` for the built-in writer. */
  provider: string
  kind: FailureKind
  /** HTTP status of the provider's answer, or null if there was none. */
  status: number | null
  /** The error. It must not be logged, because its message may contain the provider's words. */
  error: unknown
}

/** Thrown if every group failed and no field was answered, so there is no note. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'
  readonly failures: readonly GroupFailure[]

  constructor(failures: readonly GroupFailure[]) {
    super(failureSentence(failures))
    this.failures = failures
  }
}

/** Converts an error of a writer to the failure of its group. */
export function groupFailure(error: unknown, slot: number, provider: string): GroupFailure {
  const at = { slot, provider, error }
  if (error instanceof WriterFailedError) return { ...at, kind: error.kind, status: error.status }
  if (error instanceof UnusableAnswerError) return { ...at, kind: 'unusable', status: null }
  const late = error instanceof Error && error.name === 'TimeoutError'
  return { ...at, kind: late ? 'late' : 'unexpected', status: null }
}

/** Returns one sentence for the user: what the first failure means and what to do. */
export function failureSentence([first]: readonly GroupFailure[]): string {
  switch (first?.kind) {
    case 'refused':
      return refusedSentence(first.status ?? 0)
    case 'unreachable':
      return 'The server cannot reach the language model. Try again, or tell your administrator.'
    case 'late':
      return 'The language model did not answer in time. Try again.'
    case 'unusable':
      return 'The language model gave no usable answer. Try again.'
    default:
      return 'The language model did not answer. Try again.'
  }
}

function refusedSentence(status: number): string {
  if (status === 401 || status === 403)
    return 'The language model refused the key of this server. Ask your administrator to check the key.'
  if (status === 404) return 'The provider does not know the language model. Ask your administrator to check its name.'
  if (status === 402 || status === 429)
    return 'The language model takes no more requests for now. Wait a few minutes and try again.'
  if (status >= 500) return 'The language model does not work at the moment. Wait a few minutes and try again.'
  return 'The language model refused the request. Try again, or ask your administrator to look at the server’s log.'
}
