import type { Result } from '../../lib/contracts/index.ts'

export type FailureKind = 'refused' | 'unreachable' | 'late' | 'declined' | 'unusable' | 'unexpected'

/** The message never contains the provider's words, because they may quote the request. */
export class WriterFailedError extends Error {
  override name = 'WriterFailedError'
  readonly kind: Exclude<FailureKind, 'unusable' | 'unexpected'>
  readonly status: number | null
  readonly requestId: string | null
  /** The pause in ms after which the provider asks for a new request. Null: the provider named no pause. */
  readonly retryAfterMs: number | null

  constructor(
    kind: WriterFailedError['kind'],
    status: number | null = null,
    { requestId = null, retryAfterMs = null }: { requestId?: string | null; retryAfterMs?: number | null } = {},
  ) {
    super(`The language model failed (${status ?? kind}).`)
    this.kind = kind
    this.status = status
    this.requestId = requestId
    this.retryAfterMs = retryAfterMs
  }
}

/** Asking once more may help. */
export class UnusableAnswerError extends Error {
  override name = 'UnusableAnswerError'
}

export interface GroupFailure {
  slot: number
  provider: string
  kind: FailureKind
  status: number | null
  requestId: string | null
  retryAfterMs: number | null
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

/** Thrown if a model is temporarily unavailable, and the missing fields must be asked again later. */
export class TryLaterError extends Error {
  override name = 'TryLaterError'
  readonly results: readonly Result[]
  readonly notices: readonly string[]
  readonly failures: readonly GroupFailure[]

  constructor(results: readonly Result[], notices: readonly string[], failures: readonly GroupFailure[]) {
    super('The language model is away for a time.')
    this.results = results
    this.notices = notices
    this.failures = failures
  }
}

export function groupFailure(error: unknown, slot: number, provider: string): GroupFailure {
  const at = { slot, provider, error, requestId: null, retryAfterMs: null }
  if (error instanceof WriterFailedError) {
    const { kind, status, requestId, retryAfterMs } = error
    return { ...at, kind, status, requestId, retryAfterMs }
  }
  if (error instanceof UnusableAnswerError) return { ...at, kind: 'unusable', status: null }
  const late = error instanceof Error && error.name === 'TimeoutError'
  return { ...at, kind: late ? 'late' : 'unexpected', status: null }
}

export function isTransient({ kind, status }: Pick<GroupFailure, 'kind' | 'status'>): boolean {
  if (kind === 'unreachable' || kind === 'late') return true
  return kind === 'refused' && status !== null && (status === 408 || status === 429 || status >= 500)
}

export function failureSentence([first]: readonly GroupFailure[]): string {
  switch (first?.kind) {
    case 'refused':
      return refusedSentence(first.status ?? 0)
    case 'unreachable':
      return 'The server cannot reach the language model. Try again, or tell your administrator.'
    case 'late':
      return 'The language model did not answer in time. Try again.'
    case 'declined':
      return 'The language model declined to write this note. Choose another model in the template, or write the note by hand.'
    case 'unusable':
      return 'The language model gave no usable answer. Try again.'
    default:
      return 'The language model did not answer. Wait a moment, then try again.'
  }
}

function refusedSentence(status: number): string {
  if (status === 401 || status === 403)
    return 'The language model refused the key of this server. Ask your administrator to check the key.'
  if (status === 404)
    return 'The provider of the language model does not know this model. Ask your administrator to check the name of the model.'
  if (status === 413)
    return 'The session is too long for the language model. Choose another model in the template, or ask your administrator to set the model’s context size.'
  if (status === 408) return 'The language model did not answer in time. Try again.'
  if (status === 402)
    return 'The account of this server has no credit left with the provider of the language model. Tell your administrator.'
  if (status === 429)
    return 'The language model cannot take more requests at the moment. Wait a few minutes and try again.'
  if (status >= 500) return 'The language model does not work at the moment. Wait a few minutes and try again.'
  return 'The language model refused the request. Try again, or ask your administrator to look at the server’s log.'
}
