import { attribute, localName } from '../natives.ts'
import { type Control, isTicked } from '../scan/controls.ts'
import type { Cell, Row, Sheet, Spot, Table } from './sheet.ts'

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

/** Creates an empty sheet and the functions that append to it. */
export function sheetWriter() {
  const sheet: Sheet = {
    items: [],
    spots: [],
    labels: new Map(),
    labelsFor: new Map(),
    groups: new Map(),
    ids: new Map(),
    legends: new Map(),
    roots: [],
    frames: [],
    asked: { bold: new Map(), names: new Map(), places: false, placed: false, measured: new Set() },
  }
  const { items, spots } = sheet
  let line = 0
  let block = 0
  let apart = false
  let spaced = false

  const addWords = (said: string, parent: Element, { label, group, strong, heading, cell }: Inside): void => {
    const at = items.length
    const text = spaced ? ` ${said}` : said
    spaced = false
    items.push({
      kind: 'words',
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
      apart,
      taken: null,
    })
    const words = items[at]
    if (words?.kind === 'words') {
      if (label) push(sheet.labels, label, words)
      if (heading && group && localName(heading) === 'legend') push(sheet.legends, group, words)
    }
    apart = false
  }

  return {
    sheet,
    endBlock(): void {
      block++
      line++
      apart = false
    },
    endLine(): void {
      line++
      apart = false
    },
    /** White space separates words. A wide gap also separates items. */
    addSpace(text: string): void {
      spaced = true
      if ((text.includes('\u00a0') || text.includes('\u2003')) && wideGap.test(text)) apart = true
    },
    addText(text: string, parent: Element, inside: Inside): void {
      if (!text.includes('\u00a0') && !text.includes('\u2003')) {
        addWords(text, parent, inside)
        return
      }
      for (const [at, piece] of text.split(wideGap).entries()) {
        if (at > 0) apart = true
        if (/\S/.test(piece)) addWords(piece, parent, inside)
      }
    },
    addSpot(
      control: Control,
      anchor: Element,
      behind: HTMLTextAreaElement | null,
      { label, group, cell }: Inside,
      signing: Spot['signing'] = null,
    ): void {
      const [at, order] = [items.length, spots.length]
      const spot: Spot = {
        kind: 'spot',
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
      items.push(spot)
      spots.push(spot)
      apart = false
      if (group) push(sheet.groups, group, spot)
      const id = (behind ?? control).id
      if (id) sheet.ids.set(id, (sheet.ids.get(id) ?? 0) + 1)
    },
    addLabelFor(root: Node, id: string, label: Element): void {
      const known = sheet.labelsFor.get(root) ?? new Map<string, Element[]>()
      sheet.labelsFor.set(root, known)
      push(known, id, label)
    },
  }
}

const spanOf = (element: Element, name: string): number => {
  const said = attribute(element, name)
  const span = said === null ? 1 : Number(said)
  return Number.isInteger(span) && span > 0 && span <= 100 ? span : 1
}

/** Places a cell in the next free column of a row, counting the spans of cells before and above. */
export function placeCell(element: Element, row: Row, from: number): Cell {
  const { table } = row
  const last = row.cells.at(-1)
  let column = last ? last.column + last.span : 0
  while ((table.taken[column] ?? 0) > row.index) column++
  const span = spanOf(element, 'colspan')
  const down = spanOf(element, 'rowspan')
  if (down > 1) for (let at = column; at < column + span; at++) table.taken[at] = row.index + down
  const cell: Cell = { element, row, column, span, header: localName(element) === 'th', from, to: from }
  row.cells.push(cell)
  return cell
}
