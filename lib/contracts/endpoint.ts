import type { z } from 'zod'
import type { AccessPermission } from './access.ts'
import type { DirectoryPermission } from './directory.ts'
import type { ErrorCode } from './errors.ts'
import { limits } from './limits.ts'

export const audiences = ['public', 'user', 'admin', 'key', 'customer', 'reseller', 'bearer'] as const
/** Who may call an endpoint. Product 7.2 describes the credential of each audience. */
export type Audience = (typeof audiences)[number]

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/**
 * The format of the request and the response of a call.
 * - json: the response and, if there is one, the body of the request are JSON.
 * - multipart: the request is streamed, and the handler parses each part with the schema.
 * - signed: the request is JSON from another service, with a signature of its bytes. The handler gets the bytes without
 *   parsing, because it must check the signature first.
 * - file: the response is a file, which is streamed.
 * - redirect: the response sends the browser to another address. The body of a POST is a form of the browser.
 * - events: the response consists of server-sent events, which the client reads with fetch.
 */
export type EndpointKind = 'json' | 'signed' | 'multipart' | 'file' | 'redirect' | 'events'

type Shape = z.ZodType | undefined

/**
 * One HTTP call, described as data. The route of the server, the client, the API document and tests are made from it.
 */
export interface Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Response extends z.ZodType = z.ZodType,
  Headers extends Shape = Shape,
> {
  method: Method
  path: `/${string}`
  audience: Audience
  kind: EndpointKind
  summary: string
  params: Params
  query: Query
  body: Body
  headers: Headers
  response: Response
  status: 200 | 201 | 303
  /** The parts of a multipart request: the names of the texts, and then the name of the file. Null: another request. */
  form: Form | null
  /**
   * True if the call accepts an Idempotency-Key: a repetition with the same key and the same request has no further
   * effect (product 7.7).
   */
  repeatable: boolean
  /** Largest JSON body in bytes. A larger body gets status 413. */
  bodyMaxBytes: number
  /**
   * The permission that the caller's seat needs in the directory (the organisation) whose id is in the path. `member`:
   * a seat with any permissions. Null: no seat is needed. The service checks the permission. Tests try each call
   * without its permission.
   */
  permission: DirectoryPermission | 'member' | null
  /**
   * The permission that the caller needs in the developer organisation whose id is in the path. Null if the audience is
   * not `reseller`. The server checks the permission before it reads the request.
   */
  accessPermission: AccessPermission | null
  /**
   * `expensive`: the call uses a language model, or exports an account. Each person and each developer organisation may
   * make only a limited number of such calls per minute.
   */
  rate: 'ordinary' | 'expensive'
  /** True if a live recording waits for the answer. The server keeps some database connections free for these calls. */
  live: boolean
  /**
   * True if the call changes something. Do not use GET for a new call that changes something. The published API keeps
   * a few GET calls that change something, because other programs already use them. These GET calls refuse the portal's
   * cookie, because any web page can make a browser send a GET with this cookie.
   */
  changes: boolean
  /**
   * True if the response is an output, which a caller can also get as FHIR with `Accept: application/fhir+json`
   * (product 12.81).
   */
  fhir: boolean
  /** True if a customer token with the scope `embed` may make the call (product 12.83). */
  embed: boolean
  errors: readonly ErrorCode[]
}

type Form = { texts: readonly string[]; file: string }

type Definition<P extends Shape, Q extends Shape, B extends Shape, R extends z.ZodType, H extends Shape, F> = Pick<
  Endpoint<P, Q, B, R>,
  'method' | 'path' | 'audience' | 'summary' | 'response'
> & {
  kind?: EndpointKind
  params?: P
  query?: Q
  body?: B
  headers?: H
  status?: 200 | 201 | 303
  form?: F
  repeatable?: boolean
  bodyMaxBytes?: number
  permission?: DirectoryPermission | 'member'
  accessPermission?: AccessPermission
  rate?: 'ordinary' | 'expensive'
  live?: boolean
  changes?: boolean
  fhir?: boolean
  embed?: boolean
  errors?: readonly ErrorCode[]
}

export function endpoint<
  R extends z.ZodType,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
  H extends Shape = undefined,
  F extends Form | null = null,
>(definition: Definition<P, Q, B, R, H, F>): Endpoint<P, Q, B, R, H> & { form: F } {
  return {
    kind: 'json',
    status: 200,
    form: null as F,
    repeatable: definition.status === 201,
    bodyMaxBytes: definition.audience === 'public' ? limits.publicBodyMaxBytes : limits.bodyMaxBytes,
    errors: [],
    permission: null,
    accessPermission: definition.audience !== 'reseller' ? null : definition.method === 'GET' ? 'read' : 'write',
    rate: 'ordinary',
    live: false,
    fhir: false,
    embed: false,
    changes: definition.method !== 'GET',
    params: undefined as P,
    query: undefined as Q,
    body: undefined as B,
    headers: undefined as H,
    ...definition,
  }
}

type Input<S extends Shape, Key extends string> = S extends z.ZodType ? { [K in Key]: z.input<S> } : unknown
type Parsed<S extends Shape> = S extends z.ZodType ? z.output<S> : undefined

export type EndpointInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? Input<P, 'params'> &
        Input<Q, 'query'> &
        Input<B, 'body'> &
        (E extends { form: Form } ? { body: FormData } : unknown)
    : never

export type EndpointRequest<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType, infer H>
    ? { params: Parsed<P>; query: Parsed<Q>; body: Parsed<B>; headers: Parsed<H> }
    : never

export type EndpointResponse<E> = E extends Endpoint<Shape, Shape, Shape, infer R> ? z.output<R> : never
