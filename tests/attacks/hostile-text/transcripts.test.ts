import { expect, test } from 'vitest'
import { endsInside, readTranscript } from '../../../server/services/transcripts/formats/index.ts'
import { growth } from './growth.ts'

const name = (at: number) => `Ann${at.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')}`

/** One piece of each kind of transcript, by its number. */
const pieces: Record<string, (at: number) => string> = {
  'lines of one letter': () => 'a\n',
  'a new name on each line': (at) => `${name(at)}: yes\n`,
  'a new name and a time on each line': (at) => `${name(at)} 0:05\nyes\n`,
  'cues of one endless sentence': () => '00:00:01.000 --> 00:00:02.000\nand so\n',
  'cues with the voice of one person': () => '00:00:01.000 --> 00:00:02.000\n<v Ann>and so\n',
  'numbered lines': (at) => `${at + 1}. Patient: yes\n`,
  'lists in lists': () => '[',
  'objects in lists': () => '[{"text":',
  'tags that never end': () => '0:05 --> 0:06\n<v ',
}

test.each(Object.entries(pieces))('%s are read in a time that grows with their length', (_, piece) => {
  const textOf = (length: number) => {
    const parts: string[] = []
    for (let size = 0; size < length; size += parts.at(-1)?.length ?? 1) parts.push(piece(parts.length))
    return parts.join('')
  }
  const read = (text: string) => endsInside(text, readTranscript(text))
  read(textOf(1_000))
  const { least, tooFast } = growth(read, textOf, [60_000, 120_000, 240_000])
  expect(tooFast, least.join()).toBe(false)
})
