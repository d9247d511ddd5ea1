import type { Evidence, Field, Result } from '../../../lib/contracts/index.ts'
import { partsOfValue } from '../../../lib/report/index.ts'
import { readFigures } from '../reading/figures.ts'
import { languagesOf } from '../reading/language.ts'
import { plainLetters } from '../reading/number-words.ts'
import type { Sentence } from '../reading/sentences.ts'
import { citedWords, type PreparedSession } from './prepared-session.ts'
import { isLight, stemOf } from './stems.ts'

const words = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Weight of a number. A number identifies the source of a sentence better than a word, which has the weight 1. */
const numberWeight = 2
/** Weight of the words of the question that the quoted words answer, such as "Any fever?" before "No.". */
const questionWeight = 0.75
/** Weight of the unquoted words of a quoted sentence. */
const restWeight = 0.4
/** Weight of the scores of the other cells in the same row. The cells of one row mostly have the same source. */
const rowWeight = 0.3
/** One quoted word scores 1 in one part, 0.71 in two, 0.58 in three. */
const scoreMin = 0.7
/** Share of the highest score for a part that a quote must reach to be linked to this part. */
const nearBestQuote = 0.6
/** Share of the quote's own highest score that it must reach to be linked to a further part. */
const nearBestPart = 0.9

function tokensOf(text: string, language: string | null): Map<string, number> {
  const tokens = new Map<string, number>()
  const languages = new Set(languagesOf(text))
  if (language !== null) languages.add(language)
  if (languages.size === 0) languages.add('en')
  for (const { values } of readFigures(text, languages))
    for (const value of values) tokens.set(`#${value}`, numberWeight)
  for (const { segment, isWordLike } of words.segment(text.normalize('NFKC').toLowerCase())) {
    if (isWordLike !== true || /\p{N}/u.test(segment) || isLight(segment)) continue
    const word = plainLetters(segment)
    const spaced = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word)
    if (word.length >= (spaced ? 3 : 1)) tokens.set(spaced ? stemOf(word) : word, 1)
  }
  return tokens
}

function tokensOfQuote(one: Evidence, prepared: PreparedSession): Map<string, number> {
  const { language } = prepared.session
  const { quoted } = citedWords([one], prepared)
  const faint = (sentences: readonly Sentence[], share: number) =>
    [...tokensOf(sentences.map(({ text }) => text).join(' '), language)].map(([token, weight]): [string, number] => [
      token,
      weight * share,
    ])
  return new Map([
    ...faint(quoted, restWeight),
    ...faint(
      // Later sentences of a turn mostly begin another topic.
      quoted.flatMap(({ answers, place }) => (place === 0 ? answers : [])),
      questionWeight,
    ),
    ...tokensOf(one.quote, language),
  ])
}

type Scores = number[][]

function scoresOf(parts: readonly Map<string, number>[], quotes: readonly Map<string, number>[]): Scores {
  const partsWith = new Map<string, number>()
  for (const tokens of parts) for (const token of tokens.keys()) partsWith.set(token, (partsWith.get(token) ?? 0) + 1)
  return parts.map((tokens) =>
    quotes.map((quote) => {
      let score = 0
      for (const [token, weight] of tokens) {
        const count = quote.get(token)
        // A word that many parts contain says little about each of these parts.
        if (count !== undefined) score += Math.min(weight, count) / Math.sqrt(partsWith.get(token) ?? 1)
      }
      return score
    }),
  )
}

function withRows(scores: Scores, rows: readonly number[]): Scores {
  const sums = new Map<number, number[]>()
  for (const [at, row] of rows.entries()) {
    const sum = sums.get(row) ?? []
    for (const [quote, score] of (scores[at] ?? []).entries()) sum[quote] = (sum[quote] ?? 0) + score
    sums.set(row, sum)
  }
  return scores.map((partScores, at) =>
    partScores.map((score, quote) => score + rowWeight * ((sums.get(rows[at] ?? 0)?.[quote] ?? 0) - score)),
  )
}

const best = (scores: Iterable<number>): number => {
  let most = 0
  for (const score of scores) most = Math.max(most, score)
  return most
}

const bareWords = (text: string): string =>
  text
    .replace(/^(?:\p{L}[^":\n]{0,59}: )?"|"$/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

function repeatedWords(parts: readonly string[], quotes: readonly string[]): number[][] {
  const bareParts = parts.map(bareWords)
  const counts = new Map<string, number>()
  return quotes.map((quote) => {
    const words = quote.replaceAll(/\s+/g, ' ').trim()
    const equal = bareParts.flatMap((part, at) => (part === words ? [at] : []))
    const turn = counts.get(words) ?? 0
    counts.set(words, turn + 1)
    const equalPart = equal[Math.min(turn, equal.length - 1)]
    if (equalPart !== undefined) return [equalPart]
    // Parts of at most three characters are in too many quotes.
    return bareParts.flatMap((part, at) => (part.length > 3 && isWithin(part, words) ? [at] : []))
  })
}

const isWithin = (part: string, words: string): boolean => part.includes(words) || words.includes(part)

/** Links each quote to the sentences, items or cells that it supports (product 10.16). */
export function linkQuotes(
  field: Field,
  { value, evidence }: Pick<Result, 'value' | 'evidence'>,
  prepared: PreparedSession,
): Evidence[] {
  const parts = partsOfValue(field, value)
  const bare = evidence.map(({ span: _, ...one }): Evidence => one)
  const [only] = parts
  if (only === undefined) return bare
  if (parts.length === 1) return bare.map((one) => ({ ...one, span: only.span }))
  const { language } = prepared.session
  const plain = scoresOf(
    parts.map(({ text }) => tokensOf(text, language)),
    bare.map((one) => tokensOfQuote(one, prepared)),
  )
  const rows = parts.flatMap(({ span }) => (span.kind === 'cell' ? [span.row] : []))
  const scores = rows.length === 0 ? plain : withRows(plain, rows)
  const bestOfPart = scores.map(best)
  const repetitions = repeatedWords(
    parts.map(({ text }) => text),
    bare.map((one) => one.quote),
  )
  return bare.flatMap((one, quote): Evidence[] => {
    const literal = (repetitions[quote] ?? []).flatMap((at) => parts[at]?.span ?? [])
    if (literal.length > 0 && field.type !== 'table') return literal.map((span) => ({ ...one, span }))
    const bestOfQuote = best(scores.map((each) => each[quote] ?? 0))
    const supported = parts.filter((_, at) => {
      const score = scores[at]?.[quote] ?? 0
      return (
        score >= scoreMin && (score >= nearBestQuote * (bestOfPart[at] ?? 0) || score >= nearBestPart * bestOfQuote)
      )
    })
    return supported.length === 0 ? [one] : supported.map(({ span }) => ({ ...one, span }))
  })
}
