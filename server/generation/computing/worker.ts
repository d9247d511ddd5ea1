import { threadId } from 'node:worker_threads'
import { writeEmbedded } from '../embedded/write.ts'
import { readings } from './computing.ts'
import type { Answer, Asked, Task, WorkerMessage } from './messages.ts'

const usedCpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export default function work({ asked: call, port }: Task): Answer {
  const tell = (posted: WorkerMessage) => port.postMessage(posted)
  const cpuMs = usedCpuMs()
  tell({ type: 'begun', threadId, cpuMs })
  const outcome = answer(call, tell)
  port.close()
  return { ...outcome, cpuMs: usedCpuMs() - cpuMs }
}

function answer(call: Asked, tell: (posted: WorkerMessage) => void) {
  try {
    if (call.name === 'write') {
      for (const draft of writeEmbedded(call.input)) tell({ type: 'draft', draft })
      return { ok: true as const, value: null }
    }
    const reading = readings[call.name] as (...input: unknown[]) => unknown
    return { ok: true as const, value: reading(...call.input) }
  } catch (error) {
    const { name, stack = '' } = error instanceof Error ? error : { name: typeof error }
    const places = stack.split('\n').filter((line) => /^\s+at .+:\d+:\d+\)?$/.test(line))
    return { ok: false as const, name, stack: places.join('\n') }
  }
}
