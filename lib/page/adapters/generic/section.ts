import { holdsControl } from '../../label/near-text.ts'
import { labelText } from '../../words.ts'

/** Longer text is an instruction, not a heading. */
const headingMax = 80

const isBoldRow = (row: Element): boolean => {
  const bold = row.querySelectorAll('b, strong')
  const text = labelText(row.textContent ?? '')
  return bold.length === 1 && row.children.length === 1 && labelText(bold[0]?.textContent ?? '') === text
}

/** For a document: the nearest heading, legend, bold-only row or spanning header before a control, '' when none. */
export function sectionsOf(document: Document): (control: Element) => string {
  const marks = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6, legend, th[colspan], tr')]
    .filter((mark) => (mark.tagName !== 'TR' || isBoldRow(mark)) && !holdsControl(mark))
    .map((mark) => ({ mark, text: labelText(mark.textContent ?? '') }))
    .filter(({ text }) => text !== '' && text.length <= headingMax)
  return (control) => {
    // A fieldset's own legend is the question of its choices, not the section around it.
    const own = control.closest('fieldset')?.querySelector(':scope > legend')
    let nearest = ''
    for (const { mark, text } of marks) {
      if (control.compareDocumentPosition(mark) & Node.DOCUMENT_POSITION_FOLLOWING) break
      if (mark !== own) nearest = text
    }
    return nearest
  }
}
