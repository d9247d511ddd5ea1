import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createWorker } from 'tesseract.js'
import type { LanguageData } from './messages.ts'
import { pictureSize } from './picture-size.ts'
import { UnreadableFile } from './refused.ts'

const pixelsMax = 50_000_000
const damaged = 'This picture is damaged or of a kind that cannot be read. Send a PNG or JPEG.'
/**
 * Names of tesseract's language data, by the language code of the transcript. Any other language is read as English.
 */
const names: Record<string, string> = { en: 'eng', de: 'deu', fr: 'fra', es: 'spa', it: 'ita', nl: 'nld', pt: 'por' }

/** Recognises the words in pictures, one picture at a time. */
export interface PictureReader {
  /** Returns the words in a picture. Throws `UnreadableFile` if the picture cannot be decoded. */
  read(picture: Buffer): Promise<string>
}

/** Finds the installed language data for a language, or else for English. Null if neither is installed. */
export function findLanguageData(language: string): LanguageData | null {
  const wanted = names[language.split('-')[0] ?? ''] ?? 'eng'
  for (const name of [wanted, 'eng']) {
    const folder = folders().find((one) => existsSync(join(one, `${name}.traineddata`)))
    if (folder !== undefined) return { folder, name }
  }
  return null
}

/** Folders in which tesseract packages install their language data. */
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
      const { data } = await worker.recognize(picture).catch((cause: unknown) => {
        throw new UnreadableFile(damaged, { cause })
      })
      return data.text
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
