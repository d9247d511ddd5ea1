const tags = (names: string): Set<string> => new Set(names.split(' '))

/** Elements that are not read. */
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
/** Elements that can have a shadow root, besides custom elements. */
const hosts = tags('article aside div main section span')
/** Roles of toolbars and menus around a form. Their text never labels a field. */
export const shell = tags('toolbar menubar menu listbox tooltip tablist navigation search status tree')

/** What a survey needs to know about a tag name. */
export interface Tag {
  name: string
  silent: boolean
  control: boolean
  block: boolean
  marking: boolean
  bold: boolean
  heading: boolean
  /** It may have a shadow root, or a role that matters. */
  host: boolean
}

const known = new Map<string, Tag>()

/**
 * Returns the properties of a tag name. Cached, because a survey meets thousands of elements but few different tags.
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
