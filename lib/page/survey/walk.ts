import { type Control, isAnswer, isEditable, isInput, isShown, isTextarea, isTicked } from '../controls.ts'
import {
  attribute,
  firstChild,
  localName,
  nextSibling,
  nodeType,
  one,
  openShadowRoot,
  rootElement,
} from '../natives.ts'
import type { PagePorts } from '../ports.ts'
import type { Cell, Row, Sheet, Spot, Table, Words } from './sheet.ts'

const tags = (names: string): Set<string> => new Set(names.split(' '))

/** Nothing of these is read. */
const silent = tags(
  'script style noscript template svg math object canvas video audio option datalist head button meter progress',
)
/** Content before and after one of these stands on lines of its own. */
const blocks = tags(
  'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form ' +
    'frameset h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul',
)
const controls = tags('input textarea select')
const bold = tags('b strong th h1 h2 h3 h4 h5 h6 legend caption')
const headings = tags('h1 h2 h3 h4 h5 h6 legend caption')
const shell = tags('toolbar menubar menu listbox tooltip tablist navigation search status tree')
/** Besides custom elements, these can carry a shadow root. */
const hosts = tags('article aside div main section span')
const wideGap = /[\u00a0\u2003]{2,}|[\u00a0\u2003] +[\u00a0\u2003]/

/** What holds for everything inside an element. */
interface Inside {
  label: Element | null
  group: Element | null
  strong: boolean
  heading: Element | null
  cell: Cell | null
  row: Row | null
  table: Table | null
  root: Node
}

const nothing = (root: Node): Inside => ({
  label: null,
  group: null,
  strong: false,
  heading: null,
  cell: null,
  row: null,
  table: null,
  root,
})

const spanOf = (element: Element, name: string): number => {
  const span = Number(attribute(element, name) ?? 1)
  return Number.isInteger(span) && span > 0 && span <= 100 ? span : 1
}

/** The next free column of a row, with the cell's own span counted in. */
function placeCell(element: Element, row: Row): Cell {
  const { table } = row
  const last = row.cells.at(-1)
  let column = last ? last.column + last.span : 0
  while ((table.taken[column] ?? 0) > row.index) column++
  const span = spanOf(element, 'colspan')
  const down = spanOf(element, 'rowspan')
  if (down > 1) for (let at = column; at < column + span; at++) table.taken[at] = row.index + down
  const header = localName(element) === 'th'
  const cell: Cell = { element, row, column, span, header, from: 0, to: 0 }
  row.cells.push(cell)
  return cell
}

/** An editor that lives in a frame of the page's own: its body takes the answer. */
export function editorIn(inner: Document): HTMLElement | null {
  const body = one(inner, 'body')
  return body && (isEditable(body) || inner.designMode === 'on') ? body : null
}

/** The document inside a frame; null for another origin's. */
function documentIn(frame: Element): Document | null {
  const name = localName(frame)
  return name === 'iframe' || name === 'frame' ? (frame as HTMLIFrameElement).contentDocument : null
}

/** What an adapter wants in a survey besides the controls that are shown. */
export interface Kept {
  /** Push-buttons that are answers of a scored instrument. */
  scored?: (element: Element) => boolean
  /** Hidden controls the page will show. */
  keeps?: (control: Element) => boolean
}

