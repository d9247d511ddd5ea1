import { getDocumentProxy } from 'unpdf'
import type { ReadPage } from './messages.ts'
import { openPages } from './pdf-pages.ts'
import { checkLength, UnreadableFile } from './refused.ts'

const pagesMax = 500

/** An item of a page's text as pdf.js returns it: a piece of text, or a marker without text. */
type TextPiece = { str: string; hasEOL: boolean } | { type: string }

/** An open PDF: the text layer of its pages, and a function that renders a page. */
export interface OpenPdf {
  pages: ReadPage[]
  /** Renders a page (from 1) as a PNM file. */
  pictureOf(number: number): Promise<Buffer>
}

/** Opens a PDF and reads its text layer. Throws `UnreadableFile` if it needs a password or is too large. */
export async function openPdf(bytes: Buffer): Promise<OpenPdf> {
  // `maxImageSize: 1` prevents pdf.js from decoding pictures. Without this setting, pdf.js would decode all pictures of
  // a page at the same time and could use too much memory.
  const document = await getDocumentProxy(new Uint8Array(bytes), { maxImageSize: 1 }).catch((cause: unknown) => {
    if (cause instanceof Error && cause.name === 'PasswordException') {
      throw new UnreadableFile('This PDF asks for a password. Save the PDF without a password and send it again.', {
        cause,
      })
    }
    throw cause
  })
  if (document.numPages > pagesMax) {
    throw new UnreadableFile(`This PDF has more than ${pagesMax} pages. Send it in parts.`, { code: 'too_large' })
  }

  const texts: string[] = []
  let characters = 0
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    let text = ''
    // The text is read in pieces, so that `checkLength` can stop the reading early. The text layer of one page may
    // unpack to gigabytes.
    const pieces = page.streamTextContent() as ReadableStream<{ items: TextPiece[] }>
    for await (const { items } of pieces) {
      text += items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
      checkLength(characters + text.length)
    }
    characters += text.length
    texts.push(text)
    page.cleanup()
  }
  await document.cleanup()

  // A page without text is a scan, so the words in its pictures are recognised. On a page with text, the pictures are
  // usually letterheads or signatures, so the words in these pictures are not recognised.
  if (texts.every((text) => text.trim() !== '')) {
    return { pages: texts.map((text) => ({ text, pictures: 0 })), pictureOf: async () => Buffer.alloc(0) }
  }
  const scans = await openPages(bytes)
  const pictures = scans.countPictures(texts.flatMap((text, index) => (text.trim() === '' ? [index] : [])))
  return {
    pages: texts.map((text, index) => ({ text, pictures: pictures.get(index) ?? 0 })),
    pictureOf: async (number) => scans.render(number - 1),
  }
}
