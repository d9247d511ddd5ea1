import { type ErrorBody, type ErrorCode, errorBody } from '../contracts/index.ts'

interface ApiErrorInit {
  status: number
  message: string
  url: string
  headers?: Headers | undefined
  body?: ErrorBody | undefined
  cause?: unknown
}

/** A call that failed: with the server's answer, or before one came (status 503, spec §8). */
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
    super(message, { cause })
    this.status = status
    this.url = url
    this.headers = headers ?? new Headers()
    this.code = body?.code
    this.detail = body?.message
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
