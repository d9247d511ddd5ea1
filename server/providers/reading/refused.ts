import { limits } from '../../../lib/contracts/index.ts'

/**
 * Thrown for a file that cannot be read. The message can be shown to the person who sent the file. The code `too_large`
 * means that the content of the file exceeds a limit.
 */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
  readonly code: 'unsupported_type' | 'too_large'
  constructor(message: string, options: ErrorOptions & { code?: 'unsupported_type' | 'too_large' } = {}) {
    super(message, options)
    this.code = options.code ?? 'unsupported_type'
  }
}

/** Thrown if the reader process ended without an answer: it ran out of memory or time, or a parser crashed. */
export class ReaderCrashed extends Error {
  override name = 'ReaderCrashed'
}

/** Throws `UnreadableFile` if a text of this many characters is too long for a transcript. */
export function checkLength(characters: number, most: number = limits.transcriptMax): void {
  if (characters <= most) return
  const limitText = most.toLocaleString('en-US')
  throw new UnreadableFile(
    `This file has more than ${limitText} characters of text. Split the file and send the parts.`,
    {
      code: 'too_large',
    },
  )
}

export function boundedText(text: string, most: number = limits.transcriptMax): string {
  checkLength(text.length, most)
  return text
}
