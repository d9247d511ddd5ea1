import { Piscina } from 'piscina'
import { expect, test } from 'vitest'
import { fairQueue, onBehalfOf } from './fair-queue.ts'

const task = (owner: string, name: string) => ({ ...onBehalfOf(owner), name }) as never
const names = (queue: ReturnType<typeof fairQueue>) => {
  const taken: string[] = []
  while (queue.size > 0) taken.push((queue.shift() as unknown as { name: string }).name)
  return taken
}

test('owners take turns, and the tasks of one owner keep their order', () => {
  const queue = fairQueue()
  for (const name of ['a1', 'a2', 'a3']) queue.push(task('a', name))
  for (const name of ['b1', 'b2']) queue.push(task('b', name))
  expect(queue.size).toBe(5)
  expect(names(queue)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
  expect(queue.shift()).toBeNull()
})

test('a task that is taken back does not run, and tasks without an owner share one turn', () => {
  const queue = fairQueue()
  const [first, second] = [task('a', 'a1'), task('b', 'b1')]
  queue.push(first)
  queue.push({ [Piscina.queueOptionsSymbol]: null, name: 'none' } as never)
  queue.push(second)
  queue.remove(first)
  queue.remove(first)
  expect(names(queue)).toEqual(['none', 'b1'])
})
