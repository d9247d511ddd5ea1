import { writeEmbedded } from '../embedded/write.ts'
import { readings } from './computing.ts'
import type { Answer, Task, WorkerMessage } from './messages.ts'

export default function work({ asked: call, port }: Task): Answer {
  const tell = (posted: WorkerMessage) => port.postMessage(posted)
  tell({ type: 'begun' })
  try {
    if (call.name === 'write') {
      for (const draft of writeEmbedded(call.input)) tell({ type: 'draft', draft })
      return { ok: true, value: null }
    }
    const reading = readings[call.name] as (...input: unknown[]) => unknown
    return { ok: true, value: reading(...call.input) }
  } catch (error) {
    const { name, stack = '' } = error instanceof Error ? error : { name: typeof error }
    const places = stack.split('\n').filter((line) => /^\s+at .+:\d+:\d+\)?$/.test(line))
    return { ok: false, name, stack: places.join('\n') }
  } finally {
    port.close()
  }
}
