interface Raw {
  width: number
  height: number
  data: Uint8Array | Uint8ClampedArray
}

function isRaw(value: unknown): value is Raw {
  if (typeof value !== 'object' || value === null) return false
  const { width, height, data } = value as Partial<Record<keyof Raw, unknown>>
  const isBytes = data instanceof Uint8Array || data instanceof Uint8ClampedArray
  return typeof width === 'number' && typeof height === 'number' && isBytes
}

/** A decoded picture of a PDF as a PNM file, which every picture reader knows; null for what it cannot be made of. */
export function toPnm(picture: unknown, pixelsMax: number): Uint8Array | null {
  if (!isRaw(picture)) return null
  const { width, height, data } = picture
  const pixels = width * height
  if (pixels === 0 || pixels > pixelsMax) return null
  if (data.length === Math.ceil(width / 8) * height && pixels > data.length) {
    // One bit a pixel: set is white here and black in a PBM.
    return file(
      'P4',
      `${width} ${height}`,
      data.map((byte) => byte ^ 0xff),
    )
  }
  if (data.length === pixels) return file('P5', `${width} ${height}\n255`, data)
  if (data.length === pixels * 3) return file('P6', `${width} ${height}\n255`, data)
  if (data.length === pixels * 4) return file('P6', `${width} ${height}\n255`, withoutAlpha(data))
  return null
}

function file(magic: string, size: string, data: Uint8Array | Uint8ClampedArray): Uint8Array {
  const head = Buffer.from(`${magic}\n${size}\n`, 'latin1')
  const whole = new Uint8Array(head.length + data.length)
  whole.set(head)
  whole.set(data, head.length)
  return whole
}

function withoutAlpha(data: Uint8Array | Uint8ClampedArray): Uint8Array {
  const rgb = new Uint8Array((data.length / 4) * 3)
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) rgb.set(data.subarray(from, from + 3), to)
  return rgb
}
