import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { limits } from './limits.ts'

export const audiences = ['public', 'user', 'admin', 'key', 'customer', 'reseller', 'bearer'] as const
/** Who may call; the credential of each is in design §4. */
export type Audience = (typeof audiences)[number]

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** json · multipart: streamed, parts parsed by hand with the schema · events: server-sent, read by fetch. */
export type EndpointKind = 'json' | 'multipart' | 'events'

type Shape = z.ZodType | undefined

/** One HTTP call as data: the route, the client, the document and the tests are made from it. */
export interface Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Response extends z.ZodType = z.ZodType,
  Headers extends Shape = Shape,
> {
  method: Method
  /** Below `/api`, parameters in braces. */
  path: `/${string}`
  audience: Audience
  kind: EndpointKind
  summary: string
  params: Params
  query: Query
  body: Body
  /** What the call reads from the request's headers, beside the credential; names in lower case. */
  headers: Headers
  /** The answer's body; for `events` the shape of each event's data. */
  response: Response
  /** 201 where the call begins something that goes on. */
  status: 200 | 201
  /** The largest JSON body this call takes, in bytes; a larger one answers 413. */
  bodyMaxBytes: number
  /** The codes this call adds to the ones every call can answer. */
  errors: readonly ErrorCode[]
}

type Definition<P extends Shape, Q extends Shape, B extends Shape, R extends z.ZodType, H extends Shape> = Pick<
  Endpoint<P, Q, B, R>,
  'method' | 'path' | 'audience' | 'summary' | 'response'
> & {
  kind?: EndpointKind
  params?: P
  query?: Q
  body?: B
  headers?: H
  status?: 200 | 201
  bodyMaxBytes?: number
  errors?: readonly ErrorCode[]
}

/** Declares one call; what is not given is none, `json`, 200, and the usual size of a body. */
export function endpoint<
  R extends z.ZodType,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
  H extends Shape = undefined,
>(definition: Definition<P, Q, B, R, H>): Endpoint<P, Q, B, R, H> {
  return {
    kind: 'json',
    status: 200,
    bodyMaxBytes: definition.audience === 'public' ? limits.publicBodyMaxBytes : limits.bodyMaxBytes,
    errors: [],
    params: undefined as P,
    query: undefined as Q,
    body: undefined as B,
    headers: undefined as H,
    ...definition,
  }
}

type Input<S extends Shape, Key extends string> = S extends z.ZodType ? { [K in Key]: z.input<S> } : unknown
type Parsed<S extends Shape> = S extends z.ZodType ? z.output<S> : undefined

/** What a caller of the endpoint gives. */
export type EndpointInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? Input<P, 'params'> & Input<Q, 'query'> & Input<B, 'body'>
    : never

/** What a handler of the endpoint gets, parsed. */
export type EndpointRequest<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType, infer H>
    ? { params: Parsed<P>; query: Parsed<Q>; body: Parsed<B>; headers: Parsed<H> }
    : never

/** What the endpoint answers, parsed. */
export type EndpointResponse<E> = E extends Endpoint<Shape, Shape, Shape, infer R> ? z.output<R> : never
