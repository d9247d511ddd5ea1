import { expect, test } from 'vitest'
import { readDocx } from '../../server/providers/reading/docx.ts'
import { openPdf } from '../../server/providers/reading/pdf.ts'
import { readText } from '../../server/providers/reading/text.ts'
import { turnsOfFile } from '../../server/services/transcript-files/words.ts'
import { isExhaustive } from '../exhaustive.ts'
import { seeded } from '../generation/lies/random.ts'
import { documentKinds, makeDocument, type NumberedDocument } from './transcript-files/numbered-documents.ts'

/** Documents of each kind: 204 in all. */
const ofKind = isExhaustive('hostile files') ? 12 : 2

async function textOf({ kind, bytes }: NumberedDocument): Promise<string> {
  if (kind.startsWith('PDF')) return (await openPdf(bytes)).pages.map(({ text }) => text).join('\n')
  return (kind.startsWith('Word') ? await readDocx(bytes) : readText(bytes, 'en')).text
}

const numbersIn = (text: string): string[] => text.match(/\d+(?:[.,:/-]\d+)*/g) ?? []

test.each(documentKinds)(
  'every number of a document is read once, as it is written, and in its order: %s',
  async (kind) => {
    for (let seed = 1; seed <= ofKind; seed++) {
      const document = makeDocument(kind, seeded(seed))
      const turns = turnsOfFile(await textOf(document)) ?? []
      const text = turns.map(({ words }) => words).join('\n')
      expect(numbersIn(text), `seed ${seed}: ${text}`).toEqual(document.numbers)
    }
  },
)
