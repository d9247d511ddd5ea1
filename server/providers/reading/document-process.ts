import { Worker } from 'node:worker_threads'
import type { DocumentRequest, FromDocument, ReadPage } from './messages.ts'
import { boundedText, UnreadableFile } from './refused.ts'

/**
 * This program runs as a separate process with limited memory, and reads one file. If a malicious file crashes the
 * process, the server continues. `watchedMb`: the memory limit that the process must watch itself, in MB. Absent: the
 * operating system limits the memory (see `startLimited`).
 */
const [, , watchedMb] = process.argv
if (watchedMb !== undefined) {
  new Worker(new URL('./memory-watch.ts', import.meta.url), { workerData: { maxMb: Number(watchedMb) } }).unref()
}
process.once('disconnect', () => process.exit())

interface Opened {
  pages: ReadPage[]
  notices: string[]
  wordsOf(page: number): Promise<string | null>
}

let document: Opened | null = null
process.on('message', async (message: DocumentRequest | number) => {
  try {
    if (typeof message !== 'number') {
      document = await open(message)
      tell({ type: 'read', pages: document.pages, notices: document.notices })
    } else if (document !== null) tell({ type: 'words', words: await document.wordsOf(message) })
  } catch (error) {
    // Do not pass on the parser's message: it may quote the file.
    const refusal =
      error instanceof UnreadableFile
        ? error
        : new UnreadableFile('This file is damaged. Save it again and send the new file.')
    tell({ type: 'refused', message: refusal.message, code: refusal.code })
  }
})

async function open({ kind, bytes, language }: DocumentRequest): Promise<Opened> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (kind) {
    case 'docx': {
      const { readDocx } = await import('./docx.ts')
      const { text, notices } = await readDocx(file)
      return { pages: [{ text: boundedText(text), pictures: 0 }], notices, wordsOf: async () => '' }
    }
    case 'pdf': {
      const { openPdf } = await import('./pdf.ts')
      const { pages, notices, pictureOf } = await openPdf(file)
      const readPicture = await readerOf(language)
      return { pages, notices, wordsOf: async (page) => readPicture(await pictureOf(page)) }
    }
    case 'image': {
      const readPictures = await readerOf(language)
      const { picturesOf } = await import('./picture-file.ts')
      const pictures = await picturesOf(file)
      const pages = pictures.map(() => ({ text: '', pictures: 1 }))
      return { pages, notices: [], wordsOf: async (page) => readPictures(pictures[page - 1]?.() ?? Buffer.alloc(0)) }
    }
  }
}

async function readerOf(language: DocumentRequest['language']): Promise<(picture: Buffer) => Promise<string | null>> {
  if (language === null) return async () => ''
  const { openPictureReader } = await import('./pictures.ts')
  const reader = await openPictureReader(language)
  return async (picture) => {
    const words = await reader.read(picture)
    return words === null ? null : boundedText(words)
  }
}

const tell = (message: FromDocument) => process.send?.(message)
