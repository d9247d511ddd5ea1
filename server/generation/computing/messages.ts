import type { MessagePort } from 'node:worker_threads'
import type { Draft, WriteInput } from '../draft.ts'
import type { Readings } from './computing.ts'

export type Asked = { name: keyof Readings; input: unknown[] } | { name: 'write'; input: WriteInput }

export interface Task {
  asked: Asked
  port: MessagePort
}

export type WorkerMessage = { type: 'begun' } | { type: 'draft'; draft: Draft }

/** An error is reduced to its name and stack without the message, because the message may quote the session. */
export type Answer = { ok: true; value: unknown } | { ok: false; name: string; stack: string }
