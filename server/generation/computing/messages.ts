import type { MessagePort } from 'node:worker_threads'
import type { Draft, WriteInput } from '../draft.ts'
import type { Readings } from './computing.ts'

/** A request to a thread. */
export type Asked = { name: keyof Readings; input: unknown[] } | { name: 'write'; input: WriteInput }

/**
 * A task for a thread. The thread reports its start and each draft through `port`, and returns its answer as the result
 * of the task.
 */
export interface Task {
  asked: Asked
  port: MessagePort
}

/** Messages of a thread while it works. */
export type WorkerMessage = { type: 'begun' } | { type: 'draft'; draft: Draft }

/**
 * The answer of a task. An error is reduced to its name and stack without the message, because the message may quote
 * the session.
 */
export type Answer = { ok: true; value: unknown } | { ok: false; name: string; stack: string }
