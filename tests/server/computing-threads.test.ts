import { afterAll, expect, test } from 'vitest'
import type { Field, VisitContext } from '../../lib/contracts/index.ts'
import { computeHere } from '../../server/generation/computing/here.ts'
import { openThreads } from '../../server/generation/computing/threads.ts'
import type { Draft, WriteInput } from '../../server/generation/draft.ts'

const signal = new AbortController().signal
const context: VisitContext = { current_visit: { date: '2026-03-02' } }
const fields = [
  { id: 'sleep', name: 'Hours of sleep', type: 'number' },
  { id: 'pain', name: 'Chest pain', type: 'boolean' },
] as Field[]
const request: WriteInput = {
  fields,
  turns: [
    'Speaker 0: How long do you sleep?',
    'Speaker 1: Seven hours.',
    'Speaker 0: Any chest pain?',
    'Speaker 1: No.',
  ],
  context,
  instructions: '',
}
const longTurns = ['I have no chest pain, my mother takes sertraline fifty milligrams every day. '.repeat(25_000)]

async function draftsOf(coming: AsyncIterable<Draft>): Promise<Draft[]> {
  const drafts: Draft[] = []
  for await (const draft of coming) drafts.push(draft)
  return drafts
}

const threads = openThreads(60_000)
const hasty = openThreads(1_500)
afterAll(() => Promise.all([threads.close(), hasty.close()]))

test('a thread gives the same result as the caller’s own thread', async () => {
  const computing = threads.open('somebody')
  const drafts = await draftsOf(computing.write(request, signal))
  expect(drafts.map(({ id, value }) => [id, value])).toEqual([
    ['sleep', ['7']],
    ['pain', ['No']],
  ])
  expect(drafts).toEqual(await draftsOf(computeHere.write(request, signal)))
  expect(await computing.read('omissions', [request.turns, []], signal)).toEqual(
    await computeHere.read('omissions', [request.turns, []], signal),
  )
})

test('work that takes too long is ended, and later requests are still answered', async () => {
  const late = hasty.open('somebody')
  await expect(late.read('omissions', [longTurns, []], signal)).rejects.toMatchObject({ kind: 'late' })
  // The time limit of the first note is used up. The limit of the next note must start from zero.
  await expect(late.read('omissions', [request.turns, []], signal)).rejects.toMatchObject({ kind: 'late' })
  await expect(draftsOf(late.write(request, signal))).rejects.toMatchObject({ kind: 'late' })
  // A new thread must load its tables first. On a busy machine this can take longer than the limit of one note.
  await expect
    .poll(
      () =>
        hasty
          .open('somebody')
          .read('omissions', [request.turns, []], signal)
          .catch(() => null),
      { timeout: 60_000 },
    )
    .toEqual([])
})

test('an error thrown while reading reaches the caller without its message, which may quote the session', async () => {
  const broken = [undefined] as unknown as string[]
  await expect(threads.open('somebody').read('omissions', [broken, []], signal)).rejects.toMatchObject({
    name: 'TypeError',
    message: 'Reading failed.',
  })
})

test('an aborted reading ends with the reason of its signal', async () => {
  const stop = new AbortController()
  const reading = threads.open('somebody').read('omissions', [longTurns, []], stop.signal)
  stop.abort(new Error('The server is closing.'))
  await expect(reading).rejects.toThrow('The server is closing.')
})
