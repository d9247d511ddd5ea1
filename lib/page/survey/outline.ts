import type { Control } from '../scan/controls.ts'

/** A table cell with its position in the grid. Spans of other cells are counted. */
export interface Cell {
  element: Element
  row: Row
  column: number
  span: number
  header: boolean
  /** Its items have the indexes `from` up to, but not including, `to`. Items of nested tables are included. */
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
  /** The text that is left after an option has taken its caption. */
  text: string
  /** The text as written in the page. */
  written: string
  parent: Element
  /** The surrounding `<label>`. */
  label: Element | null
  strong: boolean
  /** The surrounding heading, or the legend of the fieldset. */
  heading: Element | null
  /** True if a wide gap (two or more non-breaking spaces) is before it. */
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
   * Set if signature marks are on the control (`own`) or around it (`around`). The label decides whether it is a
   * signature.
   */
  signing: 'around' | 'own' | null
}

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
  /** Which styles and positions were used while the outline was read. The readers of the outline fill this in. */
  asked: {
    /** For each element, whether its font is bold. */
    bold: Map<Element, boolean>
    /** The names of elements that other controls refer to (`aria-labelledby`). */
    names: Map<Element, { name: string; ask: (element: Element) => string }>
    /** True if labels depend on screen positions. */
    places: boolean
    /** True if some controls are positioned with CSS. */
    placed: boolean
    /** Controls whose screen position was read. */
    measured: Set<ControlItem>
  }
}
