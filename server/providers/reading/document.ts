import { startLimited } from './limited-process.ts'
import type { DocumentRequest, FromDocument, ReadPage } from './messages.ts'
import { takePlace } from './reader-places.ts'
import { ReaderCrashed, UnreadableFile } from './refused.ts'

/** A document that is open in a process of its own until it is closed. */
export interface OpenDocument {
  pages: readonly ReadPage[]
  /** The words on the pictures of a page (from 1). */
  wordsOf(page: number): Promise<string>
  close(): void
}

export interface OpenOptions {
  /** The process is ended when one answer takes longer. */
  answerWithinMs: number
  /** And when it has worked for so many seconds in all. */
  cpuSeconds: number
}

/**
 * Opens a Word document, a PDF or a picture. Throws `UnreadableFile` with a sentence, `ReaderCrashed` when the process
 * died of it, or the signal's reason.
 */
export async function openDocument(
  request: DocumentRequest,
  signal: AbortSignal,
  { answerWithinMs, cpuSeconds }: OpenOptions,
): Promise<OpenDocument> {
  const leave = await takePlace(signal)
  const reader = startLimited(new URL('./document-process.ts', import.meta.url), { cpuSeconds })
  // A process that cannot be started is told so here; it then sends nothing and has never been connected.
  const gone = new Promise<void>((resolve) => {
    reader.once('exit', () => resolve())
    reader.once('error', () => resolve())
  })
  void gone.then(leave)
  const close = () => {
    signal.removeEventListener('abort', close)
    reader.kill('SIGKILL')
  }
  signal.addEventListener('abort', close, { once: true })
  if (signal.aborted) close()

  async function ask<Type extends FromDocument['type']>(
    question: DocumentRequest | number,
    type: Type,
  ): Promise<Extract<FromDocument, { type: Type }>> {
    const answered = new Promise<FromDocument>((resolve) => {
      reader.removeAllListeners('message')
      reader.once('message', (message) => resolve(message as FromDocument))
    })
    // What cannot be sent to a process that has ended is told by its end.
    reader.send(question, () => {})
    const tooLong = setTimeout(() => reader.kill('SIGKILL'), answerWithinMs)
    const answer = await Promise.race([answered, gone])
    clearTimeout(tooLong)
    signal.throwIfAborted()
    if (answer === undefined) throw new ReaderCrashed('The process that read a file ended.')
    if (answer.type === 'refused') throw new UnreadableFile(answer.message, { code: answer.code })
    if (answer.type !== type) throw new Error('The process of a document answered something else.')
    return answer as Extract<FromDocument, { type: Type }>
  }

  try {
    const { pages } = await ask(request, 'read')
    return {
      pages,
      wordsOf: async (page) => (await ask(page, 'words')).words,
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}
