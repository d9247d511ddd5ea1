import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMarkdown, writeMarkdown } from './markdown/index.ts'
import type { NoteDocument, NoteInline } from './note-document.ts'

const word = fc.stringMatching(/^[A-Za-z0-9*_#.-]{1,12}$/)
const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))

describe('a note as Markdown', () => {
  test('headings, lists and marks are recognised', () => {
    expect(
      readMarkdown('## Plan\n\nTake **100 mg** _nightly_.\n\n- walk\n- sleep\n  - by ten\n\n1. first\n2. second'),
    ).toEqual([
      { type: 'heading', level: 2, content: [{ type: 'text', text: 'Plan', marks: [] }] },
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'Take ', marks: [] },
          { type: 'text', text: '100 mg', marks: ['bold'] },
          { type: 'text', text: ' ', marks: [] },
          { type: 'text', text: 'nightly', marks: ['italic'] },
          { type: 'text', text: '.', marks: [] },
        ],
      },
      {
        type: 'list',
        start: null,
        items: [[plain('walk')], [plain('sleep'), { type: 'list', start: null, items: [[plain('by ten')]] }]],
      },
      { type: 'list', start: 1, items: [[plain('first')], [plain('second')]] },
    ])
  })

  test('any plain text comes back unchanged, never as markup', () => {
    fc.assert(
      fc.property(text, (words) => {
        const document: NoteDocument = [{ type: 'paragraph', content: [{ type: 'text', text: words, marks: [] }] }]
        expect(readMarkdown(writeMarkdown(document))).toEqual(document)
      }),
    )
  })

  test('what is written is read back unchanged', () => {
    const source = 'One line\nand a second\n\n- **bold** item\n- _slanted_ item\n\n### Last'
    expect(writeMarkdown(readMarkdown(source))).toBe(source)
  })

  test('a name with underscores keeps them', () => {
    expect(writeMarkdown(readMarkdown('see snake_case_name here'))).toBe('see snake_case_name here')
  })
})

function plain(words: string) {
  const content: NoteInline[] = [{ type: 'text', text: words, marks: [] }]
  return { type: 'paragraph' as const, content }
}
