import {
  type Control,
  drawnFor,
  hasNever,
  isAnswer,
  isEditable,
  isInput,
  isSelect,
  isSelectOnly,
  isShown,
  isTextarea,
  isTicked,
} from '../controls.ts'
import {
  attribute,
  firstChild,
  isBare,
  localName,
  nextSibling,
  nodeType,
  one,
  openShadowRoot,
  rootElement,
} from '../natives.ts'
import type { PagePorts } from '../ports.ts'
import { behindFrame } from './behind.ts'
import type { Row, Sheet, Table } from './sheet.ts'
import { blocks, bold, controls, headings, hosts, marking, shell, silent } from './tags.ts'
import { isStyled, sight } from './visible.ts'
import { type Inside, placeCell, sheetWriter } from './writer.ts'

/** What an adapter wants in a survey besides the controls that are shown. */
export interface Kept {
  /** Push-buttons that are answers of a scored instrument. */
  scored?: (element: Element) => boolean
  /** Hidden controls the page will show. */
  keeps?: (control: Element) => boolean
}

/** A picture this wide parts what stands on a line, as a gap does. */
const widePx = 8

/** Deeper than any form: what nests further is left unread. */
const deepest = 600

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

/** An editor that lives in a frame of the page's own: its body takes the answer. */
export function editorIn(inner: Document): HTMLElement | null {
  const body = one(inner, 'body')
  return body && isEditable(body) ? body : null
}

