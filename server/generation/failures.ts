/** Why a writer gave no answer: its provider refused the request, nobody answered, it took too long, or its answer could not be used. */
export type FailureKind = 'refused' | 'unreachable' | 'late' | 'unusable' | 'unexpected'

/** A language model that did not answer. The message never repeats the provider's words: they may repeat what was sent. */
export class WriterFailedError extends Error {
  override name = 'WriterFailedError'
  readonly kind: Exclude<FailureKind, 'unusable' | 'unexpected'>
  /** The HTTP status of the provider's answer; null where none came. */
  readonly status: number | null

  constructor(kind: WriterFailedError['kind'], status: number | null = null) {
    super(`The language model failed (${status ?? kind}).`)
    this.kind = kind
    this.status = status
  }
}

/** An answer that came and could not be used, whole or in part: worth asking once more. */
export class UnusableAnswerError extends Error {
  override name = 'UnusableAnswerError'
}

/** One group of fields that its writer did not answer, or not to the end. */
export interface GroupFailure {
  slot: number
  /** Who serves the model; `embedded` for the built-in writer. */
  provider: string
  kind: FailureKind
  /** The HTTP status of the provider's answer; null where none came. */
  status: number | null
  /** What was thrown. Its message may hold the provider's words, so it goes into no log. */
  error: unknown
}

/** Thrown when every group that was asked for failed and no field was answered: there is no note. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'
  readonly failures: readonly GroupFailure[]

  constructor(failures: readonly GroupFailure[]) {
    super(failureSentence(failures))
    this.failures = failures
  }
}

/** What was thrown while a writer was asked, as a failure of its group. */
export function groupFailure(error: unknown, slot: number, provider: string): GroupFailure {
  const at = { slot, provider, error }
  if (error instanceof WriterFailedError) return { ...at, kind: error.kind, status: error.status }
  if (error instanceof UnusableAnswerError) return { ...at, kind: 'unusable', status: null }
  const late = error instanceof Error && error.name === 'TimeoutError'
  return { ...at, kind: late ? 'late' : 'unexpected', status: null }
}

/** One sentence for the person who asked: what the first failure means and what to do. */
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
