import { type ErrorBody, type ErrorCode, errorBody } from '../contracts/index.ts'

interface ApiErrorInit {
  status: number
  message: string
  url: string
  headers?: Headers | undefined
  body?: ErrorBody | undefined
  cause?: unknown
}

/**
 * Splits a URL into the part before the query (`bare`) and the query. The query may contain a patient's name, so it
 * must not appear in error messages. `queries`: the query as it is in the URL, without its `?`, and in other encodings.
 * All these texts are removed from a message.
 */
function withoutQuery(url: string): { bare: string; queries: string[] } {
  const at = url.search(/[?#]/)
  if (at === -1) return { bare: url, queries: [] }
  const query = url.slice(at)
  const plain = new URLSearchParams(query.slice(1)).toString()
  const rejoined = [...new URLSearchParams(query.slice(1))].map(([name, value]) => `${name}=${value}`).join('&')
  return { bare: url.slice(0, at), queries: [query, query.slice(1), plain, rejoined].filter((text) => text.length > 1) }
}

const scrubbed = (text: string, queries: readonly string[]): string =>
  queries.reduce((rest, query) => rest.replaceAll(query, ''), text)

/**
 * Returns a copy of the error with only its name and code. The message of a network error may contain the whole URL,
 * and so a patient's name.
 */
function namedOnly(cause: unknown): Error | undefined {
  if (!(cause instanceof Error)) return undefined
  const code: unknown = Reflect.get(cause, 'code')
  const bareError = new Error(typeof code === 'string' ? `${cause.name} ${code}` : cause.name)
  bareError.name = cause.name
  return bareError
}

/**
 * A failed API call: the server answered with an error, or there was no complete answer (status 503, product 8.3).
 * Contains no part of the URL's query.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly url: string
  readonly headers: Headers
  readonly code: ErrorCode | undefined
  readonly detail: string | undefined
  readonly issues: ErrorBody['issues']
  /**
   * The record as another user has saved it in the meantime, if the call failed for this reason and the server has sent
   * the record. Parse it with the response schema of the call.
   */
  readonly current: unknown

  constructor({ status, message, url, headers, body, cause }: ApiErrorInit) {
    const { bare, queries } = withoutQuery(url)
    super(scrubbed(message, queries), { cause: namedOnly(cause) })
    this.status = status
    this.url = bare
    this.headers = headers ?? new Headers()
    this.code = body?.code
    this.detail = body && scrubbed(body.message, queries)
    this.issues = body?.issues
    this.current = body?.current
  }

  get offline(): boolean {
    return this.status === 503 && this.code === undefined
  }
}

const detailKeys = ['msg', 'error', 'message', 'text', 'err'] as const

/**
 * Returns the error message in the body of a response: the first of the properties msg, error, message, text and err
 * that is a string, otherwise the whole body (product 8.2).
 */
export function errorDetail(data: unknown): string {
  if (typeof data === 'object' && data !== null) {
    for (const key of detailKeys) {
      const value: unknown = Reflect.get(data, key)
      if (typeof value === 'string') return value
    }
  }
  return typeof data === 'string' ? data : JSON.stringify(data ?? '')
}

/** Creates the error for an HTTP response that is not a success. Without a status, 500 is assumed (product 8.2). */
export function answerError(response: { status?: number; url: string; headers?: Headers }, data: unknown): ApiError {
  const status = response.status ?? 500
  return new ApiError({
    status,
    message: `Request failed with status code ${status} ( ${errorDetail(data)} )`,
    url: response.url,
    headers: response.headers,
    body: errorBody.safeParse(data).data,
  })
}

/** Creates the error for a call without an answer (product 8.3). */
export function networkError(url: string, online: boolean, cause: unknown): ApiError {
  return new ApiError({
    status: 503,
    message: online ? 'Failed to fetch ( Possible CORS Issue )' : 'No internet connection',
    url,
    cause,
  })
}

export const unknownFormError = ({ status, url, headers }: Pick<Response, 'status' | 'url' | 'headers'>): ApiError =>
  new ApiError({
    status,
    message: 'This version of Chartside cannot read the server’s answer. Update Chartside.',
    url,
    headers,
  })

/** Creates the error for a request that was refused before it was sent. The message of `reason` is for the user. */
export function refusedError(url: string, reason: unknown): ApiError {
  const message =
    reason instanceof Error ? reason.message : 'Chartside is not allowed to send this request. Ask your administrator.'
  return new ApiError({ status: 403, message, url, body: { code: 'forbidden', message }, cause: reason })
}
