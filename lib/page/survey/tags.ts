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
/** What these hold is set apart, or belongs together. */
const marking = tags('b strong th h1 h2 h3 h4 h5 h6 legend caption label fieldset')
const bold = tags('b strong th h1 h2 h3 h4 h5 h6 legend caption')
const headings = tags('h1 h2 h3 h4 h5 h6 legend caption')
/** Besides custom elements, these can carry a shadow root. */
const hosts = tags('article aside div main section span')
/** Roles of what editors and shells draw around a form: it names nothing in it. */
export const shell = tags('toolbar menubar menu listbox tooltip tablist navigation search status tree')

/** What a survey asks of an element's tag. */
export interface Tag {
  name: string
  silent: boolean
  control: boolean
  block: boolean
  marking: boolean
  bold: boolean
  heading: boolean
  /** It may carry a shadow root, or a role that sets it apart. */
  host: boolean
}

const known = new Map<string, Tag>()

/** All that a tag says, looked up once: a page has few, and a survey meets them by the thousand. */
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
