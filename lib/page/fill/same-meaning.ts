import type { ControlKind } from '../shapes.ts'
import { lines, squash } from '../words.ts'

const shownNumber = /^\p{Sc}?\s?(-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)\s?(?:\p{Sc}|%|\p{L}{1,6})?$/u
const plainNumber = /^-?\d+(?:\.\d+)?$/
const groupedDigits = /^[+(]?\d[\d\s()/-]*$/
const fewestDigits = 7
/** The signs of a date are no grouping: `2026-12-05` is not `20/26/1205`, and `1/25/2026` not `12/5/2026`. */
const dateLike = /^\d{1,4}[-/]\d{1,2}[-/]\d{1,4}(?!\d)/

const digitsOf = (text: string): string => text.replace(/\D/g, '')

const plain = (text: string): string =>
  squash(
    text
      .toLowerCase()
      .replace(/[‘’‚′]/g, "'")
      .replace(/[“”„″]/g, '"')
      .replace(/[‐-―−]/g, '-')
      .replace(/…/g, '...'),
  )

/**
 * Leaves out quotes, and the dashes between words. A dash between digits is a range, and a quote after a digit is a
 * unit, so they stay.
 */
const bare = (text: string): string =>
  squash(
    plain(text)
      .replace(/(?<!\d)["']/g, '')
      .replace(/ -(?= )/g, ' '),
  )

function meansSame(writtenText: string, shownText: string): boolean {
  if (plain(writtenText) === plain(shownText) || bare(writtenText) === bare(shownText)) return true
  const number = plainNumber.test(writtenText) ? shownNumber.exec(shownText)?.[1] : undefined
  if (number !== undefined) return Number(number.replaceAll(',', '')) === Number(writtenText)
  const isGrouped =
    !dateLike.test(writtenText) &&
    groupedDigits.test(writtenText) &&
    groupedDigits.test(shownText) &&
    digitsOf(writtenText).length >= fewestDigits
  return isGrouped && digitsOf(writtenText) === digitsOf(shownText)
}

const reformatted: ReadonlySet<ControlKind> = new Set(['text', 'long_text', 'number'])

/**
 * Returns true if the page shows the written value in its own form: in capitals, as an amount of money, with the signs
 * of a phone number, with plain quotes. Dates and choices have no such form.
 */
export function sameMeaning(kind: ControlKind, writtenValue: string[], shownValue: string[]): boolean {
  if (!reformatted.has(kind) || writtenValue.length !== 1 || shownValue.length !== 1) return false
  const [writtenLines, shownLines] = [writtenValue, shownValue].map(([text = '']) =>
    lines(text).split('\n').map(squash),
  )
  return (
    writtenLines?.length === shownLines?.length &&
    writtenLines?.every((line, at) => meansSame(line, shownLines?.[at] ?? '')) === true
  )
}
