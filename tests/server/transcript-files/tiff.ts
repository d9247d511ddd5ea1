import { spawnSync } from 'node:child_process'

const short = 3
const long = 4

/** Makes a TIFF file with one gray page for each picture, as a scanner does. */
export function tiff(pictures: readonly Uint8Array[]): Buffer {
  const parts = [Buffer.from('49492a0000000000', 'hex')]
  let length = 8
  let linkAt = 4
  const links: [at: number, to: number][] = []
  for (const picture of pictures) {
    const args = ['-v', 'error', '-f', 'image2pipe', '-i', 'pipe:0', '-f', 'image2pipe', '-c:v', 'pgm', 'pipe:1']
    const { stdout: pgm } = spawnSync('ffmpeg', args, { input: picture, maxBuffer: 1e8 })
    const [head = '', width = '', height = ''] = /^P5\s(\d+)\s(\d+)\s255\s/.exec(pgm.toString('latin1', 0, 40)) ?? []
    const pixels = pgm.subarray(head.length)
    const tags = [
      [256, long, Number(width)],
      [257, long, Number(height)],
      [258, short, 8],
      [259, short, 1],
      [262, short, 1],
      [273, long, length],
      [277, short, 1],
      [278, long, Number(height)],
      [279, long, pixels.length],
    ] as const
    const directory = Buffer.alloc(2 + 12 * tags.length + 4)
    directory.writeUInt16LE(tags.length, 0)
    for (const [index, [tag, type, value]] of tags.entries()) {
      directory.writeUInt16LE(tag, 2 + 12 * index)
      directory.writeUInt16LE(type, 4 + 12 * index)
      directory.writeUInt32LE(1, 6 + 12 * index)
      directory.writeUInt32LE(value, 10 + 12 * index)
    }
    links.push([linkAt, length + pixels.length])
    linkAt = length + pixels.length + directory.length - 4
    parts.push(pixels, directory)
    length += pixels.length + directory.length
  }
  const file = Buffer.concat(parts)
  for (const [at, to] of links) file.writeUInt32LE(to, at)
  return file
}
