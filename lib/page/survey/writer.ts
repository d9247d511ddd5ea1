import { attribute, localName } from '../natives.ts'
import { type Control, isTicked } from '../scan/controls.ts'
import type { Cell, ControlItem, PageOutline, Row, Table } from './outline.ts'

const wideGap = /[\u00a0\u2003]{2,}|[\u00a0\u2003] +[\u00a0\u2003]/

/** The context of an element's content. */
export interface Inside {
  label: Element | null
  group: Element | null
  strong: boolean
  heading: Element | null
  cell: Cell | null
  row: Row | null
  table: Table | null
  root: Node
}

const push = <Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void => {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}

/** Creates an empty outline and the functions that append to it. */
export function outlineWriter() {
  const outline: PageOutline = {
    items: [],
    controlItems: [],
    labels: new Map(),
    labelsFor: new Map(),
    groups: new Map(),
    ids: new Map(),
    legends: new Map(),
    roots: [],
    frames: [],
    asked: { bold: new Map(), names: new Map(), places: false, placed: false, measured: new Set() },
  }
  const { items, controlItems } = outline
  let line = 0
  let block = 0
  let afterWideGap = false
  let spaced = false

  const addTextRun = (content: string, parent: Element, { label, group, strong, heading, cell }: Inside): void => {
    const at = items.length
    const text = spaced ? ` ${content}` : content
    spaced = false
    items.push({
      kind: 'text',
      at,
      line,
      block,
      cell,
      text,
      written: text,
      parent,
      label,
      strong,
      heading,
      afterWideGap,
      claimedBy: null,
    })
    const words = items[at]
    if (words?.kind === 'text') {
      if (label) push(outline.labels, label, words)
      if (heading && group && localName(heading) === 'legend') push(outline.legends, group, words)
    }
    afterWideGap = false
  }

  return {
    outline,
    endBlock(): void {
      block++
      line++
      afterWideGap = false
    },
    endLine(): void {
      line++
      afterWideGap = false
    },
    /** White space separates words. A wide gap also separates items. */
    addSpace(text: string): void {
      spaced = true
      if ((text.includes('\u00a0') || text.includes('\u2003')) && wideGap.test(text)) afterWideGap = true
    },
    addText(text: string, parent: Element, inside: Inside): void {
      if (!text.includes('\u00a0') && !text.includes('\u2003')) {
        addTextRun(text, parent, inside)
        return
      }
      for (const [at, piece] of text.split(wideGap).entries()) {
        if (at > 0) afterWideGap = true
        if (/\S/.test(piece)) addTextRun(piece, parent, inside)
      }
    },
    addControlItem(
      control: Control,
      anchor: Element,
      behind: HTMLTextAreaElement | null,
      { label, group, cell }: Inside,
      signing: ControlItem['signing'] = null,
    ): void {
      const [at, order] = [items.length, controlItems.length]
      const controlItem: ControlItem = {
        kind: 'control',
        at,
        order,
        line,
        block,
        cell,
        control,
        ticked: isTicked(control),
        anchor,
        label,
        group,
        behind,
        signing,
      }
      items.push(controlItem)
      controlItems.push(controlItem)
      afterWideGap = false
      if (group) push(outline.groups, group, controlItem)
      const id = (behind ?? control).id
      if (id) outline.ids.set(id, (outline.ids.get(id) ?? 0) + 1)
    },
    addLabelFor(root: Node, id: string, label: Element): void {
      const known = outline.labelsFor.get(root) ?? new Map<string, Element[]>()
      outline.labelsFor.set(root, known)
      push(known, id, label)
    },
  }
}

const spanOf = (element: Element, name: string): number => {
  const value = attribute(element, name)
  const span = value === null ? 1 : Number(value)
  return Number.isInteger(span) && span > 0 && span <= 100 ? span : 1
}

/** Places a cell in the next free column of a row, counting the spans of cells before and above. */
export function placeCell(element: Element, row: Row, from: number): Cell {
  const { table } = row
  const last = row.cells.at(-1)
  let column = last ? last.column + last.span : 0
  while ((table.coveredUntil[column] ?? 0) > row.index) column++
  const span = spanOf(element, 'colspan')
  const down = spanOf(element, 'rowspan')
  if (down > 1) for (let at = column; at < column + span; at++) table.coveredUntil[at] = row.index + down
  const cell: Cell = { element, row, column, span, header: localName(element) === 'th', from, to: from }
  row.cells.push(cell)
  return cell
}
