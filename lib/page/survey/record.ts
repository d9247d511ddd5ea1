import { attribute, firstChild, isBare, localName, meets, nextSibling, nodeType, one, parentOf } from '../natives.ts'

/** What pages change all the time while one types, and what says nothing but how things look. */
const looks = /^(?:class|style|hidden|data-(?!date-format$).*|aria-(?:busy|current|expanded|invalid|live))$/
/** Classes that say what a control is. */
const telling = /date|time|signature|flatpickr/i

/** Whether a change is at most one of looks. */
export const isLook = ({ type, attributeName, oldValue, target }: MutationRecord): boolean => {
  if (type !== 'attributes' || !attributeName || !looks.test(attributeName)) return false
  if (attributeName !== 'class') return true
  return !telling.test(`${oldValue ?? ''} ${(target as Element).getAttribute('class') ?? ''}`)
}

const tags = (names: string): Set<string> => new Set(names.split(' '))
/** Their words are not for readers, whatever they hold. */
const unread = tags('script style link meta svg')
/** What spinners, icons, overlays and places for what comes later are made of. */
const plain = tags('a b br div em hr i img li p small span ul')

/** Whether something that comes or goes has no words, takes no answer and holds nothing that does. */
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
 * Whether a change brought or took away only what has no words and takes no answer. Whatever was wrapped or moved stands
 * inside what was added, so it is never taken for such a change.
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

/** What these hold is what a control offers or says. */
const offering = tags('select optgroup option datalist textarea')
/** These change what another element is. */
const telltale = 'legend, .flatpickr-input'

const holdsTelltale = (nodes: NodeList): boolean =>
  [...nodes].some(
    (node) =>
      nodeType(node) === 1 && (meets(node as Element, telltale) || one<Element>(node as Element, telltale) !== null),
  )

/** Whether a change brought or took away something that means nothing but where it stands. */
export const isLocal = ({ type, target, addedNodes, removedNodes }: MutationRecord): boolean =>
  type === 'childList' &&
  !(nodeType(target) === 1 && offering.has(localName(target as Element))) &&
  !holdsTelltale(addedNodes) &&
  !holdsTelltale(removedNodes)
