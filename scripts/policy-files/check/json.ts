import { createScanner, getNodePath, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'

/** A place in a text. Lines and columns are counted from 1. */
export interface Place {
  line: number
  column: number
}

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
type Fault = keyof typeof faults

const faultOfError: Readonly<Record<string, Fault>> = {
  InvalidSymbol: 'word',
  InvalidNumberFormat: 'word',
  PropertyNameExpected: 'name',
  ValueExpected: 'value',
  ColonExpected: 'colon',
  CommaExpected: 'comma',
  CloseBraceExpected: 'openObject',
  CloseBracketExpected: 'openList',
  EndOfFileExpected: 'rest',
  InvalidCommentToken: 'comment',
  UnexpectedEndOfComment: 'comment',
  UnexpectedEndOfString: 'openText',
  UnexpectedEndOfNumber: 'word',
  InvalidUnicode: 'escape',
  InvalidEscapeCharacter: 'escape',
  InvalidCharacter: 'escape',
}

function placeAt(text: string, index: number): Place {
  const lines = text.slice(0, index).split('\n')
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}

function openBefore(text: string, index: number): number {
  const scanner = createScanner(text, true)
  const openBrackets: number[] = []
  while (scanner.scan() && scanner.getTokenOffset() < index && scanner.getTokenLength() > 0) {
    const token = text[scanner.getTokenOffset()] ?? ''
    if ('{['.includes(token)) openBrackets.push(scanner.getTokenOffset())
    if ('}]'.includes(token)) openBrackets.pop()
  }
  return openBrackets.at(-1) ?? 0
}

function faultIn(text: string, [error, nextError]: readonly ParseError[]): [Fault, number] {
  if (error === undefined || text.trim() === '') return ['empty', 0]
  const { offset } = error
  const name = printParseErrorCode(error.error)
  const [character = ''] = text.slice(offset)
  const lastEnd = text.slice(0, offset).trimEnd().length
  if (character === '#') return ['comment', offset]
  if ("“”„'".includes(character) && character !== '') return ['quotes', offset]
  if (name === 'InvalidSymbol' && nextError && printParseErrorCode(nextError.error) === 'PropertyNameExpected')
    return ['name', offset]
  const isClose = '}]'.includes(character) && character !== ''
  if (isClose && text[lastEnd - 1] === ',') return ['lastComma', lastEnd - 1]
  const isOpen = name.startsWith('Close') || (name === 'CommaExpected' && isClose) || character === ''
  const begin = openBefore(text, offset)
  if (isOpen && name !== 'UnexpectedEndOfString') return [text[begin] === '[' ? 'openList' : 'openObject', begin]
  return [faultOfError[name] ?? 'word', name === 'CommaExpected' || name === 'ColonExpected' ? lastEnd : offset]
}

/**
 * Reads JSON and remembers the place of each part. Throws a `JsonFault` at the first fault. `JSON.parse` would name no
 * place for some faults, and would accept a name that occurs twice.
 */
export function readJson(source: string): JsonDocument {
  // Windows editors write a byte order mark, which browsers skip.
  const text = source.replace(/^\uFEFF/, ' ')
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { disallowComments: true })
  if (tree === undefined || errors.length > 0) {
    const [fault, index] = faultIn(text, errors)
    throw new JsonFault(placeAt(text, index), faults[fault])
  }
  const places = new Map<string, number>()
  const duplicates: Path[] = []
  const remember = (node: Node): void => {
    places.set(JSON.stringify(getNodePath(node)), node.parent?.type === 'property' ? node.parent.offset : node.offset)
    const names = new Set<string>()
    for (const child of node.children ?? []) {
      const [name, value = child] = child.type === 'property' ? (child.children ?? []) : []
      if (name && names.has(name.value)) duplicates.push(getNodePath(value))
      names.add(name?.value)
      remember(value)
    }
  }
  remember(tree)
  return {
    value: JSON.parse(text),
    repeated: duplicates,
    placeOf: (path) => placeAt(text, places.get(JSON.stringify(path)) ?? 0),
  }
}