/** Reads a document once, in the order of the page, open frames and shadow roots where they stand. */
export function survey(document: Document, { shadowRootOf }: PagePorts, { scored, keeps }: Kept = {}): Sheet {
  const { sheet, endBlock, endLine, addSpace, addText, addSpot, addLabelFor } = sheetWriter()
  const shown = sight()
  // A text control an editor has hidden stands just before it.
  let hidden: HTMLTextAreaElement | null = null
  /** Text controls whose editor has been met, and boxes drawn for a hidden select: they are no more than that. */
  const known = new Set<Element>()
  /** Whether a root holds controls that are no answers for where they stand. */
  const never = new Map<Node, boolean>()
  const answers = (element: Element, { root }: Inside): element is Control => {
    let some = never.get(root)
    if (some === undefined) {
      some = hasNever(root as Document | ShadowRoot)
      never.set(root, some)
    }
    return isAnswer(element, some)
  }
  let depth = 0

  const put = (control: Control, anchor: Element, inside: Inside, behind = hidden): void => {
    addSpot(control, anchor, behind, inside)
    if (behind) known.add(behind)
    hidden = null
  }

  /** Controls of tabs that are not open measure nothing. */
  const hasRoom = (control: Control): boolean =>
    shown(control) && (!isStyled(control) || control.offsetWidth > 0 || control.offsetHeight > 0)

  const addControl = (control: Control, inside: Inside): void => {
    if (isInput(control) && control.type === 'hidden') return
    if (!answers(control, inside)) return
    // A styled box is often drawn by its label while the box itself is not.
    if (hasRoom(control) || (isTicked(control) && [...(control.labels ?? [])].some(isShown)))
      put(control, control, inside)
    else if (keeps?.(control)) put(control, control, inside)
    else if (isTextarea(control)) hidden = known.has(control) ? null : control
    else if (isSelect(control)) {
      const drawn = drawnFor(control)
      if (!drawn || !shown(drawn)) return
      known.add(drawn)
      put(control, drawn, inside)
    }
  }

  const children = (parent: Node, inside: Inside): void => {
    if (++depth < deepest) {
      for (let child = firstChild(parent); child; child = nextSibling(child)) {
        const type = nodeType(child)
        if (type === 1) element(child as Element, inside)
        else if (type === 3) {
          const text = (child as Text).data
          if (!/\S/.test(text)) addSpace(text)
          else if (shown(parent as Element)) addText(text, parent as Element, inside)
        }
      }
    }
    depth--
  }

  const frame = (outer: Element, inner: Document, inside: Inside): void => {
    const editor = editorIn(inner)
    const root = rootElement(inner)
    if (editor) {
      if (shown(outer)) put(editor, outer, inside, behindFrame(outer) ?? hidden)
      return
    }
    // A frame of a frameset has no box of its own kind to ask about.
    if (!root || (localName(outer) === 'iframe' && !shown(outer))) return
    endBlock()
    children(root, nothing(inner))
    endBlock()
  }

  /** What an element means for everything inside it. */
  const marked = (current: Element, name: string, inside: Inside): Inside => {
    const next = { ...inside }
    if (bold.has(name)) next.strong = true
    if (headings.has(name)) next.heading = current
    if (name === 'fieldset') next.group = current
    if (name === 'label') {
      next.label = current
      const named = attribute(current, 'for')
      if (named) addLabelFor(inside.root, named, current)
    }
    return next
  }

  const shadowOf = (current: Element, name: string): ShadowRoot | null => {
    if (!hosts.has(name) && !name.includes('-')) return null
    return openShadowRoot(current) ?? shadowRootOf?.(current as HTMLElement) ?? null
  }

  const element = (current: Element, outer: Inside): void => {
    const name = localName(current)
    if (scored && (name === 'input' || name === 'button') && scored(current)) {
      if (shown(current)) put(current as Control, current, outer)
      return
    }
    if (silent.has(name)) return
    if (controls.has(name)) {
      addControl(current as Control, outer)
      return
    }
    if (name === 'br') {
      endLine()
      return
    }
    if (name === 'img') {
      addSpace(Number(attribute(current, 'width')) >= widePx ? '\u00a0\u00a0' : ' ')
      return
    }
    if (name === 'iframe' || name === 'frame') {
      // Another origin's frame answers null.
      const inner = (current as HTMLIFrameElement).contentDocument
      if (inner) {
        sheet.frames.push([current as HTMLIFrameElement, inner])
        sheet.roots.push(inner)
        frame(current, inner, outer)
      }
      return
    }
    const bare = isBare(current)
    if ((!bare || name === 'body') && isEditable(current)) {
      if (answers(current, outer) && shown(current)) put(current, current, outer)
      return
    }
    if (known.size > 0 && known.has(current)) return
    let inside = marking.has(name) ? marked(current, name, outer) : outer
    if (!bare && (hosts.has(name) || name.includes('-'))) {
      const role = attribute(current, 'role')
      if (role === 'combobox' && isSelectOnly(current) && answers(current, outer)) {
        if (shown(current)) put(current, current, outer)
        return
      }
      if (role !== null && shell.has(role)) return
      if (role === 'group' || role === 'radiogroup') inside = { ...inside, group: current }
      else if (role === 'heading') inside = { ...inside, heading: current, strong: true }
    }
    const isBlock = blocks.has(name)
    if (isBlock) endBlock()
    within(current, name, inside)
    if (isBlock) endBlock()
  }

  const within = (current: Element, name: string, inside: Inside): void => {
    if (name === 'table') {
      const table: Table = { rows: [], outer: inside.cell, taken: [] }
      children(current, { ...inside, table, row: null })
    } else if (name === 'tr' && inside.table) {
      const row: Row = { table: inside.table, index: inside.table.rows.length, cells: [] }
      inside.table.rows.push(row)
      children(current, { ...inside, row })
    } else if ((name === 'td' || name === 'th') && inside.row) {
      const cell = placeCell(current, inside.row, sheet.items.length)
      children(current, { ...inside, cell, row: null, table: null })
      cell.to = sheet.items.length
    } else {
      const root = shadowOf(current, name)
      if (root) {
        sheet.roots.push(root)
        children(root, { ...inside, root })
      }
      children(current, inside)
    }
  }

  const root = rootElement(document)
  sheet.roots.push(document)
  if (root) children(root, nothing(document))
  return sheet
}
