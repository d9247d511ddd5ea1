import {
  type Control,
  hasText,
  holdsBox,
  isAnswer,
  isCombobox,
  isDrawnBox,
  isEditable,
  isInput,
  isOpaque,
  isSelect,
  isTextarea,
  isTicked,
  signing,
} from '../controls/controls.ts'
import { comboboxShows, drawnAround, drawnFor, isSelectOnly, isStandingList } from '../controls/lists.ts'
import { behindSections } from '../controls/sections.ts'
import {
  attribute,
  byId,
  firstChild,
  holds,
  isBare,
  localName,
  nextElement,
  nextSibling,
  nodeType,
  one,
  openShadowRoot,
  ownerOf,
  parentOf,
  rootElement,
  rootOf,
} from '../natives.ts'
import {
  close,
  isOnlyTransparent,
  isSeen,
  isSeenIn,
  type Sight,
  showsText,
  standsFor,
  strays,
  trapOf,
} from '../rendered.ts'
import type { PagePorts } from '../shapes.ts'
import { squash } from '../words.ts'
import { isSuspect, mark, marksOf, shell, sightIn, styled, type Tag, tagOf } from './elements.ts'
import { type Inside, outlineWriter, type PageOutline, placeCell, type Row, type Table } from './outline.ts'

export function behindFrame(frame: Element): HTMLTextAreaElement | null {
  const document = ownerOf(frame)
  const outer = frame.closest('.cke[id^="cke_"]')
  const id = outer ? outer.id.slice('cke_'.length) : /^(.+)_ifr$/.exec(frame.id)?.[1]
  if (!id) return null
  const textarea = byId(document, id) ?? one(document, `textarea[name="${CSS.escape(id)}"]`)
  return textarea && isTextarea(textarea) ? textarea : null
}

export interface Kept {
  scored?: (element: Element) => boolean
  keeps?: (control: Element) => boolean
}

const widePx = 8

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

export function editorIn(inner: Document): HTMLElement | null {
  const body = one(inner, 'body')
  return body && isEditable(body) ? body : null
}

/** Marks the choices that a list draws before its input as its own, so that they are no label of the next control. */
function claimChosen({ items, controlItems }: PageOutline, control: Control): void {
  const controlItem = controlItems.at(-1)
  const chosen = hasText(control) && control.value === '' ? new Set(comboboxShows(control)) : null
  if (!controlItem || !chosen || chosen.size === 0) return
  for (let at = controlItem.at - 1; at >= 0; at--) {
    const item = items[at]
    if (item?.kind !== 'text' || (/[\p{L}\p{N}]/u.test(item.text) && !chosen.has(squash(item.text)))) return
    item.claimedBy = controlItem
  }
}

