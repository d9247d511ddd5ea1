import { Highlight } from '@tiptap/extension-highlight'
import { highlightMark, severityOf } from './markdown/marks.ts'

const severityFrom = (value: unknown) => severityOf(highlightMark(value)) ?? 1

/** A highlight of severity 1 to 3, each its own colour (spec §2); the colours stand in `rich-text.module.css`. */
export const SeverityHighlight = Highlight.extend({
  addAttributes() {
    return {
      severity: {
        default: 1,
        parseHTML: (element: HTMLElement) => severityFrom(element.dataset.severity),
        renderHTML: ({ severity }: { severity?: unknown }) => ({ 'data-severity': severityFrom(severity) }),
      },
    }
  },
  // Equal signs stay equal signs while one types.
  addInputRules: () => [],
  addPasteRules: () => [],
})
