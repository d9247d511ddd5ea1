import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ClientMessage } from '../../lib/contracts/index.ts'

/** What a client asked for, in its order. */
export type Work =
  | { type: 'audio'; data: Buffer }
  | { type: 'gap'; frames: number }
  | Exclude<ClientMessage, { type: 'ping' | 'gap' }>

/** Work that waits for an engine that is slower than the client. */
export interface Inbox {
  put(work: Work): void
  /** What waits is forgotten, and nothing more is taken. */
  close(): void
}

/** Work is done for so long before everybody else has a turn. */
const turnMs = 10

/**
 * Does one after another by `work`, which never throws. `pause` is called when more than `maxBytes` of audio or more than
 * `maxCount` messages wait, `resume` when less of both. Gaps that wait one behind the other are one gap: a million of them
 * cost no more than one.
 */
export function createInbox(options: {
  maxBytes: number
  maxCount: number
  work: (one: Work) => Promise<void>
  pause: () => void
  resume: () => void
}): Inbox {
  const { maxBytes, maxCount, work, pause, resume } = options
  let waiting: Work[] = []
  let bytes = 0
  let working = false
  let open = true
  let paused = false

  const regulate = () => {
    const isFull = bytes > maxBytes || waiting.length > maxCount
    if (isFull === paused) return
    paused = isFull
    if (isFull) pause()
    else resume()
  }

  const workAll = async () => {
    working = true
    let turnBegan = performance.now()
    while (open) {
      const one = waiting.shift()
      if (one === undefined) break
      await work(one)
      if (one.type === 'audio') bytes -= one.data.length
      if (open) regulate()
      // An engine that takes its sound at once leaves no turn of the event loop to anybody else.
      if (performance.now() - turnBegan < turnMs) continue
      await nextTurn()
      turnBegan = performance.now()
    }
    working = false
  }

  return {
    put(one) {
      if (!open) return
      const last = waiting.at(-1)
      if (one.type === 'gap' && last?.type === 'gap') {
        waiting[waiting.length - 1] = { type: 'gap', frames: last.frames + one.frames }
        return
      }
      if (one.type === 'audio') bytes += one.data.length
      waiting.push(one)
      regulate()
      if (!working) void workAll()
    },
    close() {
      open = false
      waiting = []
    },
  }
}
