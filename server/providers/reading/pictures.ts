import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createWorker } from 'tesseract.js'
import type { LanguageData } from './messages.ts'
import { pictureSize } from './picture-size.ts'
import { UnreadableFile } from './refused.ts'

const pixelsMax = 50_000_000
const damaged = 'This picture is damaged or of a kind that cannot be read. Send a PNG or JPEG.'
/** Languages as transcripts name them, and as the language data does; any other is read as English. */
const names: Record<string, string> = { en: 'eng', de: 'deu', fr: 'fra', es: 'spa', it: 'ita', nl: 'nld', pt: 'por' }

/** Reads the words of one picture after another. */
export interface PictureReader {
  /** Throws `UnreadableFile` where there is no picture to see. */
  read(picture: Buffer): Promise<string>
}

/** The folder of the system's language data that knows a language, and its name there; null where none is installed. */
export function findLanguageData(language: string): LanguageData | null {
  const wanted = names[language.split('-')[0] ?? ''] ?? 'eng'
  for (const name of [wanted, 'eng']) {
    const folder = folders().find((one) => existsSync(join(one, `${name}.traineddata`)))
    if (folder !== undefined) return { folder, name }
  }
  return null
}

/** Where packages of tesseract put their language data. */
function folders(): string[] {
  const debian = '/usr/share/tesseract-ocr'
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'tessdata')) : []
  return [...versions, '/usr/share/tessdata', '/usr/local/share/tessdata', '/opt/homebrew/share/tessdata']
}

/** Starts a reader, in a thread of its own that ends with the process. Nothing is fetched: the language data is the system's. */
export async function openPictureReader({ folder, name }: LanguageData): Promise<PictureReader> {
  const worker = await createWorker(name, undefined, {
    langPath: folder,
    gzip: false,
    cacheMethod: 'none',
    // Failures come as rejections; without this they would be thrown where nobody catches them.
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

/** Refuses a picture whose header is damaged or announces more than can be held. Throws `UnreadableFile`. */
export function checkPicture(picture: Buffer): void {
  const size = pictureSize(picture)
  if (size === null || size.width * size.height === 0) throw new UnreadableFile(damaged)
  if (size.width * size.height > pixelsMax) {
    throw new UnreadableFile(
      `This picture is too large. Send one of at most ${pixelsMax / 1_000_000} million pixels.`,
      {
        code: 'too_large',
      },
    )
  }
}
