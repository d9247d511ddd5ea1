import { EventSourceParserStream } from 'eventsource-parser/stream'
import ky, { HTTPError, type KyInstance, type Options } from 'ky'
import { type Endpoint, type EndpointInput, type EndpointResponse, frameBindingHeader } from '../contracts/index.ts'
import { ApiError, answerError, networkError, refusedError, unknownFormError } from './api-error.ts'

/**
 * The credential of a request. `binding`: the binding of an embedded frame (product 12.86). `cookie`: the browser sends its cookie, and no authorization header is set (product
 * 7.4). `none`: the request has no credential.
 */
export type Credential = { authorization: string; key: string; binding?: string } | 'cookie' | 'none'

export interface ClientOptions {
  /**
   * Returns the server's address, without a trailing slash. Called for every request: the user may change the address.
   */
  baseUrl: () => string | Promise<string>
  credential: () => Credential | Promise<Credential>
  fetch?: typeof fetch
  /**
   * Sends a request in place of `fetch`. Called again for each retry. `body`: the body of the request, as JSON or form.
   * If this function throws an `ApiError`, the caller gets this error.
   */
  send?: (request: Request, body: unknown) => Promise<Response>
  isOnline?: () => boolean
  /**
   * Called once for each call, before its first request. If this function throws, nothing is sent, and the call fails
   * with an `ApiError` that has the message of the thrown error. If this function is given, a redirect is an error,
   * because a redirect could lead to an address that was not checked.
   */
  demand?: (call: { endpoint: Endpoint; url: string; input: unknown }) => void | Promise<void>
  headers?: (endpoint: Endpoint) => Promise<Record<string, string>>
  /**
   * Called when the server says that the session of this credential has ended, before the call fails. A session may be
   * ended on another device long before its token expires. Must not throw.
   */
  ended?: (credential: Credential) => void | Promise<void>
}

export interface CallOptions {
  signal?: AbortSignal
  /**
   * Requests with the same key and body have one effect and one answer, so that a call can be repeated safely (product
   * 7.7). Absent: the client creates a key for the retries that it makes within this call. A second call then counts as
   * a new request.
   */
  idempotencyKey?: string
  /** Time limit of the call in milliseconds. Default: 10 minutes (product 14.3). */
  timeoutMs?: number
}

const timeoutMs = 10 * 60_000
const retries = 3

/**
 * Retries a request only if the server answers with status 503, also for methods that change data. Makes up to three
 * retries, and waits 2, 4 and 6 s before them (product 14.3).
 */
const retry: Options['retry'] = {
  limit: retries,
  methods: ['get', 'post', 'put', 'delete'],
  statusCodes: [503],
  afterStatusCodes: [],
  delay: (attempt) => attempt * 2000,
  shouldRetry: ({ error }) => error instanceof HTTPError && error.response.status === 503,
}

/**
 * The HTTP client. It calls endpoints as their contracts describe them. A call that fails throws an `ApiError`. A call
 * that the caller aborts throws the reason of the caller's signal.
 */
export type Client = ReturnType<typeof createClient>

