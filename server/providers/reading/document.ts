import { Worker } from 'node:worker_threads'
import type { DocumentRequest, FromDocument, ReadPage } from './messages.ts'
import { UnreadableFile } from './refused.ts'

const memoryMaxMb = 512

/** A document that is open in a thread of its own until it is closed. */
export interface OpenDocument {
  pages: readonly ReadPage[]
  /** The pictures of a page (from 1), as PNM files. */
  picturesOf(page: number): Promise<Uint8Array[]>
  close(): Promise<void>
}

/** Opens a Word document or a PDF. Throws `UnreadableFile` with a sentence, or the signal's reason. */
export async function openDocument(request: DocumentRequest, signal: AbortSignal): Promise<OpenDocument> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./document-worker.ts', import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: memoryMaxMb },
    // Parsers print warnings that may quote what they read.
    stdout: true,
    stderr: true,
  })
  const close = async () => {
    signal.removeEventListener('abort', close)
    await worker.terminate()
  }
  signal.addEventListener('abort', close, { once: true })

  async function next<Type extends FromDocument['type']>(type: Type): Promise<Extract<FromDocument, { type: Type }>> {
    const answer = await new Promise<FromDocument>((resolve, reject) => {
      worker.removeAllListeners()
      worker.once('message', resolve)
      worker.once('error', () => reject(new UnreadableFile('This file is too complex to be read. Send a simpler one.')))
      worker.once('exit', () => reject(signal.reason ?? new UnreadableFile('This file could not be read.')))
    })
    if (answer.type === 'refused') throw new UnreadableFile(answer.message)
    if (answer.type !== type) throw new Error('A document’s thread answered something else.')
    return answer as Extract<FromDocument, { type: Type }>
  }

  try {
    const { pages } = await next('read')
    return {
      pages,
      async picturesOf(page) {
        worker.postMessage(page)
        return (await next('pictures')).pictures
      },
      close,
    }
  } catch (error) {
    await close()
    signal.throwIfAborted()
    throw error
  }
}
