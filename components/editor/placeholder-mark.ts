import { InputRule, Mark, PasteRule } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { Plugin, TextSelection, type Transaction } from '@tiptap/pm/state'
import { placeholders } from './markdown/marks.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    placeholder: {
      /** Turns the selected words into an AI placeholder, or back into text. */
      togglePlaceholder: () => ReturnType
    }
  }
}

const example = 'what to write'

/**
 * An AI placeholder: inline code with square brackets around it (product 2.23). The brackets are part of the text, so
 * that copying keeps them. If a bracket is deleted, the mark is removed.
 */
export const PlaceholderMark = Mark.create({
  name: 'code',
  // No other marks inside a placeholder: stars and underscores stay as typed.
  code: true,
  inclusive: false,
  exitable: true,
  excludes: 'code',
  parseHTML: () => [{ tag: 'code' }],
  renderHTML: ({ HTMLAttributes }) => ['code', HTMLAttributes, 0],

  addCommands() {
    return {
      togglePlaceholder:
        () =>
        ({ tr, state, dispatch }) => {
          const { from, to, $from, $to } = state.selection
          if (!$from.sameParent($to) || !$from.parent.inlineContent) return false
          const words = state.doc.textBetween(from, to)
          if (/[[\]\n]/.test(words) && !state.doc.rangeHasMark(from, to, this.type)) return false
          if (!dispatch) return true
          const around = rangeOf($from.parent, $from.start(), this.type.name, from)
          if (around) {
            const text = state.doc.textBetween(around.from, around.to)
            tr.replaceWith(around.from, around.to, state.schema.text(text.slice(1, -1)))
            return true
          }
          const placeholderWords = words.trim() || example
          const marks = [...$from.marks(), this.type.create()]
          tr.replaceWith(from, to, state.schema.text(`[${placeholderWords}]`, marks))
          tr.setSelection(TextSelection.create(tr.doc, from + 1, from + 1 + placeholderWords.length))
          return true
        },
    }
  },

  addKeyboardShortcuts() {
    return { 'Mod-e': () => this.editor.commands.togglePlaceholder() }
  },

  addInputRules() {
    return [
      new InputRule({
        find: /\[(?![ xX]?\])[^[\]\n]+\]$/,
        handler: ({ state, range }) => {
          // Remove marks that were created while typing, for example by two stars.
          state.tr
            .removeMark(range.from, range.to)
            .addMark(range.from, range.to, this.type.create())
            .removeStoredMark(this.type)
        },
      }),
    ]
  },

  addPasteRules() {
    return [
      new PasteRule({
        find: placeholders(),
        handler: ({ state, range }) => {
          state.tr.addMark(range.from, range.to, this.type.create())
        },
      }),
    ]
  },

  addProseMirrorPlugins() {
    const { name } = this
    return [
      new Plugin({
        appendTransaction(transactions, _, state) {
          if (!transactions.some(({ docChanged }) => docChanged)) return null
          const { tr } = state
          state.doc.descendants((node, at) => {
            if (node.isTextblock) unmarkBroken(tr, node, at + 1, name)
            return !node.isTextblock
          })
          return tr.docChanged ? tr : null
        },
      }),
    ]
  },
})

interface Range {
  from: number
  to: number
}

/** Returns the ranges of a text block that have the mark. */
function marked(block: DocumentNode, start: number, mark: string): Range[] {
  const ranges: Range[] = []
  block.forEach((child, offset) => {
    if (!child.marks.some(({ type }) => type.name === mark)) return
    const last = ranges[ranges.length - 1]
    if (last?.to === start + offset) last.to += child.nodeSize
    else ranges.push({ from: start + offset, to: start + offset + child.nodeSize })
  })
  return ranges
}

/** Returns the placeholder at a position, or undefined. */
function rangeOf(block: DocumentNode, start: number, mark: string, place: number): Range | undefined {
  return marked(block, start, mark)
    .flatMap(({ from, to }) => placeholdersIn(block, start, { from, to }))
    .find(({ from, to }) => from <= place && place <= to)
}

const placeholdersIn = (block: DocumentNode, start: number, { from, to }: Range): Range[] =>
  [...block.textBetween(from - start, to - start, undefined, '\n').matchAll(placeholders())].map((match) => ({
    from: from + match.index,
    to: from + match.index + match[0].length,
  }))

function unmarkBroken(tr: Transaction, block: DocumentNode, start: number, mark: string): void {
  const type = tr.doc.type.schema.marks[mark]
  for (const range of marked(block, start, mark)) {
    let position = range.from
    for (const { from, to } of [...placeholdersIn(block, start, range), { from: range.to, to: range.to }]) {
      if (from > position) tr.removeMark(position, from, type)
      position = to
    }
  }
}
