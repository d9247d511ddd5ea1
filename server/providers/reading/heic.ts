import { createRequire } from 'node:module'
import { UnreadableFile } from './refused.ts'

/** The C functions of libheif and libde265 that are used here. Each `number` is an address or a value. */
interface Libheif {
  HEAPU8: Uint8Array
  HEAP32: Int32Array
  _malloc(bytes: number): number
  _free(at: number): void
  _heif_context_alloc(): number
  _heif_context_read_from_memory(error: number, context: number, bytes: number, length: number, options: 0): void
  _heif_context_get_number_of_top_level_images(context: number): number
  _heif_context_get_list_of_top_level_image_IDs(context: number, ids: number, most: number): number
  _heif_context_get_image_handle(error: number, context: number, id: number, handle: number): void
  _heif_context_get_item_references(context: number, id: number, index: number, type: number, ids: number): number
  _heif_release_item_references(context: number, ids: number): void
  _heif_item_get_item_type(context: number, id: number): number
  _heif_item_get_item_data(error: number, context: number, id: number, format: 0, bytes: number, length: number): void
  _heif_release_item_data(context: number, bytes: number): void
  _heif_image_handle_release(handle: number): void
  _heif_decoding_options_alloc(): number
  _heif_decode_image(error: number, handle: number, out: number, color: number, chroma: number, options: number): void
  _heif_image_get_width(image: number, channel: number): number
  _heif_image_get_height(image: number, channel: number): number
  _heif_image_get_plane_readonly(image: number, channel: number, stride: number): number
  _heif_image_release(image: number): void
  _de265_new_decoder(): number
  _de265_set_parameter_bool(decoder: number, parameter: number, value: 1): void
  _de265_push_NAL(decoder: number, bytes: number, length: number, low: 0, high: 0, user: 0): number
  _de265_flush_data(decoder: number): number
  _de265_decode(decoder: number, more: number): number
  _de265_get_next_picture(decoder: number): number
  _de265_free_decoder(decoder: number): number
}

const yCbCr = 0
const chroma420 = 1
const lightness = 0
/** The place in `heif_decoding_options`, which libheif does not move. */
const to8Bits = 20
const suppressFaultyPictures = 6
const codedItem = 0x68766331
const madeOf = 0x64696d67
const depthMax = 4
/** libde265 may say forever that there is more of a damaged picture. */
const roundsMax = 1000

const damaged = () =>
  new UnreadableFile(
    'This HEIC photo is damaged or was cut. Send it again, or save it as a JPEG and send the new file.',
  )

export interface HeicPhotos {
  count: number
  /**
   * Decodes a photo (from 0) as a gray PNM file, turned upright. Throws `UnreadableFile` if any part of it is damaged.
   */
  draw(index: number): Buffer
}

/** Opens a HEIC file. Throws `UnreadableFile` if it is damaged or has no photo. */
export async function openHeic(file: Buffer): Promise<HeicPhotos> {
  const lib = createRequire(import.meta.url)('libheif-js/wasm-bundle') as Libheif
  const [error, out, out2] = [lib._malloc(12), lib._malloc(4), lib._malloc(4)]
  const numberAt = (at: number) => lib.HEAP32[at / 4] ?? 0
  const check = () => {
    if (numberAt(error) !== 0) throw damaged()
  }
  const bytes = lib._malloc(file.length)
  lib.HEAPU8.set(file, bytes)
  const context = lib._heif_context_alloc()
  lib._heif_context_read_from_memory(error, context, bytes, file.length, 0)
  lib._free(bytes)
  check()
  const count = lib._heif_context_get_number_of_top_level_images(context)
  if (count === 0) throw damaged()
  const ids = lib._malloc(4 * count)
  lib._heif_context_get_list_of_top_level_image_IDs(context, ids, count)
  const isWhole = wholeness(lib, headersOf(file))

  const dataOf = (id: number): Buffer => {
    lib._heif_item_get_item_data(error, context, id, 0, out, out2)
    check()
    const data = Buffer.from(lib.HEAPU8.subarray(numberAt(out), numberAt(out) + numberAt(out2)))
    lib._heif_release_item_data(context, out)
    return data
  }
  /** Throws if a coded part of an item is damaged. A photo of a phone is a grid of coded tiles. */
  const checkParts = (id: number, depth = 0) => {
    if (depth > depthMax) throw damaged()
    if (lib._heif_item_get_item_type(context, id) === codedItem && !isWhole(dataOf(id))) throw damaged()
    for (let index = 0; ; index++) {
      const length = lib._heif_context_get_item_references(context, id, index, out, out2)
      if (length === 0) return
      const [type, list] = [numberAt(out), numberAt(out2)]
      const parts = type === madeOf ? Array.from({ length }, (_, at) => numberAt(list + 4 * at)) : []
      lib._heif_release_item_references(context, out2)
      for (const part of new Set(parts)) checkParts(part, depth + 1)
    }
  }

  return {
    count,
    draw(index) {
      const id = numberAt(ids + 4 * index)
      checkParts(id)
      lib._heif_context_get_image_handle(error, context, id, out)
      check()
      const handle = numberAt(out)
      const options = lib._heif_decoding_options_alloc()
      lib.HEAPU8[options + to8Bits] = 1
      lib._heif_decode_image(error, handle, out, yCbCr, chroma420, options)
      check()
      const image = numberAt(out)
      const pnm = grayOf(lib, image, out)
      lib._heif_image_release(image)
      lib._heif_image_handle_release(handle)
      return pnm
    },
  }
}

