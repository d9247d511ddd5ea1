import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseTemplateText } from '../../lib/template/index.ts'
import { casesOf } from '../../tests/exhaustive.ts'
import { readMarkdown, writeMarkdown } from './markdown/index.ts'
import { normalInlines } from './markdown/marks.ts'
import type { NoteBlock, NoteInline, NoteMark } from './note-document.ts'

const word = fc.stringMatching(/^[A-Za-z0-9é*_#.[\]|\\=<>{}()!`~-]{1,8}$/)
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((each) => each.join(' '))
const marks = fc.subarray<NoteMark>(['bold', 'italic', 'highlight-2'])
const asked = fc.stringMatching(/^[a-z *_|=]{3,12}$/).map((ask) => `[${ask}]`)
const inline: fc.Arbitrary<NoteInline> = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text: words, marks }),
  fc
    .tuple(asked, marks)
    .map(([text, around]) => ({ type: 'text' as const, text, marks: [...around, 'placeholder' as const] })),
  fc.constant<NoteInline>({ type: 'text', text: ' ', marks: [] }),
  fc.constant<NoteInline>({ type: 'break' }),
)
const line = fc
  .array(
    inline.filter((each) => each.type === 'text'),
    { minLength: 1, maxLength: 5 },
  )
  .map(normalInlines)
const content = fc.array(inline, { minLength: 1, maxLength: 6 }).map(normalInlines)
const said = content.filter((each) => each.length > 0)

const { block } = fc.letrec<{ block: NoteBlock; item: NoteBlock[] }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'blocks' },
    fc.record({ type: fc.constant('paragraph' as const), content: said }),
    fc.record({
      type: fc.constant('heading' as const),
      level: fc.constantFrom(1 as const, 2 as const, 3 as const),
      content: line.filter((each) => each.length > 0),
    }),
    fc
      .tuple(
        fc.array(content, { minLength: 1, maxLength: 3 }),
        fc.array(fc.array(content, { minLength: 3, maxLength: 3 })),
      )
      .map(([header, rows]) => ({
        type: 'table' as const,
        header,
        rows: rows.map((row) => row.slice(0, header.length)),
      })),
    fc.record({
      type: fc.constant('list' as const),
      start: fc.option(fc.oneof(fc.nat({ max: 4 }), fc.nat({ max: 990 }))),
      items: fc.array(tie('item'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      type: fc.constant('tasks' as const),
      items: fc.array(fc.record({ checked: fc.boolean(), blocks: tie('item') }), { minLength: 1, maxLength: 3 }),
    }),
  ),
  item: fc
    .tuple(content, fc.array(tie('block'), { maxLength: 2 }))
    .map(([first, rest]) => [{ type: 'paragraph' as const, content: first }, ...apart(rest)]),
}))

/**
 * Of two adjacent blocks of the same type, removes the second one, because Markdown would join blocks such as two
 * bullet lists. Paragraphs are always kept. A numbered list is removed only if its first number continues the numbers
 * of the list above.
 */
function apart(blocks: NoteBlock[]): NoteBlock[] {
  const begin = (each: NoteBlock) => (each.type === 'list' ? `list ${each.start}` : each.type)
  const goOn = (each: NoteBlock) =>
    each.type === 'list' && each.start !== null ? `list ${each.start + each.items.length}` : begin(each)
  const kept: NoteBlock[] = []
  for (const each of blocks) {
    const above = kept.at(-1)
    if (!above || each.type === 'paragraph' || begin(each) !== goOn(above)) kept.push(each)
  }
  return kept
}

const document = fc.array(block, { maxLength: 4 }).map(apart)