export function createClient(options: ClientOptions) {
  const { baseUrl, credential, fetch, send, isOnline = () => true, demand, headers, ended: onEnd } = options
  const http: KyInstance = ky.create({ retry, parseJson: parseLoosely, ...(fetch ? { fetch } : {}) })

  function failureOf(error: unknown, url: string, signal: AbortSignal | undefined): unknown {
    if (error instanceof ApiError) return error
    if (signal?.aborted) return signal.reason
    if (error instanceof HTTPError) return answerError(error.response, error.data)
    // A timeout, no answer, or a lost connection. `networkError` keeps only the name and the code of the error, because
    // its message may contain the whole URL with its query.
    return networkError(url, isOnline(), error)
  }

  /**
   * Returns the URL of the call and the credential. If the stored settings or the stored session cannot be read, throws
   * an `ApiError` with status 500. With 503, the failure would look like a failure of the network.
   */
  async function prepare(endpoint: Endpoint, params?: object, query?: object) {
    try {
      return { url: (await baseUrl()) + addressOf(endpoint, params, query), held: await credential() }
    } catch (error) {
      if (error instanceof ApiError) throw error
      const message = 'The settings of this browser could not be read. Restart the browser and try again.'
      throw new ApiError({ status: 500, message, url: '', cause: error })
    }
  }

  async function request(endpoint: Endpoint, input: unknown, options: CallOptions & { timeout: number | false }) {
    const { params, query, body } = input as { params?: object; query?: object; body?: unknown }
    const { url, held: currentCredential } = await prepare(endpoint, params, query)
    try {
      await demand?.({ endpoint, url, input })
    } catch (error) {
      if (error instanceof ApiError) throw error
      throw refusedError(url, error)
    }
    const further = await headers?.(endpoint)
    try {
      const response = await http(url, {
        method: endpoint.method,
        timeout: options.timeout,
        headers: { ...headersOf(currentCredential, options.idempotencyKey ?? newKeyFor(endpoint)), ...further },
        credentials: currentCredential === 'cookie' ? 'include' : 'omit',
        ...(body instanceof FormData ? { body } : body === undefined ? {} : { json: body }),
        ...(options.signal ? { signal: options.signal } : {}),
        ...(demand ? { redirect: 'error' } : {}),
        ...(send ? { fetch: (attempt) => send(attempt as Request, body) } : {}),
      })
      return { url, response }
    } catch (error) {
      const failure = failureOf(error, url, options.signal)
      if (failure instanceof ApiError && failure.code === 'session_ended') await onEnd?.(currentCredential)
      throw failure
    }
  }

  return {
    /** Calls a JSON or multipart endpoint and returns the parsed body. Throws `ApiError`, or the signal's reason. */
    async call<E extends Endpoint>(
      endpoint: E,
      input: EndpointInput<E>,
      options: CallOptions = {},
    ): Promise<EndpointResponse<E>> {
      const { url, response } = await request(endpoint, input, { ...options, timeout: options.timeoutMs ?? timeoutMs })
      const body = await response.json().catch((error: unknown) => {
        throw failureOf(error, url, options.signal)
      })
      const parsed = endpoint.response.safeParse(body)
      if (!parsed.success) throw unknownFormError(response)
      return parsed.data as EndpointResponse<E>
    },

    /** Calls a `file` endpoint and returns the whole file. Throws `ApiError`, or the signal's reason. */
    async download<E extends Endpoint>(
      endpoint: E,
      input: EndpointInput<E>,
      options: Pick<CallOptions, 'signal'> = {},
    ): Promise<Blob> {
      const { url, response } = await request(endpoint, input, { ...options, timeout: timeoutMs })
      return response.blob().catch((error: unknown) => {
        throw failureOf(error, url, options.signal)
      })
    },

    /**
     * Opens an `events` endpoint and yields each parsed event until the server ends the stream. Throws `ApiError`, or
     * the signal's reason.
     */
    async *events<E extends Endpoint>(
      endpoint: E,
      input: EndpointInput<E>,
      options: Pick<CallOptions, 'signal'> = {},
    ): AsyncGenerator<EndpointResponse<E>> {
      const { url, response } = await request(endpoint, input, { ...options, timeout: false })
      if (!response.body) return
      const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
      const reader = events.getReader()
      const readEvent = () =>
        reader.read().catch((error: unknown) => {
          throw failureOf(error, url, options.signal)
        })
      try {
        for (let step = await readEvent(); !step.done; step = await readEvent()) {
          const event = endpoint.response.safeParse(parseLoosely(step.value.data))
          if (!event.success) throw unknownFormError(response)
          yield event.data as EndpointResponse<E>
        }
      } finally {
        // Close the connection also if the caller leaves the loop early. If the connection is already broken, `cancel`
        // fails, and the error is ignored.
        await reader.cancel().catch(() => {})
      }
    },
  }
}

/**
 * Returns an idempotency key for one call and its retries. Undefined: the endpoint accepts no key. Without a key, a
 * retry could create the same record twice: a server that is stopping can store the record and still answer 503.
 */
const newKeyFor = ({ repeatable }: Endpoint): string | undefined => (repeatable ? crypto.randomUUID() : undefined)

function headersOf(credential: Credential, idempotencyKey: string | undefined): Record<string, string> {
  const proof: Record<string, string> =
    typeof credential === 'string'
      ? {}
      : {
          authorization: credential.authorization,
          key: credential.key,
          ...(credential.binding === undefined ? {} : { [frameBindingHeader]: credential.binding }),
        }
  return idempotencyKey !== undefined ? { ...proof, 'idempotency-key': idempotencyKey } : proof
}

export function addressOf(endpoint: Endpoint, params: object = {}, query: object = {}): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(Reflect.get(params, name))),
  )
  const entries = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return `/api${path}${search && `?${search}`}`
}

/**
 * Parses JSON. Returns a text that is not valid JSON unchanged, so that a plain error message can still be shown to the
 * user.
 */
function parseLoosely(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
