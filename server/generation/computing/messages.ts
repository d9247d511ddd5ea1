import type { MessagePort } from 'node:worker_threads'
import type { Draft } from '../writer.ts'
import type { EmbeddedRequest, Readings } from './computing.ts'

/** What a thread is asked to do. */
export type Asked = { name: keyof Readings; input: unknown[] } | { name: 'write'; input: EmbeddedRequest }

/** One task of a thread. The port tells when the thread begins and carries drafts; the answer is the task's own. */
export interface Task {
  asked: Asked
  port: MessagePort
}

/** What a thread tells while it works. */
export type Told = { type: 'begun' } | { type: 'draft'; draft: Draft }

/** What a task answers. An error crosses over as its name and its places in the code: its message may quote the session. */
export type Answer = { ok: true; value: unknown } | { ok: false; name: string; stack: string }