describe('a rich text and its Markdown', () => {
  test('every document comes back unchanged from its Markdown', () => {
    fc.assert(
      fc.property(document, (blocks) => {
        expect(readMarkdown(writeMarkdown(blocks))).toEqual(blocks)
      }),
      { numRuns: casesOf('note texts', 400) },
    )
  })

  test('for any text, reading and writing it a second time changes nothing', () => {
    const source = fc
      .array(
        fc.oneof(
          fc.string(),
          words,
          fc.constantFrom(
            '- ',
            '  - ',
            '1. ',
            '3. ',
            '03. ',
            '# ',
            '| a |',
            '| --- |',
            '- [x] ',
            '==',
            '**',
            '_',
            '[a]',
            '\n',
            '\n\n',
          ),
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(source, (text) => {
        const once = readMarkdown(text)
        expect(readMarkdown(writeMarkdown(once))).toEqual(once)
      }),
      { numRuns: casesOf('note texts', 1000) },
    )
  })

  test('the placeholders of a text are the same as those of `parseTemplateText`', () => {
    fc.assert(
      fc.property(document, (blocks) => {
        const shown = placeholdersOf(blocks).join('')
        const markdown = writeMarkdown(blocks)
        // `parseTemplateText` treats any backslash before a bracket as an escape, even an escaped backslash.
        fc.pre(!markdown.includes('\\\\['))
        const seen = parseTemplateText(markdown).filter(({ kind }) => kind === 'placeholder')
        // In a table cell, `|` is escaped.
        expect(seen.map(({ text }) => text.replaceAll('\\|', '|')).join('')).toBe(shown)
      }),
    )
  })

  test('checkboxes are checked or not, and a bullet that begins with a placeholder is no checkbox', () => {
    const source = '- [ ] call the sister\n- [x] book the visit\n  - [ ] in the morning'
    const read = readMarkdown(source)
    expect(read).toMatchObject([{ type: 'tasks', items: [{ checked: false }, { checked: true }] }])
    expect(writeMarkdown(read)).toBe(source)
    expect(readMarkdown('- [describe the mood]')).toMatchObject([{ type: 'list' }])
  })

  test('a table keeps its columns; short rows are filled up, and no cell of a long row is lost', () => {
    const source = '| Drug | Dose |\n| --- | --- |\n| Sertraline | 50 mg \\| day |\n|  |  |'
    expect(writeMarkdown(readMarkdown(source))).toBe(source)
    expect(readMarkdown('| a | b |\n|---|:-:|\n| c |')).toMatchObject([{ rows: [[[{ text: 'c' }], []]] }])
    expect(readMarkdown('| a | b |\n| --- | --- |\n| BP | 120/80 | high |')).toMatchObject([
      { rows: [[[{ text: 'BP' }], [{ text: '120/80 | high' }]]] },
    ])
  })

  test('highlights have their severity, and one without a number has the lowest', () => {
    const source = '==about=={1} ==150 mg=={2} ==never=={3}'
    expect(writeMarkdown(readMarkdown(source))).toBe(source)
    expect(readMarkdown('==so==')).toMatchObject([{ content: [{ marks: ['highlight-1'] }] }])
  })

  test('a list keeps the number with which it begins, and a number that does not go on begins another list', () => {
    const source = '3. Mai 2024\n4. b\n\n17. Juni 2024\n\nwords\n\n2. GAD\n   12. deep'
    expect(readMarkdown(source)).toMatchObject([
      { type: 'list', start: 3, items: [{}, {}] },
      { type: 'list', start: 17, items: [{}] },
      { type: 'paragraph' },
      { type: 'list', start: 2, items: [[{}, { type: 'list', start: 12 }]] },
    ])
    expect(writeMarkdown(readMarkdown(source))).toBe(source)
    for (const words of ['03. Mai', '2024. Jahr'])
      expect(readMarkdown(words)).toMatchObject([{ type: 'paragraph', content: [{ text: words }] }])
  })

  test('typical Markdown of language models is read: loose lists, stars for italics, both marks at once', () => {
    expect(readMarkdown('1. a\n\n2. b')).toMatchObject([{ type: 'list', items: [{}, {}] }])
    expect(readMarkdown('*a* ***b***')).toMatchObject([
      { content: [{ marks: ['italic'] }, {}, { marks: ['bold', 'italic'] }] },
    ])
  })

  test('a long line of marks that never close is read quickly: each is searched for once', () => {
    const text = '**a _b ==c '.repeat(5000)
    expect(readMarkdown(text)).toHaveLength(1)
  })
})

function placeholdersOf(blocks: NoteBlock[]): string[] {
  const inlines = (parts: NoteInline[]) =>
    parts.flatMap((part) => (part.type === 'text' && part.marks.includes('placeholder') ? [part.text] : []))
  return blocks.flatMap((each) => {
    switch (each.type) {
      case 'list':
        return each.items.flatMap(placeholdersOf)
      case 'tasks':
        return each.items.flatMap(({ blocks: inner }) => placeholdersOf(inner))
      case 'table':
        return [each.header, ...each.rows].flat().flatMap(inlines)
      default:
        return inlines(each.content)
    }
  })
}
