import type { ClientMessage } from '../../lib/contracts/index.ts'

/** What a client asked for, in its order. */
export type Work = { type: 'audio'; data: Buffer } | Exclude<ClientMessage, { type: 'ping' }>

/** Work that waits for an engine that is slower than the client. */
export interface Inbox {
  put(work: Work): void
  /** What waits is forgotten, and nothing more is taken. */
  close(): void
}

/** Does one after another by `work`, which never throws. `pause` is called when more than `maxBytes` of audio wait, `resume` when less. */
export function createInbox(options: {
  maxBytes: number
  work: (one: Work) => Promise<void>
  pause: () => void
  resume: () => void
}): Inbox {
  const { maxBytes, work, pause, resume } = options
  const waiting: Work[] = []
  let bytes = 0
  let working = false
  let open = true

  const workAll = async () => {
    working = true
    for (let one = waiting.shift(); one !== undefined && open; one = waiting.shift()) {
      await work(one)
      if (one.type !== 'audio') continue
      const before = bytes
      bytes -= one.data.length
      if (before > maxBytes && bytes <= maxBytes) resume()
    }
    working = false
  }

  return {
    put(one) {
      if (!open) return
      if (one.type === 'audio') {
        bytes += one.data.length
        if (bytes > maxBytes) pause()
      }
      waiting.push(one)
      if (!working) void workAll()
    },
    close() {
      open = false
      waiting.length = 0
    },
  }
}
