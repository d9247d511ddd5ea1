import { attribute, attributeNames } from '../natives.ts'
import { isShown } from '../scan/controls.ts'

/** What an element's attributes are about, told in one look: to ask for each by itself is dear. */
export const mark = { class: 1, style: 2, hidden: 4, id: 8, role: 16, editable: 32, aria: 64 } as const

const bits = new Map<string, number>([
  ['class', mark.class],
  ['style', mark.style],
  ['hidden', mark.hidden],
  ['id', mark.id],
  ['role', mark.role],
  ['contenteditable', mark.editable],
  ['aria-hidden', mark.aria],
])
/** What a stylesheet or a script would know an element by. */
const knownBy = mark.class | mark.style | mark.hidden | mark.id
/** A stylesheet may have taken an element's room away. */
export const styled = mark.class | mark.style

export function marksOf(element: Element): number {
  let marks = 0
  for (const name of attributeNames(element)) marks |= bits.get(name) ?? 0
  return marks
}

/** Where a reader looks: an element that may be hidden by itself; the page is asked once, and only if something is in it. */
export interface Sight {
  element: Element
  marks: number
  /** Around it; null where the page itself has to be asked. */
  outer: Sight | null
  is: boolean | undefined
  /** What takes an answer in here may be none of the form's. */
  wary: boolean
}

/** Whether a reader sees an element. To ask the page is dear: what carries no mark of its own is as visible as what it stands in. */
export const isSeenIn = (element: Element, marks: number, outer: Sight | null): boolean =>
  outer && (marks & knownBy) === 0 ? isSeen(outer) : isShown(element)

export function isSeen(sight: Sight): boolean {
  sight.is ??= isSeenIn(sight.element, sight.marks, sight.outer)
  return sight.is
}

const suspects = /signature|ql-clipboard|chosen-container|select2-container/i

/** Whether an element's own marks may make it, or what is inside it, no answer (`isAnswer` knows): most have none of them. */
export const isSuspect = (element: Element, marks: number): boolean =>
  ((marks & mark.class) !== 0 && suspects.test(attribute(element, 'class') ?? '')) ||
  ((marks & mark.id) !== 0 && suspects.test(attribute(element, 'id') ?? '')) ||
  ((marks & mark.role) !== 0 && attribute(element, 'role') === 'search') ||
  (marks & mark.aria) !== 0

/** How what stands in an element is seen; `outer` is how the element itself is, null where it is the first of its root. */
export const sightIn = (element: Element, name: string, marks: number, outer: Sight | null): Sight =>
  outer && marks === 0 && name !== 'nav'
    ? outer
    : {
        element,
        marks,
        outer,
        is: undefined,
        wary: outer?.wary === true || name === 'nav' || isSuspect(element, marks),
      }
