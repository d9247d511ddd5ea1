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
/**
 * Minimum score of a link. One quoted word scores 1 if a single part contains it, 0.71 if two parts contain it, and
 * 0.58 if three parts contain it. So one quoted word is enough for a link only if at most two parts contain it.
 */
const scoreMin = 0.7
/**
 * A quote is linked to a part if its score for the part is at least this share of the highest score that any quote has
 * for this part. The score must also reach `scoreMin`.
 */
const nearBestQuote = 0.6
/**
 * A quote is also linked to a part if its score for the part is at least this share of the quote's highest score for
 * any part. The score must also reach `scoreMin`.
 */
const nearBestPart = 0.9

/**
 * Returns the numbers and the content words of a text, each with its weight. Forms of the same word get the same token.
 */
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

/**
 * Returns the tokens of a quote, each with its weight. The quote's own words have the full weight. The other words of
 * the quoted sentences, and the words of the question that the quote answers, have less weight.
 */
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
      // Only the first sentence of a turn is an answer to the question before. Later sentences mostly begin another
      // topic.
      quoted.flatMap(({ answers, place }) => (place === 0 ? answers : [])),
      questionWeight,
    ),
    ...tokensOf(one.quote, language),
  ])
}

/** For each part of a value, its score with each quote. */
type Scores = number[][]

function scoresOf(parts: readonly Map<string, number>[], quotes: readonly Map<string, number>[]): Scores {
  const partsWith = new Map<string, number>()
  for (const tokens of parts) for (const token of tokens.keys()) partsWith.set(token, (partsWith.get(token) ?? 0) + 1)
  return parts.map((tokens) =>
    quotes.map((quote) => {
      let score = 0
      for (const [token, weight] of tokens) {
        const said = quote.get(token)
        // A word that many parts contain says little about each of these parts.
        if (said !== undefined) score += Math.min(weight, said) / Math.sqrt(partsWith.get(token) ?? 1)
      }
      return score
    }),
  )
}

/** Adds to the scores of each cell a share of the scores of the other cells in the same row. */
function withRows(scores: Scores, rows: readonly number[]): Scores {
  const sums = new Map<number, number[]>()
  for (const [at, row] of rows.entries()) {
    const sum = sums.get(row) ?? []
    for (const [quote, score] of (scores[at] ?? []).entries()) sum[quote] = (sum[quote] ?? 0) + score
    sums.set(row, sum)
  }
  return scores.map((own, at) =>
    own.map((score, quote) => score + rowWeight * ((sums.get(rows[at] ?? 0)?.[quote] ?? 0) - score)),
  )
}

const best = (scores: Iterable<number>): number => {
  let most = 0
  for (const score of scores) most = Math.max(most, score)
  return most
}

/** The words of a part without the speaker and the quotation marks of an extract: `Patient: "No."` becomes `No.`. */
const bareWords = (text: string): string =>
  text
    .replace(/^(?:\p{L}[^":\n]{0,59}: )?"|"$/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/**
 * Links each quote to the parts of the value that repeat it word for word. If several parts and several quotes have the
 * same words ("No."), the first quote is linked to the first of these parts, the second quote to the second part, and
 * so on. Returns for each quote the indexes of its parts, or an empty list if no part repeats the quote.
 */
function repeatedWords(parts: readonly string[], quotes: readonly string[]): number[][] {
  const bareParts = parts.map(bareWords)
  const seen = new Map<string, number>()
  return quotes.map((quote) => {
    const words = quote.replaceAll(/\s+/g, ' ').trim()
    const equal = bareParts.flatMap((part, at) => (part === words ? [at] : []))
    const turn = seen.get(words) ?? 0
    seen.set(words, turn + 1)
    const own = equal[Math.min(turn, equal.length - 1)]
    if (own !== undefined) return [own]
    // If no part equals the quote, the quote is linked to every part that contains the quote, or that is contained in
    // the quote. Parts of at most three characters are left out, because many quotes contain them.
    return bareParts.flatMap((part, at) => (part.length > 3 && isWithin(part, words) ? [at] : []))
  })
}

const isWithin = (part: string, words: string): boolean => part.includes(words) || words.includes(part)

/**
 * Links each quote to the sentences, items or cells that it supports (product 10.16): those that share the most numbers
 * and words with the quote. A quote that shares too little with every part supports the value as a whole, for example
 * if the note is written in another language. Links that the evidence already has are replaced.
 */
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
  const repeated = repeatedWords(
    parts.map(({ text }) => text),
    bare.map((one) => one.quote),
  )
  return bare.flatMap((one, quote): Evidence[] => {
    const literal = (repeated[quote] ?? []).flatMap((at) => parts[at]?.span ?? [])
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