export function survey(document: Document, { shadowRootOf }: PagePorts, { scored, keeps }: Kept = {}): PageOutline {
  const { outline, endBlock, endLine, addSpace, addText, addControlItem, addBehind, addLabelFor, removeFrom } =
    outlineWriter()
  // The last hidden textarea. An editor is placed directly after the textarea that it replaces.
  let hiddenTextarea: HTMLTextAreaElement | null = null
  const widgets = new Set<Element>()
  let depth = 0

  const isAnswerIn = (element: Element, marks: number, sight: Sight): element is Control =>
    isAnswer(element, sight.wary || isSuspect(element, marks))
  const shows = (element: Element, around: Sight): boolean => isSeenIn(element, around)

  const putControl = (
    control: Control,
    anchor: Element,
    inside: Inside,
    behind: HTMLTextAreaElement | null = null,
  ): void => {
    const textarea =
      behind ??
      (hiddenTextarea && isEditable(control) && standsFor(anchor, hiddenTextarea, 'nextSibling')
        ? hiddenTextarea
        : null)
    addControlItem(control, anchor, textarea, inside)
    if (isCombobox(control)) claimChosen(outline, control)
    if (textarea) widgets.add(textarea)
    hiddenTextarea = null
  }

  /**
   * Returns true if the control is where a person can find and use it. If an element around it keeps everything in it
   * out of sight, such as an empty box that cuts off its content, the texts in this element are removed, too.
   */
  const isThere = (control: Control, marks: number, around: Sight): boolean => {
    if (around.trapped) return false
    // Widgets lay a transparent native control over what they draw.
    const isCovered = isTicked(control) || isSelect(control) || isCombobox(control)
    if (!shows(control, around) && !(isCovered && isOnlyTransparent(control, around))) return false
    if ((marks & styled) === 0 && !strays(around)) return true
    const box = control.getBoundingClientRect()
    if (box.width === 0 && box.height === 0) return false
    const trap = trapOf(control, box, around)
    if (trap && trap !== 'own' && !labelled(control, trap.element)) {
      removeFrom(trap.from)
      close(trap, around)
    }
    return trap === null
  }

  /** A styled check box is often hidden while its label is visible. */
  const labelled = (control: Control, trap: Element | null): boolean =>
    isTicked(control) &&
    [...((control as HTMLInputElement).labels ?? [])].some((label) => isOpaque(label) && !(trap && holds(trap, label)))

  const addControl = (control: Control, inside: Inside, around: Sight): void => {
    if (isInput(control) && control.type === 'hidden') return
    const marks = marksOf(control)
    if (!isAnswerIn(control, marks, around)) {
      const signs = signing(control)
      if (signs && isThere(control, marks, around)) addControlItem(control, control, null, inside, signs)
      return
    }
    const widget = isSelect(control) && !around.trapped ? drawnFor(control) : null
    if (widget && isSeenIn(widget, null)) {
      widgets.add(widget)
      putControl(control, widget, inside)
    } else if (isThere(control, marks, around) || (!around.trapped && labelled(control, null)))
      putControl(control, control, inside)
    else if (putDrawn(control, inside, around)) return
    else if (keeps?.(control)) putControl(control, control, inside)
    else if (isTextarea(control)) addHidden(control)
  }

  /** Puts a list whose only control is hidden in the place of the list that is drawn around it. Its texts are its value. */
  const putDrawn = (control: Control, inside: Inside, around: Sight): boolean => {
    const widget = drawnAround(control)
    let sight: Sight | null = around
    while (sight && sight.element !== widget) sight = sight.outer
    if (!widget || !sight || !isSeen(sight)) return false
    removeFrom(sight.from)
    putControl(control, widget, inside)
    for (let at: Element = control; at !== widget; at = parentOf(at) ?? widget)
      for (let next = nextElement(at); next; next = nextElement(next)) widgets.add(next)
    return true
  }

  const addHidden = (textarea: HTMLTextAreaElement): void => {
    const last = outline.controlItems.at(-1)
    hiddenTextarea = null
    if (widgets.has(textarea)) return
    if (last && isEditable(last.control) && !last.behind && standsFor(last.anchor, textarea, 'previousSibling'))
      addBehind(last, textarea)
    else hiddenTextarea = textarea
  }

  const child = (node: Node, inside: Inside, sight: Sight): void => {
    const type = nodeType(node)
    if (type === 1) element(node as Element, inside, sight)
    else if (type === 3) {
      const text = (node as Text).data
      if (!/\S/.test(text)) addSpace(text)
      else if (showsText(sight)) addText(text, sight.element, inside)
    }
  }

  const children = (parent: Node, inside: Inside, sight: Sight): void => {
    if (++depth < deepest)
      for (let node = firstChild(parent); node; node = nextSibling(node)) child(node, inside, sight)
    depth--
  }

  const frame = (outer: Element, inner: Document, inside: Inside, around: Sight): void => {
    const editor = editorIn(inner)
    const root = rootElement(inner)
    if (editor) {
      if (shows(outer, around)) putControl(editor, outer, inside, behindFrame(outer))
      return
    }
    // A `<frame>` of a frameset has no box, so its visibility is not checked.
    if (!root || (localName(outer) === 'iframe' && !shows(outer, around))) return
    endBlock()
    page(root, inner)
    endBlock()
  }

  const page = (root: Element, of: Document): void =>
    children(root, nothing(of), sightIn(root, localName(root), marksOf(root), null, outline.items.length))

  const withMarks = (current: Element, { name, bold, heading }: Tag, inside: Inside): Inside => {
    const context = { ...inside }
    if (bold) context.strong = true
    if (heading) context.heading = current
    if (name === 'fieldset') context.group = current
    if (name === 'label') {
      context.label = current
      const forId = attribute(current, 'for')
      if (forId) addLabelFor(inside.root, forId, current)
    }
    return context
  }

  const shadowOf = (current: Element, { host }: Tag): ShadowRoot | null =>
    host ? (openShadowRoot(current) ?? shadowRootOf?.(current as HTMLElement) ?? null) : null

  const element = (current: Element, outer: Inside, around: Sight): void => {
    const tag = tagOf(localName(current))
    const { name } = tag
    if (scored && (name === 'input' || name === 'button') && scored(current)) {
      if (shows(current, around)) putControl(current as Control, current, outer)
      return
    }
    if (tag.silent && !(name === 'button' && (isDrawnBox(current) || isCombobox(current as Control)))) return
    if (tag.control) {
      addControl(current as Control, outer, around)
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
      // `contentDocument` is null for a frame of another origin.
      const inner = (current as HTMLIFrameElement).contentDocument
      if (inner) {
        outline.frames.push([current as HTMLIFrameElement, inner])
        outline.roots.push(inner)
        frame(current, inner, outer, around)
      }
      return
    }
    const marks = isBare(current) ? 0 : marksOf(current)
    const sight = sightIn(current, name, marks, around, outline.items.length)
    if (((marks & mark.editable) !== 0 || name === 'body') && isEditable(current)) {
      if (isAnswerIn(current, marks, around) && isSeen(sight)) putControl(current, current, outer)
      return
    }
    if (widgets.size > 0 && widgets.has(current)) return
    let inside = tag.marking ? withMarks(current, tag, outer) : outer
    if ((marks & mark.role) !== 0) {
      const role = attribute(current, 'role') ?? ''
      const isBox = isDrawnBox(current) && !holdsBox(current)
      if (isBox || isSelectOnly(current)) {
        if (isAnswerIn(current, marks, around) && (isBox ? isThere(current, marks, around) : isSeen(sight)))
          putControl(current, current, outer)
        return
      }
      const isList = role === 'listbox' && isStandingList(current)
      if (shell.has(role) && tag.host && !isList) return
      const hiddenInput = role === 'group' && isSeen(sight) ? behindSections(current) : null
      if (hiddenInput) {
        putControl(hiddenInput, current, outer)
        return
      }
      if (role === 'group' || role === 'radiogroup' || isList) inside = { ...inside, group: current }
      else if (role === 'heading') inside = { ...inside, heading: current, strong: true }
    }
    if (tag.silent) return
    if (tag.block) endBlock()
    within(current, tag, inside, sight)
    if (tag.block) endBlock()
  }

  const within = (current: Element, tag: Tag, inside: Inside, sight: Sight): void => {
    const { name } = tag
    if (name === 'table') {
      const table: Table = { element: current, rows: [], outer: inside.cell, coveredUntil: [] }
      children(current, { ...inside, table, row: null }, sight)
    } else if (name === 'tr' && inside.table) {
      const row: Row = { table: inside.table, index: inside.table.rows.length, cells: [] }
      inside.table.rows.push(row)
      children(current, { ...inside, row }, sight)
    } else if ((name === 'td' || name === 'th') && inside.row) {
      const cell = placeCell(current, inside.row, outline.items.length)
      children(current, { ...inside, cell, row: null, table: null }, sight)
      cell.to = outline.items.length
      cell.from = Math.min(cell.from, cell.to)
    } else if (name === 'slot') {
      const nodes = HTMLSlotElement.prototype.assignedNodes.call(current)
      for (const node of nodes) child(node, { ...inside, root: rootOf(node) }, sight)
      if (nodes.length === 0) children(current, inside, sight)
    } else {
      const root = shadowOf(current, tag)
      if (root) outline.roots.push(root)
      children(root ?? current, root ? { ...inside, root } : inside, sight)
    }
  }

  const root = rootElement(document)
  outline.roots.push(document)
  if (root) page(root, document)
  return outline
}
