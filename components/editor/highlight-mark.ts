import { Highlight } from '@tiptap/extension-highlight'
import { highlightMark, severityOf } from './markdown/marks.ts'

const severityFrom = (value: unknown) => severityOf(highlightMark(value)) ?? 1

/** A highlight with severity 1 to 3 (product 2.24). The colors are in `rich-text.module.css`. */
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
  // No input rules and paste rules: Tiptap would turn typed or pasted text such as `==words==` into a highlight.
  addInputRules: () => [],
  addPasteRules: () => [],
})
