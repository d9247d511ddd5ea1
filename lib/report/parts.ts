import type { FieldType, Span } from '../contracts/index.ts'

/** A sentence, item or cell of a value (product 3.16). */
export interface Part {
  span: Span
  text: string
}

export interface PartedField {
  type: FieldType
  headers?: readonly string[]
}

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })

// Abbreviations after which a sentence goes on. `Intl.Segmenter` would end the sentence if a capital letter follows.
// Abbreviations that often end a sentence, such as "p.m.", are not listed.
const abbreviation =
  /(?:^|[\s("'«„“])(?:[Dd]r|Dra|Drs|Mr|Mrs|Ms|Prof|St|Sr|Sra|Srta|Mme|Mlle|Hr|Fr|vs|approx|resp|incl|ca|bzw|e\.g|i\.e|z\.\s?B|d\.\s?h|u\.\s?a|p\.\s?ej)\.\s+$/u
// Matches the initial of a person: "J. Smith", "Ana M. Cruz". Does not match "hepatitis C.", which ends a sentence.
const initial = /(?:^|(?:\p{Lu}[\p{L}.]{0,20}|and|with|by|to|for|und|mit|von|y|con|et|avec|e|com)\s)\p{Lu}\.\s+$/u
// German and Danish write the day of a date with a full stop: "am 3. März".
const dayNumber = /(?:^|\s)\d{1,2}\.\s+$/
const month = /^(?:jan|feb|mär|mar|apr|mai|maj|jun|jul|aug|sep|okt|nov|dez|dec)\p{L}*/iu

const belongsTogether = (previousSegment: string, nextSegment: string): boolean =>
  abbreviation.test(previousSegment.slice(-24)) ||
  initial.test(previousSegment.slice(-24)) ||
  (dayNumber.test(previousSegment.slice(-24)) && month.test(nextSegment))

const hasWords = /[\p{L}\p{N}]/u
/**
 * Matches the mark at the start of a line: of a list item, a task, a heading or a quotation. Matches '' if there is
 * none.
 */
const lineMark = /^\s*(?:(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?|#{1,6}\s+|>\s*)?/

/** Returns the sentences of a text as offsets [from, to) in UTF-16 code units. A line break ends a sentence. */
export function sentencesOf(text: string): [from: number, to: number][] {
  const offsets: [number, number][] = []
  let start = 0
  for (const line of text.split('\n')) {
    const mark = lineMark.exec(line)?.[0].length ?? 0
    const body = line.slice(mark)
    let from = 0
    let previousSegment = ''
    const end = (to: number) => {
      const words = body.slice(from, to)
      const at = start + mark + from + words.length - words.trimStart().length
      if (hasWords.test(words)) offsets.push([at, at + words.trim().length])
      from = to
    }
    for (const { segment, index } of sentences.segment(body)) {
      if (index > 0 && !belongsTogether(previousSegment, segment)) end(index)
      previousSegment = segment
    }
    end(body.length)
    start += line.length + 1
  }
  return offsets
}

/** Splits a value into its sentences, items or cells. Parts without a letter or digit are left out. */
export function partsOfValue({ type, headers = [] }: PartedField, value: readonly string[]): Part[] {
  if (type === 'string' || type === 'template')
    return value.flatMap((text, item) =>
      sentencesOf(text).map(([from, to]) => ({ span: { kind: 'text', item, from, to }, text: text.slice(from, to) })),
    )
  const width = Math.max(1, headers.length)
  return value.flatMap((text, at): Part[] => {
    if (!hasWords.test(text)) return []
    const cell = { kind: 'cell', row: Math.floor(at / width), column: at % width } as const
    return [{ span: type === 'table' ? cell : { kind: 'item', item: at }, text }]
  })
}

export function spanKey(span: Span): string {
  if (span.kind === 'cell') return `${span.row} ${span.column}`
  return span.kind === 'item' ? String(span.item) : `${span.item} ${span.from} ${span.to}`
}

export const foldPart = (text: string): string =>
  text
    .replaceAll(/[*_\\`]|==|\{[123]\}/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
