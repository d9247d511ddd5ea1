import type { Clock } from '../clock.ts'
import type { Chunk } from '../send-buffer.ts'

/** Longer than this nothing waits for the disk: the sound is sent all the same. */
const patienceMs = 1000
/** The end of a take waits longer: what is written is had again. */
const endPatienceMs = 5000

/** Puts chunks on the disk in order, as many at once as have come meanwhile. */
export interface JournalWriter {
  /** Resolves, in order, with whether the chunk is on the disk; after a second at the latest. */
  add(chunk: Chunk): Promise<boolean>
  /** Resolves when nothing waits to be written; after 5 s at the latest. */
  settled(): Promise<void>
}

/** `write` rejects when the disk refuses; `onHealth` is told when that begins and when it ends. */
export function createJournalWriter(options: {
  write: (chunks: Chunk[]) => Promise<void>
  onHealth: (healthy: boolean) => void
  clock: Pick<Clock, 'after'>
}): JournalWriter {
  let waiting: { chunk: Chunk; answer: (written: boolean) => void }[] = []
  let running = false
  const rested: (() => void)[] = []
  let healthy = true
  const tell = (next: boolean) => {
    if (next === healthy) return
    healthy = next
    options.onHealth(next)
  }

  const run = async () => {
    running = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const answer = (written: boolean) => {
        for (const one of batch) one.answer(written)
      }
      const giveUp = options.clock.after(patienceMs, () => {
        tell(false)
        answer(false)
      })
      try {
        await options.write(batch.map(({ chunk }) => chunk))
        tell(true)
        answer(true)
      } catch {
        tell(false)
        answer(false)
      } finally {
        giveUp()
      }
    }
    running = false
    for (const one of rested.splice(0)) one()
  }

  return {
    add(chunk) {
      const answer = Promise.withResolvers<boolean>()
      const late = options.clock.after(patienceMs, () => answer.resolve(false))
      waiting.push({
        chunk,
        answer: (written) => {
          late()
          answer.resolve(written)
        },
      })
      if (!running) void run()
      return answer.promise
    },
    async settled() {
      if (!running) return
      const rest = Promise.withResolvers<void>()
      rested.push(rest.resolve)
      const giveUp = options.clock.after(endPatienceMs, rest.resolve)
      await rest.promise
      giveUp()
    },
  }
}
