import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createWorker } from 'tesseract.js'
import type { LanguageData } from './messages.ts'
import { withPlainOrientation } from './orientation.ts'
import { pictureSize } from './picture-size.ts'
import { UnreadableFile } from './refused.ts'

const pixelsMax = 50_000_000
const damaged = 'This picture is damaged or of a kind that cannot be read. Send a PNG or JPEG.'
/** Below this confidence, 0 to 100, the recognized words are not what the picture shows. Clear print has about 90. */
const confidenceMin = 65

const names: Record<string, string> = {
  ar: 'ara',
  bg: 'bul',
  ca: 'cat',
  cs: 'ces',
  da: 'dan',
  de: 'deu',
  el: 'ell',
  en: 'eng',
  es: 'spa',
  et: 'est',
  fi: 'fin',
  fr: 'fra',
  he: 'heb',
  hi: 'hin',
  hr: 'hrv',
  hu: 'hun',
  id: 'ind',
  it: 'ita',
  ja: 'jpn',
  ko: 'kor',
  lt: 'lit',
  lv: 'lav',
  ms: 'msa',
  nl: 'nld',
  no: 'nor',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  ru: 'rus',
  sk: 'slk',
  sl: 'slv',
  sv: 'swe',
  th: 'tha',
  tr: 'tur',
  uk: 'ukr',
  vi: 'vie',
  zh: 'chi_sim',
}
/** Languages that are not written in Latin letters. The English data would turn their letters into others. */
const otherScripts: ReadonlySet<string> = new Set('ar bg el fa he hi ja ko mk ru sr th uk ur zh'.split(' '))

export interface PictureReader {
  /**
   * Returns the words in a picture. Null: they cannot be recognized with confidence. Throws `UnreadableFile` if the
   * picture cannot be decoded.
   */
  read(picture: Buffer): Promise<string | null>
}

/**
 * Finds the installed language data for a language. For a language in Latin letters, the data for English is enough to
 * read the letters. Null if no data fits.
 */
export function findLanguageData(language: string): LanguageData | null {
  const code = language.split('-')[0] ?? ''
  const dataName = names[code] ?? 'eng'
  for (const name of otherScripts.has(code) ? (code in names ? [dataName] : []) : [dataName, 'eng']) {
    const folder = folders().find((one) => existsSync(join(one, `${name}.traineddata`)))
    if (folder !== undefined) return { folder, name, isOther: name !== dataName }
  }
  return null
}

function folders(): string[] {
  const debian = '/usr/share/tesseract-ocr'
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'tessdata')) : []
  return [...versions, '/usr/share/tessdata', '/usr/local/share/tessdata', '/opt/homebrew/share/tessdata']
}

/**
 * Starts a `PictureReader` in a thread that ends with the process. The reader uses the language data that is installed
 * on the system and downloads nothing.
 */
export async function openPictureReader({ folder, name }: LanguageData): Promise<PictureReader> {
  const worker = await createWorker(name, undefined, {
    langPath: folder,
    gzip: false,
    cacheMethod: 'none',
    // Failures also reject the promise. Without this handler, they would be thrown as uncaught exceptions.
    errorHandler: () => {},
  })
  return {
    async read(picture) {
      const { data } = await worker.recognize(withPlainOrientation(picture)).catch((cause: unknown) => {
        throw new UnreadableFile(damaged, { cause })
      })
      return data.text.trim() !== '' && data.confidence < confidenceMin ? null : data.text
    },
  }
}

/** Throws `UnreadableFile` if the header of a picture is damaged or declares too many pixels. */
export function checkPicture(picture: Buffer): void {
  const size = pictureSize(picture)
  if (size === null || size.width * size.height === 0) throw new UnreadableFile(damaged)
  if (size.width * size.height > pixelsMax) {
    throw new UnreadableFile(
      `This picture is too large. Send a picture of at most ${pixelsMax / 1_000_000} million pixels.`,
      {
        code: 'too_large',
      },
    )
  }
}
