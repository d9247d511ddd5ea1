// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import { afterEach, describe, expect, test } from 'vitest'
import { readMarkdown, writeMarkdown } from './markdown/index.ts'
import { fromEditor, noteExtensions, toEditor } from './schema.ts'

let editor: Editor
afterEach(() => editor.destroy())

function open(markdown = ''): Editor {
  editor = new Editor({
    element: document.body.appendChild(document.createElement('div')),
    extensions: noteExtensions,
    content: toEditor(readMarkdown(markdown)),
    enableContentCheck: true,
    onContentError: ({ error }) => {
      throw error
    },
  })
  return editor
}

/** Types one character at a time, so that the editor's shortcuts are triggered. */
function type(text: string): void {
  const { view } = editor
  for (const character of text) {
    const { from, to } = view.state.selection
    const taken = view.someProp('handleTextInput', (handle) =>
      handle(view, from, to, character, () => view.state.tr.insertText(character, from, to)),
    )
    if (!taken) view.dispatch(view.state.tr.insertText(character, from, to))
  }
}

const written = () => writeMarkdown(fromEditor(editor.getJSON()))

describe('Markdown shortcuts', () => {
  test.each([
    ['**bold** word', '**bold** word'],
    ['_slanted_ word', '_slanted_ word'],
    ['Mood: [describe the mood] today', 'Mood: [describe the mood] today'],
    ['# One', '# One'],
    ['## Two', '## Two'],
    ['### Three', '### Three'],
    ['#### Four', '#### Four'],
    ['- item', '- item'],
    ['1. item', '1. item'],
    ['3. Mai 2024', '3. Mai 2024'],
    ['03. Mai 2024', '03. Mai 2024'],
    ['- [ ] to do', '- [ ] to do'],
    ['- [x] done', '- [x] done'],
    ['[ ] to do', '- [ ] to do'],
  ])('%s', (typed, expected) => {
    open()
    type(typed)
    expect(written()).toBe(expected)
  })

  test('square brackets become inline code that marks an AI placeholder, and typing continues outside it', () => {
    open()
    type('[a] b')
    expect(editor.getHTML()).toBe('<p><code>[a]</code> b</p>')
  })

  test('an open checkbox, a ticked one and empty brackets are no placeholders', () => {
    open()
    type('see [x] and []')
    expect(editor.getHTML()).not.toContain('<code>')
  })

  test('a placeholder is one request: bold text inside it becomes plain', () => {
    open()
    type('[the **first** visit]')
    expect(written()).toBe('[the first visit]')
    editor.commands.setTextSelection({ from: 2, to: 5 })
    editor.commands.toggleBold()
    expect(written()).toBe('[the first visit]')
    editor.commands.selectAll()
    editor.commands.setBold()
    expect(written()).toBe('**[the first visit]**')
  })
})

describe('AI placeholders', () => {
  test('a placeholder that loses a bracket becomes plain text again', () => {
    open('Mood: [describe]')
    editor.commands.deleteRange({ from: 16, to: 17 })
    expect(editor.getHTML()).toBe('<p>Mood: [describe</p>')
  })

  test('the button adds brackets around the selected words, or removes them if present', () => {
    open('the mood today')
    editor.commands.setTextSelection({ from: 5, to: 9 })
    editor.commands.togglePlaceholder()
    expect(written()).toBe('the [mood] today')
    editor.commands.togglePlaceholder()
    expect(written()).toBe('the mood today')
  })

  test('without a selection the button inserts an example to type over', () => {
    open('Mood:')
    editor.commands.focus('end')
    editor.commands.togglePlaceholder()
    type('in a word')
    expect(written()).toBe('Mood:[in a word]')
  })

  test('brackets that are plain text do not become placeholders when the text is opened', () => {
    open('he said \\[sic]')
    expect(editor.getHTML()).toBe('<p>he said [sic]</p>')
    expect(written()).toBe('he said \\[sic]')
  })
})

describe('the schema', () => {
  test('everything that Markdown can express passes through the editor unchanged', () => {
    const markdown = [
      '# Title',
      '## Plan for **[name]**',
      'Take ==**150 mg**=={2} _nightly_, ==never=={3} ==perhaps=={1}.\nSecond line',
      '- one\n- two\n  1. deep\n\n  words below',
      '3. Mai 2024\n4. next\n\n17. Juni 2024\n\n1. again',
      '- [ ] call\n- [x] book\n  - [ ] today',
      '| Drug | Dose |\n| --- | --- |\n| [drug] | **50**<br>mg |\n|  |  |',
    ].join('\n\n')
    open(markdown)
    expect(written()).toBe(markdown)
  })

  test('each severity of a highlight has its own markup', () => {
    open('==a=={1} ==b=={2} ==c=={3}')
    const marks = editor.view.dom.querySelectorAll('mark')
    expect([...marks].map(({ dataset }) => dataset.severity)).toEqual(['1', '2', '3'])
  })

  test('a ticked checkbox is announced to screen readers with its words', () => {
    open('- [x] call the sister')
    const box = editor.view.dom.querySelector('input')
    expect(box?.getAttribute('aria-label')).toBe('call the sister')
    expect(box?.checked).toBe(true)
  })

  test('pasted markup that a note does not support is removed, its words stay', () => {
    open()
    // ProseMirror only reads the type of this event.
    const paste = new Event('paste') as ClipboardEvent
    editor.view.pasteHTML('<blockquote>said</blockquote><script>alert(1)</script><u>so</u> [mood]', paste)
    expect(editor.getHTML()).not.toMatch(/blockquote|script|<u>/)
    expect(written()).toBe('said\n\nso [mood]')
  })

  test('pasted lines keep their letters and numbers, also where a list begins with a letter', () => {
    for (const [pasted, kept] of [
      ['A. Smith came', 'A. Smith came'],
      ['3. Mai 2024', '3\\. Mai 2024'],
    ] as const) {
      open()
      const clipboardData = { getData: (kind: string) => (kind === 'text/plain' ? pasted : '') }
      editor.view.pasteText(pasted, Object.assign(new Event('paste'), { clipboardData }) as unknown as ClipboardEvent)
      expect([editor.getText(), written()]).toEqual([pasted, kept])
    }
    open()
    editor.view.pasteHTML('<ol type="a" start="3"><li>c</li></ol>', new Event('paste') as ClipboardEvent)
    expect([editor.getHTML(), written()]).toEqual(['<ol start="3"><li><p>c</p></li></ol>', '3. c'])
    open()
    editor.view.pasteHTML('<ol start="-3"><li>c</li></ol>', new Event('paste') as ClipboardEvent)
    expect(written()).toBe('1. c')
  })

  test('unknown content is an error', () => {
    open()
    const unknown = { type: 'doc', content: [{ type: 'video' }] }
    expect(() => editor.commands.setContent(unknown, { errorOnInvalidContent: true })).toThrow()
  })

  test('rows and columns of a table can be added and removed', () => {
    open()
    editor.commands.insertTable({ rows: 2, cols: 2 })
    editor.commands.setTextSelection(4)
    editor.commands.addRowAfter()
    editor.commands.addColumnAfter()
    expect(fromEditor(editor.getJSON())).toMatchObject([
      {
        header: [[], [], []],
        rows: [
          [[], [], []],
          [[], [], []],
        ],
      },
    ])
    editor.commands.deleteColumn()
    editor.commands.deleteTable()
    expect(written()).toBe('')
  })
})
