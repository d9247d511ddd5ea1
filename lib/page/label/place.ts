import type { LabelCandidate } from '../found.ts'
import { labelText } from '../words.ts'
import { holdsControl, wordsBeside, wordsOf } from './near-text.ts'

/** Longer than this is an instruction or a paragraph, not a question. */
const questionMax = 200

const candidate = (text: string, rule: LabelCandidate['rule'], score: number): LabelCandidate | null => {
  const label = labelText(text)
  return /[\p{L}\p{N}]/u.test(label) && label.length <= questionMax ? { text: label, rule, score } : null
}

const ownCell = (control: Element): Element | null =>
  control.parentElement?.closest('td, th, li, p, dd, div, section, form') ?? null

/** Third rung: the text before the control in its own cell; for a lone box the text after it. */
export function cell(control: Element, alone: boolean): LabelCandidate | null {
  const box = ownCell(control)
  if (!box) return null
  return (
    (alone ? candidate(wordsBeside(control, box, 'after'), 'cell', 0.75) : null) ??
    candidate(wordsBeside(control, box, 'before'), 'cell', 0.75)
  )
}

/** The cell of a row that stands over a column, honouring colspan. */
const cellAt = (row: HTMLTableRowElement, column: number): HTMLTableCellElement | null => {
  let at = 0
  for (const each of row.cells) {
    if (column < at + each.colSpan) return each
    at += each.colSpan
  }
  return null
}

const columnOf = (own: HTMLTableCellElement): number => {
  let column = 0
  for (let before = own.previousElementSibling; before; before = before.previousElementSibling) {
    column += (before as HTMLTableCellElement).colSpan || 1
  }
  return column
}

/** Fourth rung: row header and column header of a table; in a two-column layout the cell before. */
export function table(control: Element): LabelCandidate | null {
  const own = control.closest<HTMLTableCellElement>('td, th')
  const row = own?.closest<HTMLTableRowElement>('tr')
  const whole = row?.closest<HTMLTableElement>('table')
  if (!own || !row || !whole) return null
  const before: string[] = []
  for (let cell = own.previousElementSibling; cell && !holdsControl(cell); cell = cell.previousElementSibling)
    before.unshift(wordsOf(cell))
  const rowHeader = labelText(before.join(' '))
  const first = whole.rows[0]
  const heads = first && first !== row && !holdsControl(first) ? cellAt(first, columnOf(own)) : null
  const columnHeader =
    heads && heads.colSpan < (first?.cells.length ?? 0) + 1 && (first?.cells.length ?? 0) > 1
      ? labelText(wordsOf(heads))
      : ''
  if (rowHeader && columnHeader) return candidate(`${rowHeader} - ${columnHeader}`, 'table', 0.8)
  return candidate(rowHeader || columnHeader, 'table', rowHeader ? 0.7 : 0.6)
}

/** Fifth rung: the block or row just before whose only content is text. */
export function block(control: Element): LabelCandidate | null {
  let around: Element | null = ownCell(control) ?? control.parentElement
  for (let depth = 0; around && depth < 3; depth++) {
    for (let before = around.previousElementSibling; before; before = before.previousElementSibling) {
      if (holdsControl(before)) break
      const found = candidate(wordsOf(before), 'block', 0.65 - depth * 0.05)
      if (found) return found
    }
    const row: Element | null = around.closest('tr')
    around = row && row !== around ? row : around.parentElement
    if (around?.matches('form, body')) return null
  }
  return null
}

/** Last rung: the name or id, split into words. */
export function name(control: Element): LabelCandidate | null {
  const raw = control.getAttribute('name') || control.id
  const last = raw.replace(/[\][]+/g, ' ').trim()
  const spaced = last.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_\-.\d]+/g, ' ')
  return candidate(spaced, 'name', 0.25)
}
