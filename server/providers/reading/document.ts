import { startLimited } from './limited-process.ts'
import type { DocumentRequest, FromDocument, ReadPage } from './messages.ts'
import { takePlace } from './reader-places.ts'
import { ReaderCrashed, UnreadableFile } from './refused.ts'

/** A document that is open in a separate process. The caller must call `close`, which ends the process. */
export interface OpenDocument {
  pages: readonly ReadPage[]
  notices: readonly string[]
  /**
   * Recognises the words in the pictures of a page. The first page has the number 1. Null: there are words that cannot be
   * recognized with confidence.
   */
  wordsOf(page: number): Promise<string | null>
  close(): void
}

export interface OpenOptions {
  /** Maximum time for one answer, in ms. After that, the process is killed. */
  answerWithinMs: number
  /** Maximum CPU time in total. After that, the process is killed. */
  cpuSeconds: number
}

/**
 * Opens a Word document, a PDF or a picture. Throws `UnreadableFile` with a message for the sender, `ReaderCrashed` if
 * the process ended before its answer, or the signal's reason.
 */
export async function openDocument(
  request: DocumentRequest,
  signal: AbortSignal,
  { answerWithinMs, cpuSeconds }: OpenOptions,
): Promise<OpenDocument> {
  const leave = await takePlace(signal)
  const reader = startLimited(new URL('./document-process.ts', import.meta.url), { cpuSeconds })
  // `reader` emits 'exit' when the process has ended. If the process cannot be started, `reader` emits only 'error'.
  const exit = new Promise<void>((resolve) => {
    reader.once('exit', () => resolve())
    reader.once('error', () => resolve())
  })
  void exit.then(leave)
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
    const reply = new Promise<FromDocument>((resolve) => {
      reader.removeAllListeners('message')
      reader.once('message', (message) => resolve(message as FromDocument))
    })
    // Errors of `send` are ignored. If the process has ended, `exit` reports it.
    reader.send(question, () => {})
    const tooLong = setTimeout(() => reader.kill('SIGKILL'), answerWithinMs)
    const answer = await Promise.race([reply, exit])
    clearTimeout(tooLong)
    signal.throwIfAborted()
    if (answer === undefined) throw new ReaderCrashed('The process that read a file ended.')
    if (answer.type === 'refused') throw new UnreadableFile(answer.message, { code: answer.code })
    if (answer.type !== type) throw new Error('The process of a document answered something else.')
    return answer as Extract<FromDocument, { type: Type }>
  }

  try {
    const { pages, notices } = await ask(request, 'read')
    return {
      pages,
      notices,
      wordsOf: async (page) => (await ask(page, 'words')).words,
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}
