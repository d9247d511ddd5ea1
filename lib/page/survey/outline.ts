import { boxType, type Control, isTicked } from '../controls/controls.ts'
import { attribute, localName } from '../natives.ts'

/**
 * A table cell with its position in the table's grid. `column` is the first grid column of the cell, counted with the
 * `colspan` and `rowspan` of the other cells.
 */
export interface Cell {
  element: Element
  row: Row
  column: number
  span: number
  header: boolean
  /**
   * The cell contains the items from index `from` up to, but not including, `to`. Items of nested tables are included.
   */
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
  /** The cell that contains this table. */
  outer: Cell | null
  /** For each column, the index of the first row that is not covered by a cell with `rowspan`. */
  coveredUntil: number[]
}

interface Placed {
  /** Index in document order. */
  at: number
  /** Line number. A `<br>` and every block boundary start a new line. */
  line: number
  /** Block number. Every block boundary starts a new block. */
  block: number
  cell: Cell | null
}

/** A visible piece of text. */
export interface TextRun extends Placed {
  kind: 'text'
  /** The written text without the part that is the caption of an option. */
  text: string
  /** The text as written in the page. */
  written: string
  parent: Element
  /** The surrounding `<label>`. */
  label: Element | null
  strong: boolean
  /** The surrounding heading, or the legend of the fieldset. */
  heading: Element | null
  /** True if a wide gap (two or more non-breaking spaces or em spaces) is before the text. */
  afterWideGap: boolean
  /** The option whose caption this text is. The text labels nothing else. */
  claimedBy: ControlItem | null
}

/** A control that takes an answer. */
export interface ControlItem extends Placed {
  kind: 'control'
  /** Index among the control items. */
  order: number
  control: Control
  /** True for a radio or checkbox. */
  ticked: boolean
  /** The element in the page's layout: the control, or the iframe of an editor. */
  anchor: Element
  label: Element | null
  /** The innermost fieldset, or element with a group role. */
  group: Element | null
  /** The textarea that an editor has hidden and writes its content to. */
  behind: HTMLTextAreaElement | null
  /**
   * Set if the control may be a signature, because the word "signature" is in its class or id (`own`) or in the class
   * of an element around it (`around`). `isToSign` then decides with the label. Null: the control is no signature.
   */
  signing: 'around' | 'own' | null
}

/** Returns true for a radio button. */
export const isRadio = (controlItem: ControlItem | undefined): controlItem is ControlItem =>
  controlItem !== undefined && boxType(controlItem.control) === 'radio'

export type Item = TextRun | ControlItem

/** The texts and controls of a document in document order, including its shadow roots and frames. */
export interface PageOutline {
  items: Item[]
  controlItems: ControlItem[]
  /** Texts by their surrounding `<label>`. */
  labels: Map<Element, TextRun[]>
  /** `<label for>` elements, by root and by the id in `for`. */
  labelsFor: Map<Node, Map<string, Element[]>>
  /** Control items by their surrounding fieldset or group. */
  groups: Map<Element, ControlItem[]>
  /** How many controls have each id. */
  ids: Map<string, number>
  /** Texts of `<legend>` elements by their fieldset. */
  legends: Map<Element, TextRun[]>
  /** The documents and shadow roots that were read. */
  roots: Node[]
  /** Each frame with its document at the time of reading. */
  frames: [HTMLIFrameElement, Document][]
  /**
   * The styles, names and positions that the labels depend on. The code that finds the labels fills in this object. If
   * one of these styles, names or positions changes, the labels must be read again.
   */
  asked: {
    /** For each element: true if its font is bold. */
    bold: Map<Element, boolean>
    /**
     * For each element with `aria-labelledby`: its name and the function that reads the name. The text of the name is
     * in other elements, so it can change without a change of this element.
     */
    names: Map<Element, { name: string; ask: (element: Element) => string }>
    /** True if labels depend on screen positions. */
    places: boolean
    /** True if some controls are positioned with CSS. */
    placed: boolean
    /** Controls whose screen position was read. */
    measured: Set<ControlItem>
  }
}

/**
 * Returns a control item together with the control items directly before and after it that satisfy `isIn`, in document
 * order.
 */
export function runOf(
  { controlItems }: PageOutline,
  controlItem: ControlItem,
  isIn: (other: ControlItem) => boolean,
): ControlItem[] {
  const run = [controlItem]
  for (let back = controlItems[controlItem.order - 1]; back && isIn(back); back = controlItems[back.order - 1])
    run.unshift(back)
  for (let next = controlItems[controlItem.order + 1]; next && isIn(next); next = controlItems[next.order + 1])
    run.push(next)
  return run
}

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
    /**
     * Records white space before the next text. White space separates words. A wide gap also separates the items of a
     * line.
     */
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
      countId((behind ?? control).id, 1)
    },
    /** Notes the textarea that an editor has hidden, if it comes after the editor. */
    addBehind(controlItem: ControlItem, textarea: HTMLTextAreaElement): void {
      countId(controlItem.control.id, -1)
      controlItem.behind = textarea
      countId(textarea.id, 1)
    },
    /** Removes the last items, from an index on. They are in an element that nobody can see. */
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

/** Places a cell in the next free column of a row. */
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
