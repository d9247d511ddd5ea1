/** Kinds of files, recognised by their first bytes. Names and headers are not reliable. */
export const fileKinds = ['text', 'docx', 'pdf', 'image', 'wav', 'mp3', 'm4a', 'ogg', 'webm', 'flac', 'aac'] as const
export type FileKind = (typeof fileKinds)[number]

export const headBytes = 1024

const startsWith = (head: Buffer, bytes: readonly number[], at = 0) =>
  bytes.every((byte, index) => head[at + index] === byte)
const says = (head: Buffer, word: string, at = 0) => head.toString('latin1', at, at + word.length) === word

const isMp3Frame = (head: Buffer) =>
  head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2 && ((head[2] ?? 0xff) & 0xf0) !== 0xf0

/**
 * Returns the kind of a file by its first bytes. Null if the kind is not supported. `text` is preliminary: reading the
 * rest of the file may show that it is binary.
 */
export function kindOf(head: Buffer): FileKind | null {
  if (head.subarray(0, headBytes).includes('%PDF-')) return 'pdf'
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04])) return 'docx'
  if (isImage(head)) return 'image'
  if (['RIFF', 'RF64', 'BW64'].some((word) => says(head, word))) return says(head, 'WAVE', 8) ? 'wav' : null
  if (says(head, 'ftyp', 4)) return photoBrands.has(head.toString('latin1', 8, 12)) ? null : 'm4a'
  if (startsWith(head, [0x1a, 0x45, 0xdf, 0xa3])) return 'webm'
  if (says(head, 'fLaC')) return 'flac'
  if (head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0) return 'aac'
  if (says(head, 'OggS')) return 'ogg'
  if (says(head, 'ID3') || isMp3Frame(head)) return 'mp3'
  return looksLikeText(head) ? 'text' : null
}

/** Brands of photos in the same container as M4A: HEIC, and others that are not read. */
const heicBrands: ReadonlySet<string> = new Set('heic heix heim heis hevc hevx hevm hevs'.split(' '))
const photoBrands: ReadonlySet<string> = new Set([...heicBrands, ...'mif1 msf1 miaf avif avis crx '.split(' ')])

/** True for a HEIC photo: HEIC is the first brand of the file, or one of the others beside the brand of every HEIF photo. */
export function isHeic(head: Buffer): boolean {
  if (!says(head, 'ftyp', 4) || head.length < 12) return false
  const brands: string[] = []
  const end = Math.min(head.length, head.readUInt32BE(0))
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12) brands.push(head.toString('latin1', at, at + 4))
  return photoBrands.has(brands[0] ?? '') && brands.some((brand) => heicBrands.has(brand))
}

const anyKind = 'Send a text file, a Word document (.docx), a PDF, a picture or a sound file.'

export function refusalOf(head: Buffer): string {
  if (says(head, 'ftyp', 4))
    return 'This is an AVIF photo or another new kind. Save the photo as a JPEG and send the new file.'
  if (startsWith(head, [0xd0, 0xcf, 0x11, 0xe0]))
    return 'This file is an old Word document (.doc), or it has a password. Save it as .docx without a password and send the new file.'
  if (says(head, '{\\rtf')) return 'This is an RTF file. Save it as .docx or as text and send the new file.'
  if (says(head, 'GIF8') || says(head, 'BM')) return 'Save the picture as a PNG or JPEG and send the new file.'
  return anyKind
}

function isImage(head: Buffer): boolean {
  return (
    startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) ||
    startsWith(head, [0xff, 0xd8, 0xff]) ||
    startsWith(head, [0x49, 0x49, 0x2a, 0x00]) ||
    startsWith(head, [0x4d, 0x4d, 0x00, 0x2a]) ||
    (says(head, 'RIFF') && says(head, 'WEBP', 8)) ||
    isHeic(head)
  )
}

function looksLikeText(head: Buffer): boolean {
  if (says(head, '{\\rtf')) return false
  if (startsWith(head, [0xff, 0xfe]) || startsWith(head, [0xfe, 0xff])) return true
  // UTF-16 without a mark has a zero in every second byte. `readText` decides.
  if (head.length > 1 && head.subarray(0, 64).every((byte, at) => at % 2 === (head[0] === 0 ? 1 : 0) || byte === 0))
    return true
  return !hasControls(head)
}

/** Tab, line feed, vertical tab, form feed, carriage return, the end of a DOS file, and the escape of ISO-2022-JP. */
const textControls: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b])

export const hasControls = (bytes: Uint8Array): boolean => bytes.some((byte) => byte < 0x20 && !textControls.has(byte))
