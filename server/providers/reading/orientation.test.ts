import { expect, test } from 'vitest'
import { withPlainOrientation } from './orientation.ts'

const exif = (orientation: number, isLittle: boolean) => {
  const tags = Buffer.alloc(26)
  tags.write(isLittle ? 'II' : 'MM', 'latin1')
  const write16 = (value: number, at: number) =>
    isLittle ? tags.writeUInt16LE(value, at) : tags.writeUInt16BE(value, at)
  const write32 = (value: number, at: number) =>
    isLittle ? tags.writeUInt32LE(value, at) : tags.writeUInt32BE(value, at)
  write16(42, 2)
  write32(8, 4)
  write16(1, 8)
  write16(0x0112, 10)
  write16(3, 12)
  write32(1, 14)
  write16(orientation, 18)
  return tags
}
const segment = (marker: number, body: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}
const jpeg = (...segments: Buffer[]) =>
  Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments, Buffer.from([0xff, 0xda, 0, 2])])

/** What tesseract.js reads: the bytes of a big-endian orientation among the first 500. */
const seen = (picture: Buffer) =>
  Number(/1 18 0 3 0 0 0 1 0 (\d)/.exec([...picture.subarray(0, 500)].join(' '))?.[1] ?? 1)

test.each([1, 2, 3, 4, 5, 6, 7, 8])('orientation %i of a photo is seen in every form', (orientation) => {
  for (const isLittle of [true, false]) {
    const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif(orientation, isLittle)])
    const far = segment(0xe2, Buffer.alloc(2000))
    for (const picture of [jpeg(segment(0xe1, body)), jpeg(far, segment(0xe1, body))]) {
      const plain = withPlainOrientation(picture)
      expect(seen(plain)).toBe(orientation)
      expect(plain.subarray(plain.length - picture.length + 2)).toEqual(picture.subarray(2))
    }
  }
})

test('a damaged photo is left as it is', () => {
  for (const picture of [
    jpeg(segment(0xe1, Buffer.from('Exif\0\0II*'))),
    Buffer.from([0xff, 0xd8, 0xff]),
    Buffer.alloc(40, 0x89),
  ])
    expect(withPlainOrientation(picture)).toEqual(picture)
})
