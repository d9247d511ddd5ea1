import { type Flag, type Result, speakerLabel } from '../../lib/contracts/index.ts'
import { wasSaid } from './check/names.ts'
import { readFigures } from './reading/figures.ts'
import { languagesOf, primaryLanguage } from './reading/language.ts'
import { medicine } from './reading/medicines.ts'
import { properWords } from './reading/names.ts'
import { plainLetters } from './reading/number-words.ts'

/** For each turn, the indexes of words that were heard unclearly, counted after the speaker's label. */
export type UnclearTurns = readonly (readonly number[])[]

const reason = 'Hard to hear: the speech engine was not sure of this word.'
const doseUnit =
  /^[\s-]?(?:m?g|mgs|mcg|[µμ]g|ml|cc|iu|ie|ui|units?|unidades|unité?s?|unità|einheiten|puffs?|mill?i\p{L}+|mi[ck]ro\p{L}+|gramm?\p{L}*)(?![\p{L}])/iu

function wordBefore(text: string, end: number): string | undefined {
  const textBefore = text.slice(Math.max(0, end - 40), end).trimEnd()
  const last = [...textBefore.matchAll(/[\p{L}'’-]+/gu)].at(-1)
  if (last === undefined || last[0].length < 4 || last.index + last[0].length < textBefore.length) return undefined
  return last[0]
}

function languagesIn(text: string, language: string | undefined): ReadonlySet<string> {
  const sessionLanguage = primaryLanguage(language)
  return new Set([...languagesOf(text), ...(sessionLanguage === null ? [] : [sessionLanguage])])
}

interface Doubt {
  words: Set<string>
  numbers: Set<number>
}

function quotedWords(
  { evidence }: Pick<Result, 'evidence'>,
  turns: readonly string[],
  unclear: UnclearTurns,
  language: string | undefined,
): Doubt {
  const doubtful: Doubt = { words: new Set(), numbers: new Set() }
  const clear: Doubt = { words: new Set(), numbers: new Set() }
  for (const { turn, quote } of evidence) {
    const turnText = turns[turn] ?? ''
    const from = speakerLabel.exec(turnText)?.[0].length ?? 0
    const at = turnText.indexOf(quote)
    if (at < 0) continue
    const isUnclear = new Set(unclear[turn])
    const spans = [...turnText.slice(from).matchAll(/\S+/g)].map(({ index, 0: word }, place) => {
      const start = from + index
      return { word, start, end: start + word.length, unclear: isUnclear.has(place) }
    })
    const quoted = spans.filter(({ start, end }) => start < at + quote.length && end > at)
    for (const span of quoted) {
      const plain = plainLetters(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/u.exec(span.word)?.[0] ?? '')
      if (/\p{L}{3}/u.test(plain)) (span.unclear ? doubtful : clear).words.add(plain)
    }
    const languages = languagesIn(quote, language)
    let next = 0
    for (const { start, end, values } of readFigures(quote, languages)) {
      while (quoted[next] !== undefined && (quoted[next]?.end ?? 0) <= at + start) next++
      const parts = quoted.slice(next, next + 8).filter((span) => span.start < at + end && span.end > at + start)
      const { numbers } = parts.some((span) => span.unclear) ? doubtful : clear
      for (const value of values) numbers.add(value)
    }
  }
  for (const word of clear.words) doubtful.words.delete(word)
  for (const number of clear.numbers) doubtful.numbers.delete(number)
  return doubtful
}

function delicateWords(text: string, language: string | undefined): { doses: Figured[]; names: string[] } {
  const languages = languagesIn(text, language)
  const doses = readFigures(text, languages).filter(({ end }) => doseUnit.test(text.slice(end, end + 20)))
  const names = [
    ...[...text.toLowerCase().matchAll(medicine)].map(({ index, 0: match }) => text.slice(index, index + match.length)),
    ...doses.flatMap(({ start }) => wordBefore(text, start) ?? []),
    // In German, every noun has a capital letter, so capital letters do not show names.
    ...(languages.has('de') ? [] : properWords(text).map(({ word }) => word)),
  ]
  return { doses, names: [...new Set(names)] }
}
type Figured = ReturnType<typeof readFigures>[number]

/** Flags doses and names of a value that depend on words which the speech engine was not sure of (product 10.23). */
export function unclearWords(
  result: Result,
  turns: readonly string[],
  unclear: UnclearTurns,
  language: string | undefined,
): Flag[] {
  if (result.evidence.every(({ turn }) => (unclear[turn] ?? []).length === 0)) return []
  const { words, numbers } = quotedWords(result, turns, unclear, language)
  if (words.size === 0 && numbers.size === 0) return []
  const phrases = result.value.flatMap((text) => {
    const { doses, names } = delicateWords(text, language)
    return [
      ...doses.filter(({ values }) => values.some((value) => numbers.has(value))).map((dose) => dose.text),
      ...names.filter((name) => wasSaid(name, words)),
    ]
  })
  return [...new Set(phrases)].map((text) => ({ severity: 1, text, reason }))
}
