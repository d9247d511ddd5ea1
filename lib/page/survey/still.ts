import {
  attribute,
  firstChild,
  holds,
  isBare,
  localName,
  meets,
  nextSibling,
  nodeType,
  one,
  parentOf,
} from '../natives.ts'

const looks =
  /^(?:class|style|hidden|data-(?!date-format$).*|aria-(?:activedescendant|busy|checked|current|expanded|invalid|live|pressed|selected|value(?:now|text))|tabindex)$/
/** Matches class names that show the kind of a control. After a change of such a class, the page must be read again. */
const telling = /date|time|signature|flatpickr/i

export const isLook = ({ type, attributeName, oldValue, target }: MutationRecord): boolean => {
  if (type !== 'attributes' || !attributeName || !looks.test(attributeName)) return false
  if (attributeName !== 'class') return true
  return !telling.test(`${oldValue ?? ''} ${(target as Element).getAttribute('class') ?? ''}`)
}

const tags = (names: string): Set<string> => new Set(names.split(' '))
const unread = tags('script style link meta svg')
/**
 * Elements that pages use for spinners, icons, overlays and placeholders. `isMute` searches the children of these
 * elements for content. Elements of `unread` never count as content.
 */
const plain = tags('a b br div em hr i img li p small span ul')

function isMute(node: Node): boolean {
  const type = nodeType(node)
  if (type === 3) return !/\S/.test((node as Text).data)
  if (type !== 1) return type === 8
  const element = node as Element
  const name = localName(element)
  if (unread.has(name)) return true
  if (!plain.has(name)) return false
  if (!isBare(element) && (attribute(element, 'role') !== null || attribute(element, 'contenteditable') !== null))
    return false
  for (let child = firstChild(element); child; child = nextSibling(child)) if (!isMute(child)) return false
  return true
}

/**
 * Returns true if a change added or removed only nodes without text and controls. If the page wraps or moves a control,
 * the control is inside an added node, so this function returns false.
 */
export function isWordless({ type, target, addedNodes, removedNodes }: MutationRecord): boolean {
  if (type === 'attributes') return false
  const inside = nodeType(target) === 1 ? localName(target as Element) : ''
  if (type === 'characterData') return nodeType(target) === 8 || isUnread(target)
  if (unread.has(inside)) return true
  for (const nodes of [addedNodes, removedNodes])
    for (let at = 0; at < nodes.length; at++) {
      const node = nodes[at]
      if (node && !isMute(node)) return false
    }
  return true
}

const isUnread = (text: Node): boolean => {
  const around = parentOf(text)
  return around !== null && unread.has(localName(around))
}

const offering = tags('select optgroup option datalist textarea')
/**
 * If one of these elements is added or removed, other controls may have changed their label or kind: a legend names all
 * controls of its fieldset, and a flatpickr input decides how the visible input next to it is read.
 */
const telltale = 'legend, .flatpickr-input'

const holdsTelltale = (nodes: NodeList): boolean =>
  [...nodes].some(
    (node) =>
      nodeType(node) === 1 && (meets(node as Element, telltale) || one<Element>(node as Element, telltale) !== null),
  )

export const isLocal = ({ type, target, addedNodes, removedNodes }: MutationRecord): boolean =>
  type === 'childList' &&
  !(nodeType(target) === 1 && offering.has(localName(target as Element))) &&
  !holdsTelltale(addedNodes) &&
  !holdsTelltale(removedNodes)

/**
 * The last reading is used without a check for at most this time. A stylesheet can hide elements although nothing in
 * the document changes, and an observer does not report this.
 */
const believedMs = 1000

const touchedMost = 50

/**
 * - `still`: nothing has changed that counts (see `stillness`).
 * - `dressed`: only styles may have changed.
 * - `moved`: the texts and controls of the page must be read again.
 */
export type CacheValidity = 'still' | 'dressed' | 'moved'

export interface Stillness {
  cacheValidity(): CacheValidity
  seen(): void
  touched(): Node[] | null
}

/**
 * Observes if the page is still as it was when its texts and controls were read. Values and editor content do not
 * count. After the result has become `moved`, it stays `moved`. Observing stops after a change that may affect the
 * whole page, or after changes of more than 50 nodes, because the whole page is then read again anyway.
 */
export function stillness(roots: Node[], frames: [HTMLIFrameElement, Document][], editors: Element[] = []): Stillness {
  let startTime = performance.now()
  let cacheValidity: CacheValidity = 'still'
  const isWritten = ({ type, target }: MutationRecord): boolean =>
    editors.some((editor) => (target === editor ? type === 'childList' : holds(editor, target)))
  const meansNothing = (record: MutationRecord): boolean =>
    isLook(record) || isWordless(record) || (editors.length > 0 && isWritten(record))
  /** The nodes in which children were added or removed. Null after any other change. */
  let places: Set<Node> | null = new Set()
  const lose = (): void => {
    places = null
    observer.disconnect()
  }
  const take = (records: MutationRecord[]): void => {
    if (!places || records.length === 0) return
    if (cacheValidity !== 'moved') cacheValidity = 'dressed'
    for (const record of records) {
      if (meansNothing(record)) continue
      cacheValidity = 'moved'
      if (!isLocal(record) || places.size >= touchedMost) {
        lose()
        return
      }
      places.add(record.target)
    }
  }
  const observer = new MutationObserver(take)
  for (const root of roots)
    observer.observe(root, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeOldValue: true,
      characterData: true,
    })
  return {
    cacheValidity() {
      take(observer.takeRecords())
      if (cacheValidity !== 'moved' && frames.some(([frame, inner]) => frame.contentDocument !== inner)) {
        cacheValidity = 'moved'
        lose()
      }
      return cacheValidity === 'still' && performance.now() - startTime > believedMs ? 'dressed' : cacheValidity
    },
    seen() {
      startTime = performance.now()
      if (cacheValidity === 'dressed') cacheValidity = 'still'
    },
    touched() {
      observer.disconnect()
      return places && [...places]
    },
  }
}
