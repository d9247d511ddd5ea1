import { eq } from 'drizzle-orm'
import { openDocument } from '../../providers/reading/document.ts'
import { checkPicture, findLanguageData } from '../../providers/reading/pictures.ts'
import { boundedText, UnreadableFile } from '../../providers/reading/refused.ts'
import type { Store } from '../../store/index.ts'
import { customers, transcripts } from '../../store/schema/index.ts'
import { readStored } from './objects.ts'
import type { ReadFile } from './words.ts'
import { transcriptMaxOf, turnsOfFile } from './words.ts'

const answerWithinMs = 5 * 60_000
const cpuSeconds = 3 * 3600

const unclearPicture =
  'The words of this picture could not be read. Take a sharp photo of the upright page and send it, or type the text.'
const otherLetters =
  'The pictures were read with the data of English, because this server has none for the language. Letters with accents may be wrong.'

/**
 * Reads the text of an image, or of a PDF that contains pictures, with text recognition. `turns` is null if the file
 * contains no words. Throws `UnreadableFile`, and `ReaderCrashed` if the reader process died.
 */
export async function seeFile(
  { store }: { store: Store },
  { id }: { id: string },
  kind: 'pdf' | 'image',
  signal: AbortSignal,
): Promise<ReadFile> {
  const { database } = store
  const [row] = await database
    .select({ language: transcripts.language, test: customers.test })
    .from(transcripts)
    .leftJoin(customers, eq(customers.id, transcripts.customerId))
    .where(eq(transcripts.id, id))
  const data = findLanguageData(row?.language ?? 'en')
  if (data === null)
    throw new UnreadableFile('This server cannot read text in pictures in this language. Type the text instead.')
  const parts: Buffer[] = []
  for await (const part of readStored(store, id)) parts.push(part)
  const file = Buffer.concat(parts)
  if (kind === 'image') checkPicture(file)
  const document = await openDocument({ kind, bytes: file, language: data }, signal, { answerWithinMs, cpuSeconds })
  try {
    const texts: string[] = []
    const notices = [...document.notices]
    for (const [index, page] of document.pages.entries()) {
      texts.push(page.text)
      if (page.pictures === 0) continue
      const words = await document.wordsOf(index + 1)
      if (words !== null) texts.push(words)
      else if (document.pages.length === 1 && kind === 'image') throw new UnreadableFile(unclearPicture)
      else notices.push(`Page ${index + 1} has a picture whose words could not be read.`)
      if (words?.trim() && data.isOther && !notices.includes(otherLetters)) notices.push(otherLetters)
    }
    const text = boundedText(texts.join('\n'), transcriptMaxOf({ test: row?.test === true }))
    return { turns: turnsOfFile(text), notices }
  } finally {
    document.close()
  }
}
