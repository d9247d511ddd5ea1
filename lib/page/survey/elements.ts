import { attribute, attributeNames } from '../natives.ts'
import type { Sight } from '../rendered.ts'
import { sightOf } from '../rendered.ts'

const tags = (names: string): Set<string> => new Set(names.split(' '))

const silent = tags(
  'script style noscript template svg math object canvas video audio option datalist head button meter progress',
)
const blocks = tags(
  'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form ' +
    'frameset h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul',
)
const controls = tags('input textarea select')
const marking = tags('b strong th h1 h2 h3 h4 h5 h6 legend caption label fieldset')
const bold = tags('b strong th h1 h2 h3 h4 h5 h6 legend caption')
const headings = tags('h1 h2 h3 h4 h5 h6 legend caption')
const hosts = tags('article aside div main section span')
export const shell = tags('toolbar menubar menu listbox tooltip tablist navigation search status tree')

export interface Tag {
  name: string
  silent: boolean
  control: boolean
  block: boolean
  marking: boolean
  bold: boolean
  heading: boolean
  host: boolean
}

const tagCache = new Map<string, Tag>()

/**
 * Returns the properties of a tag name. Cached, because a document has thousands of elements but few different tags.
 */
export function tagOf(name: string): Tag {
  let tag = tagCache.get(name)
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
    tagCache.set(name, tag)
  }
  return tag
}

export const mark = { class: 1, id: 2, role: 4, editable: 8, aria: 16, style: 32 } as const

const bits = new Map<string, number>([
  ['class', mark.class],
  ['id', mark.id],
  ['role', mark.role],
  ['aria-haspopup', mark.role],
  ['contenteditable', mark.editable],
  ['aria-hidden', mark.aria],
  ['style', mark.style],
])
export const styled = mark.class | mark.style

export function marksOf(element: Element): number {
  let marks = 0
  for (const name of attributeNames(element)) marks |= bits.get(name) ?? 0
  return marks
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

/** These elements have no text of their own, so nothing is asked about them if they have no attributes. */
const wordless = tags('tr tbody thead tfoot table ul ol')

export const sightIn = (element: Element, name: string, marks: number, outer: Sight | null, from: number): Sight =>
  outer && marks === 0 && wordless.has(name)
    ? outer
    : sightOf(
        element,
        outer,
        from,
        outer?.wary === true || name === 'nav' || (marks !== 0 && isSuspect(element, marks)),
      )
