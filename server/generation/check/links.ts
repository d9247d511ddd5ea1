import type { Evidence, Field, Result } from '../../../lib/contracts/index.ts'
import { partsOfValue } from '../../../lib/report/index.ts'
import { readFigures } from '../reading/figures.ts'
import { languagesOf } from '../reading/languages.ts'
import { plainLetters } from '../reading/number-words.ts'
import type { Sentence } from '../reading/sentences.ts'
import { citedWords, type PreparedSession } from './prepared-session.ts'
import { isLight, stemOf } from './stems.ts'

const words = new Intl.Segmenter(undefined, { granularity: 'word' })

/** A number says more about the source of a sentence than a word. */
const numberWeight = 2
/** Weight of the question that the quoted words answer, compared with these words: "Any fever?", "No." */
const questionWeight = 0.75
/** Weight of the rest of a quoted sentence. */
const restWeight = 0.4
/** Weight of the other cells of a row: cells of one row mostly have one source. */
const rowWeight = 0.3
/** A quote and a part have less in common than one word that no other part has: they are not linked. */
const scoreMin = 0.7
/** A second quote is linked to a part if it scores at least this share of the part's best quote. */
const nearBestQuote = 0.6
/** A quote is linked to a second part if it scores at least this share of its best part. */
const nearBestPart = 0.9

/** The numbers and the content words of a text, with their weights. Forms of one word are equal. */
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

/** The tokens of a quote: its own words in full, the words around it in part. */
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
      // Later sentences of a turn mostly go on to something else.
      quoted.flatMap(({ answers, place }) => (place === 0 ? answers : [])),
      questionWeight,
    ),
    ...tokensOf(one.quote, language),
  ])
}

/** For each part, its score with each quote. */
type Scores = number[][]

function scoresOf(parts: readonly Map<string, number>[], quotes: readonly Map<string, number>[]): Scores {
  const partsWith = new Map<string, number>()
  for (const tokens of parts) for (const token of tokens.keys()) partsWith.set(token, (partsWith.get(token) ?? 0) + 1)
  return parts.map((tokens) =>
    quotes.map((quote) => {
      let score = 0
      for (const [token, weight] of tokens) {
        const said = quote.get(token)
        // A word of many parts tells little about any of them.
        if (said !== undefined) score += Math.min(weight, said) / Math.sqrt(partsWith.get(token) ?? 1)
      }
      return score
    }),
  )
}

/** Adds to each cell a share of the scores of the other cells of its row. */
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

/**
 * Links each quote to the sentences, items or cells that it supports (product 10.16): to those that share the most
 * numbers and words with it, in the language of both. A quote that shares too little with every part, for example
 * because the note is written in another language, keeps supporting the value as a whole. Links that the evidence
 * already has are replaced.
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
  return bare.flatMap((one, quote): Evidence[] => {
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
