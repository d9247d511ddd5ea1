import mammoth from 'mammoth'
import { checkDocx } from './zip.ts'

/** The words of a Word document, a line for each paragraph. Throws `UnreadableFile` for what is none, or unpacks too far. */
export async function readDocx(bytes: Buffer): Promise<string> {
  checkDocx(bytes)
  const { value } = await mammoth.extractRawText({ buffer: bytes })
  return value
}
