/** A place in a text. Lines and columns are counted from 1. */
export interface Place {
  line: number
  column: number
}

/** The names and numbers that lead from the whole value to one of its parts. */
export type Path = readonly PropertyKey[]

export interface JsonDocument {
  value: unknown
  /** Returns the place where a part begins. For a member of an object: the place of its name. */
  placeOf(path: Path): Place
  /** Names that occur twice in the same object. The browser uses only the last one. */
  repeated: Path[]
}

/** The text is not JSON. The message is one sentence for the administrator, with an example. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault'
  readonly place: Place

  constructor(place: Place, message: string) {
    super(message)
    this.place = place
  }
}

const faults = {
  empty: 'The file is empty. Example: {"serverUrl": "https://chartside.clinic.example"}',
  comma: 'A comma is missing here. Example: ["microphone", "tab"]',
  lastComma: 'Remove the comma here, because nothing follows it. Example: ["microphone", "tab"]',
  colon: 'A colon is missing between name and value. Example: "popupButton": false',
  name: 'A name must be in double quotes. Example: "popupButton": false',
  value: 'A value is missing here. Example: "popupButton": false',
  word: 'Only true, false, null and numbers are written without quotes. Example: "popupButton": false',
  quotes: 'Use straight double quotes. Example: "microphone"',
  comment: 'Remove the comment. A policy file must not contain comments.',
  openText: 'The closing quotes are missing in this line. Example: "microphone"',
  escape: 'A text contains a backslash or a control character that is not allowed. Write a backslash as \\\\.',
  openObject: 'The closing brace } is missing for the object that begins here.',
  openList: 'The closing bracket ] is missing for the list that begins here.',
  rest: 'The file must end here. Remove what follows, or the brace } before it.',
} as const

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const words: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
])

function placeAt(text: string, index: number): Place {
  const lines = text.slice(0, index).split('\n')
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}

/**
 * Reads JSON and remembers the place of each part. Throws a `JsonFault` at the first fault. `JSON.parse` would name no
 * place for some faults, and would accept a name that occurs twice.
 */
export function readJson(source: string): JsonDocument {
  // Windows editors write a byte order mark, which browsers skip.
  const text = source.replace(/^\uFEFF/, ' ')
  const places = new Map<string, number>()
  const repeated: Path[] = []
  let at = 0
  let lastEnd = 0

  const fail = (fault: keyof typeof faults, index = at): never => {
    throw new JsonFault(placeAt(text, index), faults[fault])
  }
  /** Skips white space and returns the next character. '' at the end. */
  const peek = (): string => {
    while (' \t\r\n'.includes(text[at] ?? 'x')) at += 1
    if (text.startsWith('//', at) || text.startsWith('/*', at) || text[at] === '#') fail('comment')
    return text[at] ?? ''
  }
  const readText = (): string => {
    const begin = at
    at += 1
    while (text[at] !== '"') {
      if (at >= text.length || text[at] === '\n') fail('openText', begin)
      at += text[at] === '\\' ? 2 : 1
    }
    at += 1
    try {
      return String(JSON.parse(text.slice(begin, at)))
    } catch {
      return fail('escape', begin)
    }
  }
  const readWord = (): unknown => {
    number.lastIndex = at
    const [digits] = number.exec(text) ?? []
    const word = digits ?? /^[\w$.-]+/.exec(text.slice(at, at + 100))?.[0] ?? ''
    if (digits === undefined && !words.has(word)) fail(word === '' ? 'value' : 'word')
    at += word.length
    return digits === undefined ? words.get(word) : Number(digits)
  }
  /** Goes on after a member or an item. Returns false at the end of the object or list that began at `begin`. */
  const hasNext = (close: '}' | ']', begin: number): boolean => {
    const next = peek()
    if (next === close) return false
    if (next === '') fail(close === '}' ? 'openObject' : 'openList', begin)
    if (next !== ',')
      fail(
        '}]'.includes(next) ? (close === '}' ? 'openObject' : 'openList') : 'comma',
        '}]'.includes(next) ? begin : lastEnd,
      )
    const comma = at
    at += 1
    if (peek() === close) fail('lastComma', comma)
    return true
  }
  const readObject = (path: Path): object => {
    const begin = at
    const members: [string, unknown][] = []
    const names = new Set<string>()
    at += 1
    for (let more = peek() !== '}'; more; more = hasNext('}', begin)) {
      const quote = peek()
      if (quote === '') fail('openObject', begin)
      if (quote !== '"') fail("“”„'".includes(quote) ? 'quotes' : 'name')
      const place = at
      const name = readText()
      const member = [...path, name]
      if (names.has(name)) repeated.push(member)
      names.add(name)
      places.set(JSON.stringify(member), place)
      lastEnd = at
      if (peek() !== ':') fail('colon', lastEnd)
      at += 1
      members.push([name, readValue(member)])
    }
    at += 1
    return Object.fromEntries(members)
  }
  const readList = (path: Path): unknown[] => {
    const begin = at
    const items: unknown[] = []
    at += 1
    for (let more = peek() !== ']'; more; more = hasNext(']', begin)) {
      peek()
      const item = [...path, items.length]
      places.set(JSON.stringify(item), at)
      items.push(readValue(item))
    }
    at += 1
    return items
  }
  const readValue = (path: Path): unknown => {
    const first = peek()
    if (first === '') fail('value')
    if ("“”„'".includes(first)) fail('quotes')
    const value =
      first === '{' ? readObject(path) : first === '[' ? readList(path) : first === '"' ? readText() : readWord()
    lastEnd = at
    return value
  }

  if (peek() === '') fail('empty')
  const value = readValue([])
  if (peek() !== '') fail('rest')
  return { value, repeated, placeOf: (path) => placeAt(text, places.get(JSON.stringify(path)) ?? 0) }
}
