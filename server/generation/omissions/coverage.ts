import type { Result } from '../../../lib/contracts/index.ts'
import { readNumbers } from '../reading/numbers.ts'
import type { Sentence } from '../reading/sentences.ts'
import type { Weight } from './weight.ts'

export interface Carried {
  text: string
  numbers: ReadonlySet<number>
  bags: readonly ReadonlySet<string>[]
  quoted: ReadonlyMap<number, readonly [number, number][]>
}

const common = new Set(
  'the and you your for that with this have has had was were are is it to of in on at a an i my me he she they them his her be do not no so but or if then we will would can could about just when what there from out up as by'.split(
    ' ',
  ),
)

/** Unlike `check/stems.ts`, the result contains numbers, because a note must contain the number of a dose. */
const stemsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !common.has(word))
    .map((word) => word.slice(0, 5))

export function carriedBy(turns: readonly string[], results: readonly Result[]): Carried {
  const filledResults = results.filter(({ value }) => value.some((part) => part.trim() !== ''))
  const quoted = new Map<number, [number, number][]>()
  for (const { turn, quote } of filledResults.flatMap(({ evidence }) => evidence)) {
    const start = turns[turn]?.indexOf(quote) ?? -1
    if (start >= 0) quoted.set(turn, [...(quoted.get(turn) ?? []), [start, start + quote.length]])
  }
  const text = filledResults
    .flatMap(({ value }) => value)
    .join('\n')
    .toLowerCase()
  const numbers = new Set(readNumbers(text).flatMap(({ value, parts }) => [value, ...parts]))
  return { text, numbers, bags: filledResults.map(({ value }) => new Set(stemsOf(value.join(' ')))), quoted }
}

/** Share of a statement's words that a value without its quote must contain. */
const shareNeeded = 0.65

/** True if a note covers a statement. For a dose, it needs all medicines and numbers of the statement. */
export function carries(carried: Carried, sentence: Sentence, { kind, names, numbers, slight }: Weight): boolean {
  const hasNames = names.every((name) => carried.text.includes(name))
  const quotes = (carried.quoted.get(sentence.turn) ?? []).some(([a, b]) => a < sentence.end && b > sentence.start)
  if (kind === 'dose')
    return hasNames && (names.length > 0 || quotes) && numbers.every((number) => carried.numbers.has(number))
  if (quotes || (names.length > 0 && hasNames)) return true
  if (slight?.test(carried.text)) return true
  const words = [...new Set(stemsOf(sentence.low))]
  const neededCount = Math.ceil(words.length * shareNeeded)
  return words.length > 2 && carried.bags.some((bag) => words.filter((word) => bag.has(word)).length >= neededCount)
}
