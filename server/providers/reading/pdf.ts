import { getDocumentProxy } from 'unpdf'
import type { ReadPage } from './messages.ts'
import { openPages } from './pdf-pages.ts'
import { createPageText, type FormField } from './pdf-text.ts'
import { checkLength, UnreadableFile } from './refused.ts'

const pagesMax = 500

type TextPiece = { str: string; hasEOL: boolean; width: number; height: number; transform: number[] } | { type: string }

export interface OpenPdf {
  pages: ReadPage[]
  notices: string[]
  /** Renders a page (from 1) as a PNM file. */
  pictureOf(number: number): Promise<Buffer>
}

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
  const notices: string[] = []
  let characters = 0
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const layout = createPageText()
    let length = 0
    // The text is read in pieces, so that `checkLength` can stop the reading early. The text layer of one page may
    // unpack to gigabytes.
    const pieces = page.streamTextContent() as ReadableStream<{ items: TextPiece[] }>
    for await (const { items } of pieces) {
      for (const item of items) if ('str' in item) length += layout.add(item)
      checkLength(characters + length)
    }
    const fields = (await page.getAnnotations()) as FormField[]
    for (const field of fields) layout.fill(field)
    const text = layout.text()
    checkLength(characters + text.length)
    characters += text.length
    texts.push(text)
    if (layout.hasColumns()) notices.push(`Page ${number} has text in columns. Check the order of its lines.`)
    page.cleanup()
  }
  await document.cleanup()

  // A page without text is a scan. On a page with text, such as a scan with the header of a fax, a large picture may
  // hold more words.
  const numbers = texts.map((_, index) => index)
  const withText = new Set(numbers.filter((index) => texts[index]?.trim() !== ''))
  const scans = await openPages(bytes).catch((error: unknown) => {
    if (!(error instanceof UnreadableFile) || withText.size < texts.length) throw error
    return null
  })
  if (scans === null) {
    const unread = [...notices, 'The pictures of this PDF could not be read.']
    return {
      pages: texts.map((text) => ({ text, pictures: 0 })),
      notices: unread,
      pictureOf: async () => Buffer.alloc(0),
    }
  }
  const pictures = scans.countPictures(numbers, withText)
  return {
    pages: texts.map((text, index) => ({ text, pictures: pictures.get(index) ?? 0 })),
    notices,
    pictureOf: async (number) => scans.render(number - 1),
  }
}