/** Reads a document once, in the order of the page, open frames and shadow roots where they stand. */
export function survey(document: Document, { shadowRootOf }: PagePorts, { scored, keeps }: Kept = {}): Sheet {
  const sheet: Sheet = {
    items: [],
    spots: [],
    labels: new Map(),
    labelsFor: new Map(),
    groups: new Map(),
    ids: new Map(),
    legends: new Map(),
    documents: [],
  }
  const { items, spots } = sheet
  const seen = new Map<Element, boolean>()
  let line = 0
  let block = 0
  let apart = false
  let hidden: HTMLTextAreaElement | null = null

  const endBlock = (): void => {
    block++
    line++
    apart = false
  }
  const shown = (element: Element): boolean => {
    let is = seen.get(element)
    if (is === undefined) {
      is = isShown(element)
      seen.set(element, is)
    }
    return is
  }

  /** Controls of tabs that are not open measure nothing. */
  const hasRoom = (control: Control): boolean => shown(control) && (control.offsetWidth > 0 || control.offsetHeight > 0)

  const shadowOf = (current: Element, name: string): ShadowRoot | null => {
    if (!name.includes('-') && !hosts.has(name)) return null
    return openShadowRoot(current) ?? shadowRootOf?.(current as HTMLElement) ?? null
  }

  const addText = (text: string, parent: Element, inside: Inside): void => {
    if (!/\S/.test(text)) {
      if (wideGap.test(text)) apart = true
      return
    }
    if (!shown(parent)) return
    for (const [at, piece] of text.split(wideGap).entries()) {
      if (at > 0) apart = true
      if (!/\S/.test(piece)) continue
      const { label, strong, heading, cell } = inside
      const words: Words = {
        kind: 'words',
        at: items.length,
        line,
        block,
        cell,
        text: piece,
        parent,
        label,
        strong,
        heading,
        apart,
        taken: null,
      }
      items.push(words)
      if (label) sheet.labels.set(label, [...(sheet.labels.get(label) ?? []), words])
      if (heading && localName(heading) === 'legend' && inside.group)
        sheet.legends.set(inside.group, [...(sheet.legends.get(inside.group) ?? []), words])
      apart = false
    }
  }

  const addSpot = (control: Control, anchor: Element, { label, group, cell }: Inside): void => {
    const behind = hidden
    hidden = null
    const [at, order] = [items.length, spots.length]
    const spot: Spot = { kind: 'spot', at, order, line, block, cell, control, anchor, label, group, behind }
    items.push(spot)
    spots.push(spot)
    if (group) sheet.groups.set(group, [...(sheet.groups.get(group) ?? []), spot])
    apart = false
    const id = (behind ?? control).id
    if (id) sheet.ids.set(id, (sheet.ids.get(id) ?? 0) + 1)
    const owner = control.ownerDocument
    if (!sheet.documents.includes(owner)) sheet.documents.push(owner)
  }

  const addControl = (control: Control, inside: Inside): void => {
    if (isInput(control) && control.type === 'hidden') return
    if (!isAnswer(control)) return
    // A styled box is often drawn by its label while the box itself is not.
    if (hasRoom(control) || (isTicked(control) && [...(control.labels ?? [])].some(isShown)))
      addSpot(control, control, inside)
    else if (keeps?.(control)) addSpot(control, control, inside)
    else if (isTextarea(control)) hidden = control
  }

  const children = (parent: Node, inside: Inside): void => {
    for (let child = firstChild(parent); child; child = nextSibling(child)) {
      const type = nodeType(child)
      if (type === 3) addText((child as Text).data, parent as Element, inside)
      else if (type === 1) element(child as Element, inside)
    }
  }

  const cellOf = (inner: Element, inside: Inside, row: Row): void => {
    const cell = placeCell(inner, row)
    cell.from = items.length
    children(inner, { ...inside, cell, row: null, table: null, strong: inside.strong || cell.header })
    cell.to = items.length
  }

  const frame = (outer: Element, inner: Document, inside: Inside): void => {
    const editor = editorIn(inner)
    if (editor) {
      if (shown(outer)) addSpot(editor, outer, inside)
      return
    }
    const root = rootElement(inner)
    // A frame of a frameset has no box of its own kind to ask about.
    if (!root || (localName(outer) === 'iframe' && !shown(outer))) return
    endBlock()
    children(root, nothing(inner))
    endBlock()
  }

  const element = (current: Element, inside: Inside): void => {
    const name = localName(current)
    if (scored && (name === 'input' || name === 'button') && scored(current)) {
      if (shown(current)) addSpot(current as Control, current, inside)
      return
    }
    if (silent.has(name)) return
    if (controls.has(name)) {
      addControl(current as Control, inside)
      return
    }
    if (isEditable(current)) {
      if (isAnswer(current) && shown(current)) addSpot(current, current, inside)
      return
    }
    if (name === 'br') {
      line++
      apart = false
      return
    }
    const inner = documentIn(current)
    if (inner) {
      frame(current, inner, inside)
      return
    }
    const isBlock = blocks.has(name)
    if (isBlock) endBlock()
    let next: Inside = name === 'span' || name === 'div' || name === 'p' ? inside : { ...inside }
    if (next !== inside) {
      if (bold.has(name)) next.strong = true
      if (headings.has(name)) next.heading = current
      if (name === 'label') {
        next.label = current
        const named = attribute(current, 'for')
        if (named) {
          const forIds = sheet.labelsFor.get(inside.root) ?? new Map<string, Element[]>()
          sheet.labelsFor.set(inside.root, forIds.set(named, [...(forIds.get(named) ?? []), current]))
        }
      }
      if (name === 'fieldset') next.group = current
    } else if (name === 'div' || name === 'span') {
      const role = attribute(current, 'role')
      // What editors and shells draw around a form names nothing in it.
      if (role && shell.has(role)) return
      const grouped = role === 'group' || role === 'radiogroup'
      if (grouped) next = { ...inside, group: current }
      else if (role === 'heading') next = { ...inside, heading: current, strong: true }
    }
    within(current, next, isBlock)
  }

  const within = (current: Element, inside: Inside, isBlock: boolean): void => {
    const name = localName(current)
    if (name === 'table') {
      const table: Table = { rows: [], outer: inside.cell, taken: [] }
      children(current, { ...inside, table, row: null })
    } else if (name === 'tr' && inside.table) {
      const row: Row = { table: inside.table, index: inside.table.rows.length, cells: [] }
      inside.table.rows.push(row)
      children(current, { ...inside, row })
    } else if ((name === 'td' || name === 'th') && inside.row) cellOf(current, inside, inside.row)
    else {
      const root = shadowOf(current, name)
      if (root) children(root, { ...inside, root })
      children(current, inside)
    }
    if (isBlock) endBlock()
  }

  const root = rootElement(document)
  if (root) children(root, nothing(document))
  return sheet
}
