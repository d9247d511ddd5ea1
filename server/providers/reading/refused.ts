import { limits } from '../../../lib/contracts/index.ts'

/** A file that cannot be read, and why, in a sentence for its sender. `too_large`: it holds more than is taken. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
  readonly code: 'unsupported_type' | 'too_large'
  constructor(message: string, options: ErrorOptions & { code?: 'unsupported_type' | 'too_large' } = {}) {
    super(message, options)
    this.code = options.code ?? 'unsupported_type'
  }
}

/** The process that read a file ended before it had answered: it ran out of memory or time, or a parser crashed. */
export class ReaderCrashed extends Error {
  override name = 'ReaderCrashed'
}

/** Throws `UnreadableFile` where so many characters are more than a transcript can hold. */
export function checkLength(characters: number): void {
  if (characters <= limits.transcriptMax) return
  const most = limits.transcriptMax.toLocaleString('en-US')
  throw new UnreadableFile(`This file holds more than ${most} characters of text. Send it in parts.`, {
    code: 'too_large',
  })
}

/** The words of a file, if a transcript can hold them. Throws `UnreadableFile` where it cannot. */
export function boundedText(text: string): string {
  checkLength(text.length)
  return text
}
