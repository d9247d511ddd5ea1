import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installSystemPackages } from '../../../scripts/system-packages.ts'

/** Makes HEIC photos as phones do. */

const hasEncoder = () => spawnSync('heif-enc', ['--help'], { stdio: 'ignore' }).status === 0

/** Installs the encoder of Debian if it is missing. Throws if it cannot be installed. */
export function ensureHeicEncoder(): void {
  if (hasEncoder()) return
  installSystemPackages(['libheif-examples'])
  if (!hasEncoder()) throw new Error('HEIC photos cannot be made here: install libheif-examples.')
}

/** Encodes PNG or JPEG pictures as one HEIC or AVIF file. */
export function heic(pictures: readonly Uint8Array[], kind: 'heic' | 'avif' = 'heic'): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'chartside-heic-'))
  try {
    const names = pictures.map((picture, index) => {
      const name = join(folder, `${index}.${picture[0] === 0x89 ? 'png' : 'jpg'}`)
      writeFileSync(name, picture)
      return name
    })
    const result = join(folder, `out.${kind}`)
    const { status, stderr } = spawnSync('heif-enc', ['-q', '60', ...names, '-o', result])
    if (status !== 0) throw new Error(String(stderr))
    return readFileSync(result)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const u8 = (...values: number[]) => Buffer.from(values)
function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, 2 * index)
  return bytes
}
function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}
function box(type: string, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([u32(8 + content.length), Buffer.from(type, 'latin1'), content])
}
const full = (type: string, version: number, ...contents: readonly Buffer[]) =>
  box(type, u32(version << 24), ...contents)

/**
 * A photo that consists of square tiles, row by row, and of which the file says how often it must be turned by 90 degrees
 * against the clock. `tiles`: HEIC files of equal size.
 */
export function tiledHeic(tiles: readonly Buffer[], columns: number, tilePixels: number, turns = 0): Buffer {
  const rows = tiles.length / columns
  const [width, height] = [columns * tilePixels, rows * tilePixels]
  const [first] = tiles
  if (first === undefined) throw new Error('There must be a tile.')
  const parametersAt = first.indexOf('hvcC') - 4
  const parameters = first.subarray(parametersAt, parametersAt + first.readUInt32BE(parametersAt))
  const coded = tiles.map((tile) => tile.subarray(tile.indexOf('mdat') + 4))
  const grid = Buffer.concat([u8(0, 0, rows - 1, columns - 1), u16(width, height)])
  const contents = [...coded, grid]
  const whole = contents.length
  const entry = (id: number, type: string, isHidden: boolean) =>
    box('infe', u32((2 << 24) | (isHidden ? 1 : 0)), u16(id, 0), Buffer.from(`${type}\0`, 'latin1'))
  const ids = coded.map((_, index) => index + 1)
  const head = (start: number) => {
    let at = start
    const places = contents.map((content, index) => {
      const place = Buffer.concat([u16(index + 1, 0, 1), u32(at, content.length)])
      at += content.length
      return place
    })
    const meta = full(
      'meta',
      0,
      full('hdlr', 0, u32(0), Buffer.from('pict', 'latin1'), u32(0, 0, 0), u8(0)),
      full('pitm', 0, u16(whole)),
      full('iloc', 0, u8(0x44, 0), u16(contents.length), ...places),
      full('iinf', 0, u16(contents.length), ...ids.map((id) => entry(id, 'hvc1', true)), entry(whole, 'grid', false)),
      full('iref', 0, box('dimg', u16(whole, ids.length, ...ids))),
      box(
        'iprp',
        box(
          'ipco',
          parameters,
          full('ispe', 0, u32(tilePixels, tilePixels)),
          full('ispe', 0, u32(width, height)),
          box('irot', u8(turns)),
        ),
        full(
          'ipma',
          0,
          u32(contents.length),
          ...ids.map((id) => Buffer.concat([u16(id), u8(2, 0x81, 2)])),
          u16(whole),
          u8(2, 3, 0x84),
        ),
      ),
    )
    const brands = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'))
    return Buffer.concat([brands, meta])
  }
  const start = head(0).length + 8
  return Buffer.concat([head(start), box('mdat', ...contents)])
}
