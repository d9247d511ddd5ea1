import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'puppeteer'
import type { Random } from '../../generation/lies/random.ts'
import { heic } from '../../server/transcript-files/heic.ts'
import { columnsPdf, docx, formPdf, pdf, scan, wav } from '../../server/transcript-files/make.ts'

/** What a file says: numbers in their order, or the length of its sound. */
export type Words = { numbers: string[] } | { seconds: number }

/** A file before it is damaged. `of`: how it can be damaged. */
export interface Original {
  bytes: Buffer
  of: 'text' | 'docx' | 'pdf' | 'picture' | 'wav' | 'encoded-sound'
  words: Words
}

const lineCount = 12
/** Lines with numbers that occur only once. */
function linesOf(random: Random) {
  const numbers = Array.from({ length: lineCount }, (_, index) => String(1000 + index * 700 + random.below(699)))
  const lines = numbers.map((number, index) => `${index % 2 === 0 ? 'Clinician' : 'Patient'}: The number is ${number}.`)
  return { numbers, lines }
}

const time = (second: number, point: string) => `00:00:${String(second).padStart(2, '0')}${point}000`
const cues = (lines: readonly string[], point: string) =>
  lines
    .map((line, index) => `${index + 1}\n${time(index * 2, point)} --> ${time(index * 2 + 1, point)}\n${line}\n`)
    .join('\n')

const texts = {
  text: (lines: readonly string[]) => Buffer.from(lines.join('\n')),
  'text in UTF-16': (lines: readonly string[]) => Buffer.from(`\ufeff${lines.join('\r\n')}`, 'utf16le'),
  'text with accents': (lines: readonly string[]) =>
    Buffer.from(lines.join('\n').replaceAll('number', 'número'), 'latin1'),
  WebVTT: (lines: readonly string[]) => Buffer.from(`WEBVTT\n\n${cues(lines, '.')}`),
  SRT: (lines: readonly string[]) => Buffer.from(cues(lines, ',')),
  'JSON of WhisperX': (lines: readonly string[]) =>
    Buffer.from(
      JSON.stringify({
        segments: lines.map((line, index) => ({
          start: index * 2,
          end: index * 2 + 1,
          text: line,
          speaker: 'SPEAKER_0',
        })),
        language: 'en',
      }),
    ),
} as const

const documents = {
  'Word document': { of: 'docx', make: (lines: readonly string[]) => docx(lines) },
  PDF: { of: 'pdf', make: (lines: readonly string[]) => pdf(lines) },
  'PDF with columns': { of: 'pdf', make: (lines: readonly string[]) => columnsPdf(lines.slice(0, 6), lines.slice(6)) },
  'PDF form': {
    of: 'pdf',
    make: (lines: readonly string[]) =>
      formPdf(Object.fromEntries(lines.map((line, index) => [`Answer ${'abcdefghijkl'[index]}`, line]))),
  },
} as const

const pictures = ['PNG', 'JPEG', 'WebP', 'TIFF', 'scanned PDF', 'HEIC'] as const
const sounds = {
  WAV: { bits: 16 },
  'WAV of floats': { bits: 32, isFloat: true },
  'WAV in stereo': { bits: 16, channels: 2 },
} as const
const encodings = {
  MP3: ['mp3'],
  'MP3 without length': ['-write_xing', '0', 'mp3'],
  M4A: ['-movflags', 'faststart', 'm4a'],
  Ogg: ['ogg'],
  WebM: ['webm'],
  FLAC: ['flac'],
  AAC: ['aac'],
} as const

type TextKind = keyof typeof texts
type DocumentKind = keyof typeof documents
type PictureKind = (typeof pictures)[number]
type SoundKind = keyof typeof sounds
type EncodingKind = keyof typeof encodings
export type Kind = TextKind | DocumentKind | PictureKind | SoundKind | EncodingKind

export const kinds: readonly Kind[] = [
  ...(Object.keys(texts) as TextKind[]),
  ...(Object.keys(documents) as DocumentKind[]),
  ...pictures.filter((kind) => kind !== 'HEIC'),
  ...(Object.keys(sounds) as SoundKind[]),
  ...(Object.keys(encodings) as EncodingKind[]),
  // At the end, so that the files of the other kinds stay as they were.
  'HEIC',
]

const isIn = <Table extends object>(table: Table, kind: PropertyKey): kind is keyof Table => kind in table

/** Makes a file of a kind. `page`: draws the pictures, turned by this number of degrees. */
export async function makeOriginal(kind: Kind, random: Random, page: Page, degrees = 0): Promise<Original> {
  if (isIn(sounds, kind)) {
    const seconds = 8 + random.below(5)
    const bytes = wav({ rateHz: 16_000, channels: 1, ms: seconds * 1000, ...sounds[kind] })
    return { bytes, of: 'wav', words: { seconds } }
  }
  if (isIn(encodings, kind)) {
    const seconds = 8 + random.below(5)
    const bytes = await convert(wav({ rateHz: 16_000, channels: 1, bits: 16, ms: seconds * 1000 }), encodings[kind])
    return { bytes, of: 'encoded-sound', words: { seconds } }
  }
  const { numbers, lines } = linesOf(random)
  if (isIn(texts, kind)) return { bytes: texts[kind](lines), of: 'text', words: { numbers } }
  if (isIn(documents, kind)) {
    const { of, make } = documents[kind]
    return { bytes: make(lines), of, words: { numbers } }
  }
  const shown = lines.slice(0, 5)
  const bytes = await drawn(kind, shown, page, degrees)
  return { bytes, of: kind === 'scanned PDF' ? 'pdf' : 'picture', words: { numbers: numbers.slice(0, 5) } }
}

const [width, height] = [900, 420]

async function drawn(kind: PictureKind, lines: readonly string[], page: Page, degrees: number): Promise<Buffer> {
  const isOnSide = degrees % 180 !== 0
  await page.setViewport(isOnSide ? { width: height, height: width } : { width, height })
  const sheet = `position:absolute;left:50%;top:50%;width:${width}px;height:${height}px;transform:translate(-50%,-50%) rotate(${degrees}deg)`
  await page.setContent(
    `<body style="background:white;font:32px serif"><div style="${sheet}">${lines.map((line) => `<p style="margin:30px">${line}</p>`).join('')}</div>`,
  )
  const shot = async (type: 'png' | 'jpeg' | 'webp') => Buffer.from(await page.screenshot({ type }))
  switch (kind) {
    case 'PNG':
      return shot('png')
    case 'JPEG':
      return shot('jpeg')
    case 'WebP':
      return shot('webp')
    case 'TIFF':
      return convert(await shot('png'), ['-f', 'image2', '-c:v', 'tiff', 'tiff'], ['-f', 'png_pipe'])
    case 'HEIC':
      return heic([await shot('png')])
    case 'scanned PDF':
      return scan(await shot('jpeg'), isOnSide ? { width: height, height: width } : { width, height })
  }
}

async function convert(bytes: Buffer, options: readonly string[], reading: readonly string[] = []): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'chartside-original-'))
  const name = join(folder, `file.${options.at(-1)}`)
  try {
    const encoder = spawn('ffmpeg', ['-v', 'error', '-y', ...reading, '-i', 'pipe:0', ...options.slice(0, -1), name])
    encoder.stdin.end(bytes)
    await once(encoder, 'close')
    return await readFile(name)
  } finally {
    await rm(folder, { recursive: true })
  }
}
