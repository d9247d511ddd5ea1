import { parentPort, workerData } from 'node:worker_threads'
import type { DocumentRequest, FromDocument } from './messages.ts'
import { UnreadableFile } from './refused.ts'

/** One document in a thread of its own: a hostile one keeps that thread busy and nobody else. */
const port = parentPort
if (port === null) throw new Error('This file is started as a worker.')
const { kind, bytes } = workerData as DocumentRequest
const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const tell = (message: FromDocument) => port.postMessage(message)

try {
  if (kind === 'docx') {
    const { readDocx } = await import('./docx.ts')
    tell({ type: 'read', pages: [{ text: await readDocx(file), pictures: 0 }] })
  } else {
    const { openPdf } = await import('./pdf.ts')
    const pdf = await openPdf(file)
    port.on('message', (number: number) => {
      pdf.picturesOf(number).then(
        (pictures) => tell({ type: 'pictures', pictures }),
        () => tell({ type: 'refused', message: 'A page of this PDF is damaged. Print it to a new PDF and send that.' }),
      )
    })
    tell({ type: 'read', pages: pdf.pages })
  }
} catch (error) {
  // What a parser says of a file may quote it.
  const message =
    error instanceof UnreadableFile ? error.message : 'This file is damaged. Save it again and send it anew.'
  tell({ type: 'refused', message })
}
