import type { NoteInline, NoteMark } from '../note-document.ts'
import { highlightMark, joined, placeholderAt, sortedMarks } from './marks.ts'

const escapable = /[\\*_#.\-[\]=|<{(]/
const wordCharacter = /[\p{L}\p{N}]/u
const isWord = (character: string | undefined) => character !== undefined && wordCharacter.test(character)
const isBlank = (character: string | undefined) => character === undefined || /\s/.test(character)

interface Reading {
  /** True for the text of a table cell. `<br>` is then read as a line break. */
  cell: boolean
}

export function readInlines(text: string, reading: Reading = { cell: false }): NoteInline[] {
  return joined(scan(text, [], reading))
}

function scan(text: string, marks: NoteMark[], reading: Reading): NoteInline[] {
  const parts: NoteInline[] = []
  // Delimiters for which the rest of this text has no closing delimiter. The text is not searched for them again, so
  // that parsing stays fast.
  const unclosed = new Set<string>()
  let words = ''
  const flush = () => {
    if (words) parts.push({ type: 'text', text: words, marks })
    words = ''
  }
  let at = 0
  while (at < text.length) {
    const nextCharacter = text[at + 1]
    if (text[at] === '\\' && nextCharacter !== undefined && escapable.test(nextCharacter)) {
      words += nextCharacter
      at += 2
      continue
    }
    const placeholder = placeholderAt(text, at)
    if (placeholder !== null) {
      flush()
      parts.push({ type: 'text', text: placeholder, marks: sortedMarks([...marks, 'placeholder']) })
      at += placeholder.length
      continue
    }
    if (reading.cell && text.startsWith('<br>', at)) {
      flush()
      parts.push({ type: 'break' })
      at += 4
      continue
    }
    const span = spanAt(text, at, marks, unclosed)
    if (span) {
      flush()
      parts.push(...scan(span.inner, sortedMarks([...marks, ...span.marks]), reading))
      at = span.end
      continue
    }
    words += text[at]
    at += 1
  }
  flush()
  return parts
}

interface Span {
  marks: NoteMark[]
  inner: string
  end: number
}

/**
 * Parses bold, italic or highlighted text that begins with its delimiter at `at`. Null if no such text begins there.
 */
function spanAt(text: string, at: number, marks: readonly NoteMark[], unclosed: Set<string>): Span | null {
  const spanWithin = (
    delimiter: string,
    innerMarks: NoteMark[],
    mayEnd: (end: number) => boolean = () => true,
  ): Span | null => {
    if (unclosed.has(delimiter) || innerMarks.some((mark) => marks.includes(mark))) return null
    const from = at + delimiter.length
    if (isBlank(text[from])) return null
    const end = closing(text, from, delimiter, mayEnd)
    if (end === null) {
      unclosed.add(delimiter)
      return null
    }
    return { marks: innerMarks, inner: text.slice(from, end), end: end + delimiter.length }
  }
  switch (text[at]) {
    case '*':
      return (
        (text.startsWith('***', at) ? spanWithin('***', ['bold', 'italic']) : null) ??
        (text.startsWith('**', at) ? spanWithin('**', ['bold']) : null) ??
        (text[at + 1] === '*' ? null : spanWithin('*', ['italic']))
      )
    case '_':
      return isWord(text[at - 1]) ? null : spanWithin('_', ['italic'], (end) => !isWord(text[end + 1]))
    case '=':
      return text[at + 1] === '=' && !marks.some((mark) => mark.startsWith('highlight'))
        ? highlightAt(text, at, unclosed)
        : null
    default:
      return null
  }
}

/** Parses `==words=={2}`. Without a number, the severity is 1. */
function highlightAt(text: string, at: number, unclosed: Set<string>): Span | null {
  if (unclosed.has('==') || isBlank(text[at + 2])) return null
  const end = closing(text, at + 2, '==', () => true)
  if (end === null) {
    unclosed.add('==')
    return null
  }
  const severity = /^\{([123])\}/.exec(text.slice(end + 2, end + 5))?.[1]
  return {
    marks: [highlightMark(severity)],
    inner: text.slice(at + 2, end),
    end: end + 2 + (severity === undefined ? 0 : 3),
  }
}

/**
 * Returns the position of the closing delimiter, or null. A delimiter after a blank, after a backslash or in a
 * placeholder does not close. `fits` is an additional condition for the position.
 */
function closing(text: string, from: number, delimiter: string, fits: (at: number) => boolean): number | null {
  let at = from
  while (at < text.length) {
    if (text[at] === '\\' && escapable.test(text[at + 1] ?? '')) {
      at += 2
      continue
    }
    const placeholder = placeholderAt(text, at)
    if (placeholder !== null) {
      at += placeholder.length
      continue
    }
    if (text.startsWith(delimiter, at)) {
      if (at > from && !isBlank(text[at - 1]) && fits(at)) return at
      at += delimiter.length
      continue
    }
    at += 1
  }
  return null
}
