import type { Endpoint, EndpointRequest, EndpointResponse } from '../../lib/contracts/index.ts'
import type { ActorOf } from '../actor.ts'
import type { Once } from '../services/idempotency.ts'
import type { Context } from '../services/index.ts'
import type { FilePart } from './multipart.ts'

/** One call as its handler gets it: who asks, what was asked, parsed, and what to work with. */
export type Call<E, A> = EndpointRequest<E> & {
  actor: A
  context: Context
  /** Aborted when the caller hangs up or the server closes. */
  signal: AbortSignal
}

/** Answers a call that creates nothing. */
export type Answering<E, A> = (call: Call<E, A>) => Promise<EndpointResponse<E>>

/** Creates something: runs in one transaction with the record of its Idempotency-Key (design §4). */
export interface Creating<E, A> {
  create: (call: Call<E, A>) => Promise<EndpointResponse<E>>
  /** For an answer that holds a secret: nothing of it is kept, and a repeated call gets this instead. */
  repeat?: (call: Call<E, A>) => Promise<EndpointResponse<E>>
  /** What is still to be done for the answer once the transaction is committed, such as waiting. */
  afterwards?: (call: Call<E, A>, created: EndpointResponse<E>) => Promise<EndpointResponse<E>>
}

/** Streams events. What the promise throws is answered as an error; the stream begins once it resolves. */
export interface Streaming<E, A> {
  events: (call: Call<E, A>) => Promise<AsyncIterable<EndpointResponse<E>>>
}

/** Reads the files of a form as they arrive. */
export interface Receiving<E, A> {
  receive: (call: Call<E, A> & { files: AsyncIterable<FilePart>; once: Once }) => Promise<EndpointResponse<E>>
}

export type Handler<E, A> = Answering<E, A> | Creating<E, A> | Streaming<E, A> | Receiving<E, A>

/** A handler for every call of a group: one forgotten does not compile. */
export type Handlers<Group extends Record<string, Endpoint>, Audience extends keyof ActorOf> = {
  [Name in keyof Group]: Handler<Group[Name], ActorOf[Audience]>
}
