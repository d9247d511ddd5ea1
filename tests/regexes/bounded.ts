const setting = 'An administrator writes it into the settings; one address or list, read at the start.'
const typed = 'The person types it in their own browser: one line of text, which holds up nobody else.'
const noteValue =
  'A value of the person’s own note, at most 100,000 characters, read in their own browser one line at a time.'
const label = 'A label of the page that is read, in the tab of that page: a page can hold up only its own tab.'
const address = 'The address of a page: browsers cut it at 2 MB, and a page can hold up only its own tab.'

/**
 * Regular expressions that need quadratic time. Each value says why the expression is accepted: its input stays short,
 * or a long input slows down only the person who sends it.
 */
export const bounded: ReadonlyMap<string, string> = new Map([
  [String.raw`/\/+$/`, typed],
  ['/^_+|_+$/g', 'The name of a field, at most 200 characters.'],
  [String.raw`/^[^?]*\p{L}{2}[^?]*\?/u`, label],
  [String.raw`/\n+$/`, 'The text of one control of the page, in the tab of that page.'],
  ['/[?#].*$/', address],
  ['/~.*$/', address],
  [String.raw`/\s*,\s*/`, setting],
  [String.raw`/(?:^|[.!?:\n•"“]|^\s*-|\d\.)\s*[-*_("“]*\s*$/`, 'At most 17 characters before a word.'],
  ['/[a-z]+$/i', 'A number in digits with at most two letters behind it.'],
  [String.raw`/^(\s*)([\s\S]*?)(\s*)$/`, noteValue],
  [String.raw`/^(#{1,3})\s+(.*)$/`, noteValue],
  [String.raw`/^\[([ xX])\](?:\s+(.*))?$/`, noteValue],
  [String.raw`/^(\s*)(?:[-*]|(0|[1-9]\d{0,2})\.)\s+(.*)$/`, noteValue],
  [String.raw`/^(\S+?)(?:T|\s+)(\d{1,2}:\S+(?:\s*[ap]\.?m\.?)?)$/i`, label],
  [String.raw`/[.,]?\s*press alt\s*[-+]?\s*0 for help\.?$/i`, label],
])
