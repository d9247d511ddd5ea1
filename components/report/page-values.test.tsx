import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { readMarkdown, writeMarkdown } from '../editor/markdown/index.ts'
import { RichText } from '../editor/rich-text.tsx'
import { inWords } from './page-values.ts'

const beginning = fc.constantFrom(
  '',
  '1. ',
  '2. ',
  '3. ',
  '03. ',
  '17. ',
  '2024. ',
  '1234567890. ',
  '3) ',
  '- ',
  '- 3. ',
  '- [x] ',
  '  4. ',
  '   - ',
  '## ',
)
const word = fc.stringMatching(/^[a-z0-9][a-z0-9.,/:-]{0,8}$/)
const line = fc
  .tuple(beginning, fc.array(word, { minLength: 1, maxLength: 4 }))
  .map(([mark, all]) => mark + all.join(' '))
const text = fc.array(fc.oneof({ weight: 5, arbitrary: line }, fc.constant('')), { maxLength: 8 })

const digitsOf = (words: string) =>
  words
    .split('\n')
    .filter((each) => each.trim() !== '')
    .map((each) => each.match(/\d+/g) ?? [])

describe('numbers at the beginning of a line', () => {
  test('reach the page as they were written, also after an edit', () => {
    fc.assert(
      fc.property(text, (lines) => {
        const written = lines.join('\n')
        expect(digitsOf(inWords(written))).toEqual(digitsOf(written))
        expect(digitsOf(inWords(writeMarkdown(readMarkdown(written))))).toEqual(digitsOf(written))
      }),
      { numRuns: 1000 },
    )
  })

  test.each([
    '3. Mai 2024 begann die Behandlung.',
    '03. Mai 2024 begann die Behandlung.',
    '3. Mai 2024: Beginn\n17. Juni 2024: Ende',
    '1. MDD\n\nContinue sertraline\n\n2. GAD',
    '1. Walk\n2. Sleep\n\n1. Eat',
  ])('are part of the words: %s', (written) => {
    expect(inWords(written)).toBe(written.replace('\n\n1. Eat', '\n1. Eat'))
  })

  test('are shown in the note and in print', () => {
    const shown = renderToStaticMarkup(<RichText markdown={'3. Mai 2024 begann\n17. Juni 2024 endete'} />)
    expect(shown).toContain('<ol start="3"><li><p>Mai 2024 begann</p></li></ol>')
    expect(shown).toContain('<ol start="17">')
  })
})
