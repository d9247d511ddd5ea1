import type { MessagePort } from 'node:worker_threads'
import type { Draft, WriteInput } from '../draft.ts'
import type { Readings } from './computing.ts'

export type Asked = { name: keyof Readings; input: unknown[] } | { name: 'write'; input: WriteInput }

export interface Task {
  asked: Asked
  port: MessagePort
}

/** A worker has taken the task. `cpuMs`: the processor time that it had used before. */
export interface Begun {
  type: 'begun'
  threadId: number
  cpuMs: number
}

export type WorkerMessage = Begun | { type: 'draft'; draft: Draft }

/** An error is reduced to its name and stack without the message, because the message may quote the session. */
export type Answer = Outcome & { cpuMs: number }

type Outcome = { ok: true; value: unknown } | { ok: false; name: string; stack: string }
