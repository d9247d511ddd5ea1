import { Piscina } from 'piscina'

type Queue = NonNullable<ConstructorParameters<typeof Piscina>[0]>['taskQueue'] & object
type Task = Parameters<Queue['push']>[0]

/** Marks a task of a pool with the person or customer for whom it runs. `fairQueue` reads this mark. */
export const onBehalfOf = (owner: string) => ({ [Piscina.queueOptionsSymbol]: { owner } })

/**
 * The queue of a pool of threads. Each owner gets a thread in turn, so that one owner's many tasks delay a task of
 * another owner by one task only.
 */
export function fairQueue(): Queue {
  const waiting = new Map<string, Task[]>()
  const ownerOf = (task: Task) => (task[Piscina.queueOptionsSymbol as never] as { owner?: string } | null)?.owner ?? ''
  return {
    get size() {
      return [...waiting.values()].reduce((sum, tasks) => sum + tasks.length, 0)
    },
    push(task) {
      const tasks = waiting.get(ownerOf(task))
      if (tasks === undefined) waiting.set(ownerOf(task), [task])
      else tasks.push(task)
    },
    shift() {
      for (const [owner, tasks] of waiting) {
        waiting.delete(owner)
        const task = tasks.shift() ?? null
        if (tasks.length > 0) waiting.set(owner, tasks)
        return task
      }
      return null
    },
    remove(task) {
      const owner = ownerOf(task)
      const others = (waiting.get(owner) ?? []).filter((one) => one !== task)
      if (others.length > 0) waiting.set(owner, others)
      else waiting.delete(owner)
    },
  }
}
