import { type ErrorBody, type ErrorCode, errorBody } from '../contracts/index.ts'

interface ApiErrorInit {
  status: number
  message: string
  url: string
  headers?: Headers | undefined
  body?: ErrorBody | undefined
  cause?: unknown
}

/** An address without its query, which may hold a patient's name, and the query as it may stand in other texts. */
function withoutQuery(url: string): { bare: string; queries: string[] } {
  const at = url.search(/[?#]/)
  if (at === -1) return { bare: url, queries: [] }
  const query = url.slice(at)
  const plain = new URLSearchParams(query.slice(1)).toString()
  const said = [...new URLSearchParams(query.slice(1))].map(([name, value]) => `${name}=${value}`).join('&')
  return { bare: url.slice(0, at), queries: [query, query.slice(1), plain, said].filter((text) => text.length > 1) }
}

const scrubbed = (text: string, queries: readonly string[]): string =>
  queries.reduce((rest, query) => rest.replaceAll(query, ''), text)

/** What went wrong below, by name and code only: messages of the network hold whole addresses. */
function namedOnly(cause: unknown): Error | undefined {
  if (!(cause instanceof Error)) return undefined
  const code: unknown = Reflect.get(cause, 'code')
  const named = new Error(typeof code === 'string' ? `${cause.name} ${code}` : cause.name)
  named.name = cause.name
  return named
}

/** A call that failed: with the server's answer, or before one came whole (status 503, spec §8). No part of it holds a query. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly url: string
  readonly headers: Headers
  readonly code: ErrorCode | undefined
  /** The server's own sentence for the user, where it gave one. */
  readonly detail: string | undefined
  readonly issues: ErrorBody['issues']
  /** What somebody saved meanwhile, where the server tells; parse it with the shape of the call's answer. */
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

  /** True when no answer came at all: the server or the network is away. */
  get offline(): boolean {
    return this.status === 503 && this.code === undefined
  }
}

const detailKeys = ['msg', 'error', 'message', 'text', 'err'] as const

/** What the body says went wrong: the first of msg, error, message, text, err, else the raw body (spec §8). */
export function errorDetail(data: unknown): string {
  if (typeof data === 'object' && data !== null) {
    for (const key of detailKeys) {
      const value: unknown = Reflect.get(data, key)
      if (typeof value === 'string') return value
    }
  }
  return typeof data === 'string' ? data : JSON.stringify(data ?? '')
}

/** The error of an HTTP answer that was not a success; status 500 where none is known (spec §8). */
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

/** The error of a call that got no answer (spec §8). */
export function networkError(url: string, online: boolean, cause: unknown): ApiError {
  return new ApiError({
    status: 503,
    message: online ? 'Failed to fetch ( Possible CORS Issue )' : 'No internet connection',
    url,
    cause,
  })
}

/** The error of an answer that does not fit its contract, such as that of a newer server. */
export const unknownFormError = ({ status, url, headers }: Pick<Response, 'status' | 'url' | 'headers'>): ApiError =>
  new ApiError({
    status,
    message: 'The server answered in a form this version does not know. Update Chartside.',
    url,
    headers,
  })
