const tags = (names: string): Set<string> => new Set(names.split(' '))

/** Nothing of these is read. */
export const silent = tags(
  'script style noscript template svg math object canvas video audio option datalist head button meter progress',
)
/** Content before and after one of these stands on lines of its own. */
export const blocks = tags(
  'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form ' +
    'frameset h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul',
)
export const controls = tags('input textarea select')
/** What these hold is set apart, or belongs together. */
export const marking = tags('b strong th h1 h2 h3 h4 h5 h6 legend caption label fieldset')
export const bold = tags('b strong th h1 h2 h3 h4 h5 h6 legend caption')
export const headings = tags('h1 h2 h3 h4 h5 h6 legend caption')
/** Besides custom elements, these can carry a shadow root. */
export const hosts = tags('article aside div main section span')
/** Roles of what editors and shells draw around a form: it names nothing in it. */
export const shell = tags('toolbar menubar menu listbox tooltip tablist navigation search status tree')
