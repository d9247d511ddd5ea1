import { expect, test } from 'vitest'
import type { Chunk, FrameRange } from '../timeline.ts'
import type { Reading } from './disk-reader.ts'
import { type AudioFile, sendBacklog, UploadRefused } from './file-backlog.ts'

const chunk = (atFrame: number, frames: number, sample: number, channels = 1): Chunk => ({
  atFrame,
  pcm: new Int16Array(frames * channels).fill(sample),
})

/**
 * Calls `sendBacklog` with files of at most 1 ms (16 frames). `stored`: the audio on the disk. `known`: the audio in
 * memory. Returns the sent files with their missing parts, the parts that were read from the disk, and the error, if
 * any.
 */
async function sent(over: {
  stored?: Partial<Reading>
  known?: { chunks?: Chunk[]; kept?: FrameRange[] }
  channels?: 1 | 2
  from?: number
  /** Number of frames by which the server's position advances after each file. Default: 16, the whole file. */
  step?: number
  files?: number
}) {
  const files: { file: AudioFile; missing: readonly FrameRange[] }[] = []
  const asked: FrameRange[] = []
  let from = over.from ?? 0
  const end = sendBacklog({
    channels: over.channels ?? 1,
    longestMs: 1,
    read: async (range) => {
      asked.push(range)
      return { chunks: [], unreadable: [], more: false, ...over.stored }
    },
    known: () => ({ chunks: [], kept: [], ...over.known }),
    from: () => from,
    more: () => files.length < (over.files ?? 1),
    send: async (file, missing) => {
      files.push({ file, missing })
      from += over.step ?? 16
    },
  })
  return {
    files,
    asked,
    end: await end.then(
      () => 'ended',
      (error: unknown) => error,
    ),
  }
}

test('a file has the audio of disk and memory at its place, and zeros between', async () => {
  const stored = { chunks: [chunk(2, 4, 7), chunk(14, 8, 9)] }
  const { files, asked } = await sent({ from: 4, stored, known: { chunks: [chunk(8, 2, 5)] } })
  expect(asked).toEqual([{ fromFrame: 4, endFrame: 20 }])
  expect(files).toMatchObject([{ file: { fromFrame: 4, channels: 1 }, missing: [] }])
  expect([...(files[0]?.file.pcm ?? [])]).toEqual([7, 7, 0, 0, 5, 5, 0, 0, 0, 0, 9, 9, 9, 9, 9, 9])
})

test('a file of two channels keeps its frames together', async () => {
  const { files } = await sent({ from: 1, channels: 2, stored: { chunks: [chunk(0, 2, 3, 2), chunk(3, 1, 4, 2)] } })
  expect([...(files[0]?.file.pcm ?? [])]).toEqual([3, 3, 0, 0, 4, 4])
})

test('what the disk must have and does not return is missing, unless it is in memory', async () => {
  const kept = [{ fromFrame: 0, endFrame: 40 }]
  const stored = { chunks: [chunk(4, 4, 1)], unreadable: [{ fromFrame: 10, endFrame: 14 }] }
  expect((await sent({ from: 2, stored, known: { kept } })).files[0]?.missing).toEqual([
    { fromFrame: 2, endFrame: 4 },
    { fromFrame: 8, endFrame: 14 },
  ])
  const known = { kept, chunks: [chunk(8, 6, 2)] }
  expect((await sent({ from: 2, stored, known })).files[0]?.missing).toEqual([{ fromFrame: 2, endFrame: 4 }])
})

test('an unreadable part alone is a file of silence, so that the server’s position moves on', async () => {
  const { files } = await sent({ stored: { unreadable: [{ fromFrame: 0, endFrame: 4 }] } })
  expect([...(files[0]?.file.pcm ?? [])]).toEqual([0, 0, 0, 0])
  expect(files[0]?.missing).toEqual([{ fromFrame: 0, endFrame: 4 }])
})

test('nothing kept, or only audio before the server’s position, sends nothing', async () => {
  expect(await sent({})).toMatchObject({ files: [], end: 'ended' })
  expect(await sent({ from: 8, stored: { chunks: [chunk(0, 8, 1)] } })).toMatchObject({ files: [], end: 'ended' })
})

test('files follow each other from the server’s position, until no more is due', async () => {
  const { files, end } = await sent({ stored: { chunks: [chunk(0, 64, 1)] }, step: 12, files: 3 })
  expect(files.map(({ file }) => [file.fromFrame, file.pcm.length])).toEqual([
    [0, 16],
    [12, 16],
    [24, 16],
  ])
  expect(end).toBe('ended')
})

test.each([0, -4])('a server whose position does not move on (%i) is not sent the same file forever', async (step) => {
  const { files, end } = await sent({ stored: { chunks: [chunk(0, 64, 1)] }, step, files: 9 })
  expect(files).toHaveLength(1)
  expect(end).toBeInstanceOf(UploadRefused)
  expect(end).toMatchObject({ retryAfterMs: null, tooLarge: false })
})
