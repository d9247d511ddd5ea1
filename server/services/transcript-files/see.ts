import { eq } from 'drizzle-orm'
import { openDocument } from '../../providers/reading/document.ts'
import {
  checkPicture,
  findLanguageData,
  openPictureReader,
  type PictureReader,
} from '../../providers/reading/pictures.ts'
import { UnreadableFile } from '../../providers/reading/refused.ts'
import type { Store } from '../../store/index.ts'
import { transcripts } from '../../store/schema/index.ts'
import { readParts } from './parts.ts'
import { turnsOfFile } from './words.ts'

/** The words of a picture, or of a PDF whose pages are pictures; null where there are none. Throws `UnreadableFile`. */
export async function seeFile(
  { store }: { store: Store },
  { id }: { id: string },
  kind: 'pdf' | 'image',
  signal: AbortSignal,
): Promise<string[] | null> {
  const { database, encryption } = store
  const [row] = await database
    .select({ language: transcripts.language })
    .from(transcripts)
    .where(eq(transcripts.id, id))
  const data = findLanguageData(row?.language ?? 'en')
  if (data === null) throw new UnreadableFile('This server cannot read pictures of text.')
  const parts: Buffer[] = []
  for await (const part of readParts(database, encryption, id)) parts.push(part)
  const file = Buffer.concat(parts)
  const reader = await openPictureReader(data, signal)
  try {
    if (kind === 'pdf') return turnsOfFile(await seePages(file, reader, signal))
    checkPicture(file)
    return turnsOfFile(await reader.read(file))
  } finally {
    await reader.close()
  }
}

async function seePages(bytes: Buffer, reader: PictureReader, signal: AbortSignal): Promise<string> {
  const document = await openDocument({ kind: 'pdf', bytes }, signal)
  try {
    const texts: string[] = []
    for (const [index, page] of document.pages.entries()) {
      texts.push(page.text)
      if (page.pictures === 0) continue
      for (const picture of await document.picturesOf(index + 1)) texts.push(await reader.read(Buffer.from(picture)))
    }
    return texts.join('\n')
  } finally {
    await document.close()
  }
}
