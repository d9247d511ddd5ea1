import type { Clock } from '../clock.ts'
import type { Chunk } from '../timeline.ts'

/** Longest wait for a write, in milliseconds. After this time the audio is sent without being on the disk. */
const patienceMs = 1000
/**
 * Longest wait at the end of a take for writes to the disk, in milliseconds. It is longer than `patienceMs`, because
 * audio that the server has not received can be recovered only from the disk.
 */
const endPatienceMs = 5000

export interface JournalWriter {
  add(chunk: Chunk): Promise<boolean>
  settled(): Promise<void>
}

export function createJournalWriter(options: {
  write: (chunks: Chunk[]) => Promise<void>
  onHealth: (healthy: boolean) => void
  clock: Pick<Clock, 'after'>
}): JournalWriter {
  let waiting: { chunk: Chunk; answer: (written: boolean) => void }[] = []
  let running = false
  const rested: (() => void)[] = []
  let healthy = true
  const tell = (isHealthy: boolean) => {
    if (isHealthy === healthy) return
    healthy = isHealthy
    options.onHealth(isHealthy)
  }

  const run = async () => {
    running = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const answer = (isWritten: boolean) => {
        for (const one of batch) one.answer(isWritten)
      }
      // After `patienceMs` a slow write is reported to `onHealth`, but not cancelled. By then, the timers of `add` have
      // resolved with false for all chunks of this batch.
      const giveUp = options.clock.after(patienceMs, () => tell(false))
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
        answer: (isWritten) => {
          late()
          answer.resolve(isWritten)
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
