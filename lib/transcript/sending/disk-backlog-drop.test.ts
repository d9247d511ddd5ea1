import { expect, test, vi } from 'vitest'
import { eventually } from '../../../tests/eventually.ts'
import type { Chunk } from '../timeline.ts'
import { createDiskBacklog } from './disk-backlog.ts'

test('audio that the server commits while it is being read costs no later audio', async () => {
  const disk = Promise.withResolvers<Chunk[]>()
  const taken: number[] = []
  const fetched = vi.fn()
  const missed = vi.fn()
  const backlog = createDiskBacklog({
    channels: 1,
    clock: { after: () => () => {} },
    read: () => disk.promise,
    take: ({ atFrame }) => taken.push(atFrame),
    onFetched: fetched,
    onMissing: missed,
    onDiskAway: () => {},
  })
  backlog.add({ fromFrame: 0, endFrame: 2048, whole: true })
  backlog.hold({ atFrame: 2048, pcm: new Int16Array(2048) })
  backlog.fetch(20)
  backlog.drop(2048)
  disk.resolve([{ atFrame: 0, pcm: new Int16Array(2048) }])
  await eventually(() => expect(fetched).toHaveBeenCalled())
  backlog.fetch(20)
  expect([taken, backlog.chunks, missed.mock.calls.length]).toEqual([[2048], 0, 0])
})
