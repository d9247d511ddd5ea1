import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import type { ReadPage } from './messages.ts'
import { toPnm } from './pnm.ts'
import { UnreadableFile } from './refused.ts'

const pagesMax = 500
const pixelsMax = 50_000_000

/** An open PDF: its text layer, and on demand the pictures of a page. */
export interface OpenPdf {
  pages: ReadPage[]
  /** The pictures of a page (from 1) as PNM files, in the order in which they are painted. */
  picturesOf(number: number): Promise<Uint8Array[]>
}

/** Opens a PDF and reads its text layer. Throws `UnreadableFile` where it is locked or too long. */
export async function openPdf(bytes: Buffer): Promise<OpenPdf> {
  const document = await getDocumentProxy(new Uint8Array(bytes)).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'PasswordException') {
      throw new UnreadableFile('This PDF asks for a password. Save it without one and send it again.')
    }
    throw error
  })
  if (document.numPages > pagesMax)
    throw new UnreadableFile(`This PDF has more than ${pagesMax} pages. Send it in parts.`)
  const { OPS } = await getResolvedPDFJS()

  const keysOf = async (number: number): Promise<string[]> => {
    const page = await document.getPage(number)
    const { fnArray, argsArray } = await page.getOperatorList()
    const keys: string[] = []
    for (const [index, operation] of fnArray.entries()) {
      const key: unknown = argsArray[index]?.[0]
      if (operation === OPS.paintImageXObject && typeof key === 'string') keys.push(key)
    }
    return keys
  }

  const pages: ReadPage[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
    // Pictures beside text are letterheads and signatures; a page without text is a scan.
    pages.push({ text, pictures: text.trim() === '' ? (await keysOf(number)).length : 0 })
  }

  return {
    pages,
    async picturesOf(number) {
      const page = await document.getPage(number)
      const pictures: Uint8Array[] = []
      for (const key of await keysOf(number)) {
        const store = key.startsWith('g_') ? page.commonObjs : page.objs
        const picture: unknown = await new Promise((resolve) => store.get(key, resolve))
        const pnm = toPnm(picture, pixelsMax)
        if (pnm !== null) pictures.push(pnm)
      }
      return pictures
    },
  }
}