function grayOf(lib: Libheif, image: number, out: number): Buffer {
  const width = lib._heif_image_get_width(image, lightness)
  const height = lib._heif_image_get_height(image, lightness)
  const plane = lib._heif_image_get_plane_readonly(image, lightness, out)
  const stride = lib.HEAP32[out / 4] ?? 0
  const head = Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1')
  const pnm = Buffer.alloc(head.length + width * height)
  head.copy(pnm)
  for (let row = 0; row < height; row++)
    pnm.set(lib.HEAPU8.subarray(plane + row * stride, plane + row * stride + width), head.length + row * width)
  return pnm
}

/** Returns the units of each `hvcC` box: the parameters with which coded items are decoded. */
function headersOf(file: Buffer): Buffer[][] {
  const headers: Buffer[][] = []
  for (let box = file.indexOf('hvcC'); box >= 0; box = file.indexOf('hvcC', box + 4)) {
    const units: Buffer[] = []
    let at = box + 4 + 23
    for (let arrays = file[at - 1] ?? 0; arrays > 0 && at + 3 <= file.length; arrays--) {
      let left = file.readUInt16BE(at + 1)
      for (at += 3; left > 0 && at + 2 <= file.length; left--) {
        const length = file.readUInt16BE(at)
        units.push(file.subarray(at + 2, at + 2 + length))
        at += 2 + length
      }
    }
    headers.push(units)
  }
  return headers
}

/**
 * Returns a function that says whether coded data is whole. libheif shows a damaged picture as far as it was decoded,
 * without a word. libde265 can be told to show none.
 */
function wholeness(lib: Libheif, headers: Buffer[][]): (data: Buffer) => boolean {
  const decodes = (units: readonly Buffer[]): boolean => {
    const decoder = lib._de265_new_decoder()
    const more = lib._malloc(4)
    try {
      lib._de265_set_parameter_bool(decoder, suppressFaultyPictures, 1)
      for (const unit of units) {
        const at = lib._malloc(unit.length)
        lib.HEAPU8.set(unit, at)
        const error = lib._de265_push_NAL(decoder, at, unit.length, 0, 0, 0)
        lib._free(at)
        if (error !== 0) return false
      }
      lib._de265_flush_data(decoder)
      for (let round = 0; round < roundsMax; round++) {
        if (lib._de265_decode(decoder, more) !== 0) return false
        if (lib._de265_get_next_picture(decoder) !== 0) return true
        if (lib.HEAP32[more / 4] === 0) return false
      }
      return false
    } finally {
      lib._free(more)
      lib._de265_free_decoder(decoder)
    }
  }
  return (data) => {
    const units: Buffer[] = []
    for (let at = 0; at < data.length; ) {
      if (at + 4 > data.length) return false
      const length = data.readUInt32BE(at)
      if (length === 0 || at + 4 + length > data.length) return false
      units.push(data.subarray(at + 4, at + 4 + length))
      at += 4 + length
    }
    const fitting = headers.findIndex((header) => decodes([...header, ...units]))
    if (fitting < 0) return false
    // The next item is probably decoded with the same parameters.
    headers.unshift(...headers.splice(fitting, 1))
    return true
  }
}
