import { wrappingInputRule } from '@tiptap/core'
import { OrderedList } from '@tiptap/extension-list'

// The same numbers as in `itemLine`.
const typedNumber = /^(0|[1-9]\d{0,2})\.\s$/

/**
 * A numbered list without letters and without leading zeros, because Markdown cannot store them. Tiptap alone also
 * makes lists with letters from pasted lines, and reads "03." as 3. Stored as Markdown, "A. Smith" would then become
 * "1. Smith", and "03. May" would become "3. May".
 */
export const NumberedList = OrderedList.extend({
  addAttributes() {
    const { start } = this.parent?.() ?? {}
    return { start }
  },

  addInputRules() {
    return [
      wrappingInputRule({
        find: typedNumber,
        type: this.type,
        getAttributes: ([, number]) => ({ start: Number(number) }),
        joinPredicate: ([, number], { childCount, attrs }) => childCount + attrs.start === Number(number),
      }),
    ]
  },

  // Without the paste plugin of Tiptap, pasted lines such as "1. Mai" stay text. Pasted lines that look like bullets or
  // headings also stay text.
  addProseMirrorPlugins: () => [],
})
