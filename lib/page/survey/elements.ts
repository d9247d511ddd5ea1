import { isShown } from '../controls/controls.ts'
import { attribute, attributeNames } from '../natives.ts'

const tags = (names: string): Set<string> => new Set(names.split(' '))

/** Elements whose content is not read. */
const silent = tags(
  'script style noscript template svg math object canvas video audio option datalist head button meter progress',
)
/** Block elements: content before and after them is on separate lines. */
const blocks = tags(
  'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form ' +
    'frameset h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul',
)
const controls = tags('input textarea select')
/** Elements that emphasise or group their content. */
const marking = tags('b strong th h1 h2 h3 h4 h5 h6 legend caption label fieldset')
const bold = tags('b strong th h1 h2 h3 h4 h5 h6 legend caption')
const headings = tags('h1 h2 h3 h4 h5 h6 legend caption')
/** Elements whose shadow root is read, in addition to custom elements. */
const hosts = tags('article aside div main section span')
/** Roles of toolbars and menus around a form. Their text never labels a field. */
export const shell = tags('toolbar menubar menu listbox tooltip tablist navigation search status tree')

/** The properties of a tag name that the function `survey` needs when it reads a document. */
export interface Tag {
  name: string
  silent: boolean
  control: boolean
  block: boolean
  marking: boolean
  bold: boolean
  heading: boolean
  /** True if the element can have a shadow root, or a role that changes how `survey` reads it. */
  host: boolean
}

const known = new Map<string, Tag>()

/**
 * Returns the properties of a tag name. Cached, because a document has thousands of elements but few different tags.
 */
export function tagOf(name: string): Tag {
  let tag = known.get(name)
  if (!tag) {
    tag = {
      name,
      silent: silent.has(name),
      control: controls.has(name),
      block: blocks.has(name),
      marking: marking.has(name),
      bold: bold.has(name),
      heading: headings.has(name),
      host: hosts.has(name) || name.includes('-'),
    }
    known.set(name, tag)
  }
  return tag
}

/**
 * Flags for the relevant attributes of an element. Reading the attribute names once is faster than asking for each
 * attribute.
 */
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
/**
 * Attributes that can hide an element: `style` and `hidden` themselves, and `class` and `id`, by which a stylesheet
 * selects elements. An element without these attributes counts as visible if its parent is visible.
 */
const knownBy = mark.class | mark.style | mark.hidden | mark.id
/** Attributes through which an element may get zero size: its own style, and a class that a stylesheet selects. */
export const styled = mark.class | mark.style

export function marksOf(element: Element): number {
  let marks = 0
  for (const name of attributeNames(element)) marks |= bits.get(name) ?? 0
  return marks
}

/** Visibility of an element. The visibility is computed only once, and only if the element has content. */
export interface Sight {
  element: Element
  marks: number
  /**
   * The visibility of the parent. Null: the visibility does not depend on the parent and is computed with `isShown`.
   */
  outer: Sight | null
  is: boolean | undefined
  /**
   * True if the element may contain controls that are not answers of the form. Then `isAnswer` compares each control
   * inside with a slow selector.
   */
  wary: boolean
}

/**
 * Returns true if an element is visible. `checkVisibility` is slow, so it is not called for an element without class,
 * style, id or `hidden`: such an element is as visible as its parent.
 */
export const isSeenIn = (element: Element, marks: number, outer: Sight | null): boolean =>
  outer && (marks & knownBy) === 0 ? isSeen(outer) : isShown(element)

export function isSeen(sight: Sight): boolean {
  sight.is ??= isSeenIn(sight.element, sight.marks, sight.outer)
  return sight.is
}

const suspects = /signature|ql-clipboard|chosen-container|select2-container/i

/**
 * Returns true if the attributes of an element are a reason to check it with `isAnswer`, because the element or the
 * controls inside may not be answers of the form.
 */
export const isSuspect = (element: Element, marks: number): boolean =>
  ((marks & mark.class) !== 0 && suspects.test(attribute(element, 'class') ?? '')) ||
  ((marks & mark.id) !== 0 && suspects.test(attribute(element, 'id') ?? '')) ||
  ((marks & mark.role) !== 0 && attribute(element, 'role') === 'search') ||
  (marks & mark.aria) !== 0

/**
 * Returns the visibility (`Sight`) of the children of an element. `outer` is the visibility of the element itself. It is
 * null for the root element of a document and for the top-level elements of a shadow root.
 */
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
