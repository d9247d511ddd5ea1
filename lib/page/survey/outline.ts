import { boxType, type Control, isTicked } from '../controls/controls.ts'
import { attribute, localName, rootOf } from '../natives.ts'

export interface Cell {
  element: Element
  row: Row
  column: number
  span: number
  header: boolean
  from: number
  to: number
}

export interface Row {
  table: Table
  index: number
  cells: Cell[]
}

export interface Table {
  element: Element
  rows: Row[]
  outer: Cell | null
  coveredUntil: number[]
}

interface Placed {
  at: number
  line: number
  block: number
  cell: Cell | null
}

export interface TextRun extends Placed {
  kind: 'text'
  text: string
  written: string
  parent: Element
  label: Element | null
  strong: boolean
  heading: Element | null
  afterWideGap: boolean
  claimedBy: ControlItem | null
}

export interface ControlItem extends Placed {
  kind: 'control'
  order: number
  control: Control
  /** True for a radio or checkbox. */
  ticked: boolean
  anchor: Element
  label: Element | null
  group: Element | null
  behind: HTMLTextAreaElement | null
  /**
   * Set if the control may be a signature, because the word "signature" is in its class or id (`own`) or in the class
   * of an element around it (`around`). `isToSign` then decides with the label. Null: the control is no signature.
   */
  signing: 'around' | 'own' | null
}

export const isRadio = (controlItem: ControlItem | undefined): controlItem is ControlItem =>
  controlItem !== undefined && boxType(controlItem.control) === 'radio'

export type Item = TextRun | ControlItem

export interface PageOutline {
  items: Item[]
  controlItems: ControlItem[]
  labels: Map<Element, TextRun[]>
  labelsFor: Map<Node, Map<string, Element[]>>
  groups: Map<Element, ControlItem[]>
  ids: Map<string, number>
  legends: Map<Element, TextRun[]>
  roots: Node[]
  frames: [HTMLIFrameElement, Document][]
  /**
   * The styles, names and positions that the labels depend on. The code that finds the labels fills in this object. If
   * one of these styles, names or positions changes, the labels must be read again.
   */
  asked: {
    bold: Map<Element, boolean>
    names: Map<Element, { name: string; ask: (element: Element) => string }>
    places: boolean
    placed: boolean
    measured: Set<ControlItem>
  }
}

export function runOf(
  { controlItems }: PageOutline,
  controlItem: ControlItem,
  isIn: (other: ControlItem) => boolean,
): ControlItem[] {
  const run = [controlItem]
  for (
    let previous = controlItems[controlItem.order - 1];
    previous && isIn(previous);
    previous = controlItems[previous.order - 1]
  )
    run.unshift(previous)
  for (let next = controlItems[controlItem.order + 1]; next && isIn(next); next = controlItems[next.order + 1])
    run.push(next)
  return run
}

const wideGap = /[\u00a0\u2003]{2,}|[\u00a0\u2003] +[\u00a0\u2003]/

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
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}

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

  const countId = (id: string, by: number): void => {
    if (id) outline.ids.set(id, (outline.ids.get(id) ?? 0) + by)
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
      textarea: HTMLTextAreaElement | null,
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
        behind: textarea,
        signing,
      }
      items.push(controlItem)
      controlItems.push(controlItem)
      afterWideGap = false
      if (group) push(outline.groups, group, controlItem)
      countId((textarea ?? control).id, 1)
    },
    addBehind(controlItem: ControlItem, textarea: HTMLTextAreaElement): void {
      countId(controlItem.control.id, -1)
      controlItem.behind = textarea
      countId(textarea.id, 1)
    },
    removeFrom(at: number): void {
      for (const item of items.splice(at)) {
        if (item.kind === 'control') {
          controlItems.splice(item.order)
          countId((item.behind ?? item.control).id, -1)
          if (item.group) outline.groups.get(item.group)?.pop()
        } else if (item.label) outline.labels.delete(item.label)
      }
    },
    addLabelFor(root: Node, id: string, label: Element): void {
      const labelsById = outline.labelsFor.get(root) ?? new Map<string, Element[]>()
      outline.labelsFor.set(root, labelsById)
      push(labelsById, id, label)
    },
  }
}

/** Returns the words of the labels that name a group by its id. */
export const labelsOfGroup = ({ labels, labelsFor }: PageOutline, group: Element): TextRun[] =>
  (labelsFor.get(rootOf(group))?.get(group.id) ?? []).flatMap((label) => labels.get(label) ?? [])

const spanOf = (element: Element, name: string): number => {
  const value = attribute(element, name)
  const span = value === null ? 1 : Number(value)
  return Number.isInteger(span) && span > 0 && span <= 100 ? span : 1
}

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
