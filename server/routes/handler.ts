import type { Readable } from 'node:stream'
import type { Endpoint, EndpointRequest, EndpointResponse } from '../../lib/contracts/index.ts'
import type { PortalCookie } from '../auth/cookie.ts'
import type { Customer, PrincipalOf } from '../authority/index.ts'
import type { Once } from '../services/idempotency.ts'
import type { Context } from '../services/index.ts'
import type { FilePart } from './multipart.ts'

export type Call<E, A> = EndpointRequest<E> & {
  principal: A
  context: Context
  /** Aborts when the client disconnects or the server closes. */
  signal: AbortSignal
}

export type Answering<E, A> = (call: Call<E, A>) => Promise<EndpointResponse<E>>

/**
 * Handler of a call that creates something. It runs in one transaction together with the record of its Idempotency-Key
 * (product 7.7).
 */
export interface Creating<E, A> {
  create: (call: Call<E, A>) => Promise<EndpointResponse<E>>
  /**
   * Set for responses that contain a secret. Such a response is not stored. If the call is repeated, this function
   * returns the response or throws.
   */
  repeat?: (call: Call<E, A>) => Promise<EndpointResponse<E>>
  /** Runs after the commit and returns the final response, for example after waiting for a job to end. */
  afterwards?: (call: Call<E, A>, created: EndpointResponse<E>) => Promise<EndpointResponse<E>>
}

/**
 * Handler of a call that creates something after slow work, such as hashing a password. `prepare` does this work
 * outside of the transaction. The function `create` in its result runs in the transaction.
 */
export interface Preparing<E, A> {
  prepare: (call: Call<E, A>) => Promise<Pick<Creating<E, A>, 'create' | 'repeat'>>
}

/**
 * Handler that streams events. The stream begins when the promise resolves. If the promise rejects, the client gets an
 * error response.
 */
export interface Streaming<E, A> {
  events: (call: Call<E, A>) => Promise<AsyncIterable<EndpointResponse<E>>>
}

export interface Sending<E, A> {
  file: (call: Call<E, A>) => Promise<{ name: string; type: string; bytes: Readable }>
}

export interface Redirecting<E, A> {
  redirect: (call: Call<E, A>) => Promise<URL>
}

/** Handler that gets the bytes of the body as they arrived, because the signature of the sender covers these bytes. */
export interface Verifying<E, A> {
  verify: (call: Call<E, A> & { raw: Buffer }) => Promise<EndpointResponse<E>>
}

/** Handler that reads the files of a form as a stream. */
export interface Receiving<E, A> {
  receive: (call: Call<E, A> & { files: AsyncIterable<FilePart>; once: Once }) => Promise<EndpointResponse<E>>
}

/**
 * Handler that acts for a customer. The caller is a key or a member, and names the customer in the request. The
 * customer is found before the Idempotency-Key is checked, so that the Idempotency-Key is valid for this customer only.
 */
export interface ForCustomer<E, A> {
  customer: (call: Call<E, A>) => Promise<Customer>
  act: Answering<E, Customer> | Creating<E, Customer> | Receiving<E, Customer>
}

export interface Opening<E, A> {
  open: (call: Call<E, A>) => Promise<{ answer: EndpointResponse<E>; cookie: PortalCookie }>
}

export type Handler<E, A> =
  | Answering<E, A>
  | Creating<E, A>
  | Preparing<E, A>
  | Streaming<E, A>
  | Sending<E, A>
  | Redirecting<E, A>
  | Verifying<E, A>
  | Receiving<E, A>
  | Opening<E, A>
  | ForCustomer<E, A>

/** Requires a handler for every endpoint of a group. A missing handler is a compile error. */
export type Handlers<Group extends Record<string, Endpoint>, Audience extends keyof PrincipalOf> = {
  [Name in keyof Group]: Handler<Group[Name], PrincipalOf[Audience]>
}
