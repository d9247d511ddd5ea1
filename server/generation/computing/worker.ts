import { writeEmbedded } from '../embedded/write.ts'
import { readings } from './computing.ts'
import type { Answer, Task, WorkerMessage } from './messages.ts'

export default function work({ asked, port }: Task): Answer {
  const tell = (posted: WorkerMessage) => port.postMessage(posted)
  tell({ type: 'begun' })
  try {
    if (asked.name === 'write') {
      for (const draft of writeEmbedded(asked.input)) tell({ type: 'draft', draft })
      return { ok: true, value: null }
    }
    const reading = readings[asked.name] as (...input: unknown[]) => unknown
    return { ok: true, value: reading(...asked.input) }
  } catch (error) {
    const { name, stack = '' } = error instanceof Error ? error : { name: typeof error }
    const places = stack.split('\n').filter((line) => /^\s+at .+:\d+:\d+\)?$/.test(line))
    return { ok: false, name, stack: places.join('\n') }
  } finally {
    port.close()
  }
}
