import type { Control } from '../scan/controls.ts'

/** One cell of a table, with where it stands in the grid once spans are counted. */
export interface Cell {
  element: Element
  row: Row
  column: number
  span: number
  header: boolean
  /** Its items stand from `from` up to but not at `to`, those of tables inside it too. */
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
  /** The cell this table stands in. */
  outer: Cell | null
  /** Columns still taken by cells of rows above, as rows left. */
  taken: number[]
}

interface Placed {
  /** Its place in the order of the page. */
  at: number
  /** Content between two line ends; a `<br>` ends a line, so does every block. */
  line: number
  /** Content between two block boundaries. */
  block: number
  cell: Cell | null
}

/** A piece of text a reader sees. */
export interface Words extends Placed {
  kind: 'words'
  /** What is left of it for others, once an option has taken its part. */
  text: string
  /** As it stands in the page. */
  written: string
  parent: Element
  /** The `<label>` around it. */
  label: Element | null
  strong: boolean
  /** Inside a heading, or the fieldset's legend. */
  heading: Element | null
  /** A wide gap (two or more non-breaking spaces) stands before it. */
  apart: boolean
  /** The option these are the words of; they name nothing else. */
  taken: Spot | null
}

/** A place where the page takes an answer. */
export interface Spot extends Placed {
  kind: 'spot'
  /** Its place among the spots. */
  order: number
  control: Control
  /** A radio or a box. */
  ticked: boolean
  /** What stands in the page's flow: the control, or the frame an editor lives in. */
  anchor: Element
  label: Element | null
  /** Innermost, with a legend of its own or a group's role. */
  group: Element | null
  /** The text control an editor has hidden and will fill. */
  behind: HTMLTextAreaElement | null
  /** It may be there to sign, by its marks or those around it: its words tell. */
  signing: 'around' | 'own' | null
}

export type Item = Words | Spot

/** What one document, with its shadow roots and frames, shows: texts and controls in the order of the page. */
export interface Sheet {
  items: Item[]
  spots: Spot[]
  /** Words by the `<label>` around them. */
  labels: Map<Element, Words[]>
  /** `<label for>` by the root it stands in and the id it names. */
  labelsFor: Map<Node, Map<string, Element[]>>
  /** Spots by the fieldset or group around them. */
  groups: Map<Element, Spot[]>
  /** How many controls carry an id. */
  ids: Map<string, number>
  /** Words of `<legend>`s by their fieldset. */
  legends: Map<Element, Words[]>
  /** Documents and shadow roots that were read. */
  roots: Node[]
  /** Frames with the document that stood in each. */
  frames: [HTMLIFrameElement, Document][]
  /** What the page's style was asked for while the sheet was read; whoever reads the sheet notes it. */
  asked: {
    /** Whether the type of these is bold. */
    bold: Map<Element, boolean>
    /** What elements were called that are named by others (`aria-labelledby`). */
    names: Map<Element, { said: string; ask: (element: Element) => string }>
    /** Labels go by where things stand on the screen. */
    places: boolean
    /** Some controls are placed by hand. */
    placed: boolean
    /** Controls whose place on the screen was looked at. */
    measured: Set<Spot>
  }
}
