import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ClientMessage } from '../../lib/contracts/index.ts'
import type { SoundMemory } from './sound-memory.ts'

export type Work =
  | { type: 'audio'; data: Buffer }
  | { type: 'gap'; frames: number }
  | Exclude<ClientMessage, { type: 'ping' | 'gap' }>

/** A queue between the socket and the engine, which may be slower than the client. */
export interface Inbox {
  /** False: the server has no memory for this sound, and nothing was queued. */
  put(work: Work): boolean
  close(): void
}

const turnMs = 10

/**
 * Processes items one after another with `work`, which must not throw. Calls `pause` when more than `maxBytes` of audio
 * or more than `maxCount` items are queued, and `resume` when both are below the limits again. Consecutive gaps are
 * merged, so a flood of gap messages does not grow the queue.
 */
export function createInbox(options: {
  maxBytes: number
  maxCount: number
  memory: Pick<SoundMemory, 'take' | 'release'>
  work: (one: Work) => Promise<void>
  pause: () => void
  resume: () => void
}): Inbox {
  const { maxBytes, maxCount, memory, work, pause, resume } = options
  let waiting: Work[] = []
  let bytes = 0
  let working = false
  let isOpen = true
  let isPaused = false

  const regulate = () => {
    const isFull = bytes > maxBytes || waiting.length > maxCount
    if (isFull === isPaused) return
    isPaused = isFull
    if (isFull) pause()
    else resume()
  }

  const workAll = async () => {
    working = true
    let turnBegan = performance.now()
    while (isOpen) {
      const one = waiting.shift()
      if (one === undefined) break
      await work(one)
      if (one.type === 'audio' && isOpen) {
        bytes -= one.data.length
        memory.release(one.data.length)
      }
      if (isOpen) regulate()
      // If the engine accepts audio without waiting, this loop would never give up the event loop, and other
      // connections would wait for ever.
      if (performance.now() - turnBegan < turnMs) continue
      await nextTurn()
      turnBegan = performance.now()
    }
    working = false
  }

  return {
    put(one) {
      if (!isOpen) return true
      const last = waiting.at(-1)
      if (one.type === 'gap' && last?.type === 'gap') {
        waiting[waiting.length - 1] = { type: 'gap', frames: last.frames + one.frames }
        return true
      }
      if (one.type === 'audio') {
        if (!memory.take(one.data.length)) return false
        bytes += one.data.length
      }
      waiting.push(one)
      regulate()
      if (!working) void workAll()
      return true
    },
    close() {
      if (isOpen) memory.release(bytes)
      isOpen = false
      waiting = []
    },
  }
}
