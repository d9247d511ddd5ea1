import { decodeText } from './encodings.ts'
import { hasControls } from './file-kind.ts'
import { UnreadableFile } from './refused.ts'

const notText =
  'Chartside cannot read this kind of file. Send a text file, a Word document, a PDF, a picture or a sound file.'
const unknownEncoding =
  'The letters of this text file cannot be read in its language. Save the file as UTF-8 and send it again, or choose the right language.'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters show that a file is not text.
const controls = /[\0-\u0008\u000e-\u001a\u001c-\u001f]/

export interface ReadText {
  text: string
  notices: string[]
}

/**
 * Decodes a text file: UTF-8, UTF-16, or an older encoding of the language. Throws `UnreadableFile` if it is not text,
 * or if its letters cannot be read.
 */
export function readText(bytes: Buffer, language: string): ReadText {
  const text = decodeText(bytes, language)
  if (text === null) throw new UnreadableFile(hasControls(bytes) ? notText : unknownEncoding)
  const clean = text.replaceAll('\u001a', '')
  if (controls.test(clean)) throw new UnreadableFile(notText)
  const faults = clean.split('\ufffd').length - 1
  const which =
    faults === 1
      ? 'One character of this file could not be read. It is'
      : `${faults} characters of this file could not be read. Each is`
  const notices = faults === 0 ? [] : [`${which} shown as \ufffd.`]
  return { text: clean, notices }
}
