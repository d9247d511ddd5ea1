import type { Evidence, VisitContext } from '../../../lib/contracts/index.ts'
import { onceForEach } from '../once.ts'
import { readDates } from '../reading/dates.ts'
import { type Figure, readFigures } from '../reading/figures.ts'
import { languageOf, languagesOf, primaryLanguage } from '../reading/language.ts'
import { isKnown } from '../reading/languages/index.ts'
import { readSentences, type Sentence } from '../reading/sentences.ts'
import { readLabel } from '../reading/speakers.ts'
import { plainNumbers, type SpokenNumbers, spokenNumbers } from './spoken-numbers.ts'
import { takenBackIn } from './taken-back.ts'

const otherLabel = /^\s*\[?\p{L}[^:：\d\n]{0,30}\]?\s?[:：]\s/u

export const unlabelled = (turn: string): string => {
  const { from } = readLabel(turn)
  return from > 0 ? turn.slice(from) : turn.replace(otherLabel, '')
}

export interface CheckSession {
  turns: readonly string[]
  sentences: readonly Sentence[]
  byTurn: readonly (readonly Sentence[])[]
  context: VisitContext
  visitDay: string | undefined
  /** ISO 639-1 code of the session's language: the declared one, or else the one that its words show. */
  language: string | null
  isDeclared: boolean
}

export interface PreparedSession {
  session: CheckSession
  days: readonly ReadonlySet<string>[]
  numbers: ReadonlyMap<Sentence, SpokenNumbers>
  words: (turn: number) => string
  /** Their offsets refer to `words`. */
  figures: (turn: number) => readonly Figure[]
  takenBack: (turn: number) => ReadonlySet<number>
  isSaid: (value: number) => boolean
}

export function spokenLanguages(
  words: string,
  { language, isDeclared }: Pick<CheckSession, 'language' | 'isDeclared'>,
): Set<string> {
  if (language === null || !isDeclared)
    return new Set([...languagesOf(words), ...(language === null ? [] : [language])])
  const wordLanguage = languageOf(words, language)
  return new Set(wordLanguage === null ? [language] : [language, wordLanguage])
}

export function prepareSession(turns: readonly string[], context: VisitContext, language?: string): PreparedSession {
  const sentences = readSentences(turns)
  const byTurn = turns.map((): Sentence[] => [])
  for (const sentence of sentences) byTurn[sentence.turn]?.push(sentence)
  const visitDay = context.current_visit?.date
  // The declared language is trusted. Only a session without one is recognised by its words.
  const declared = primaryLanguage(language)
  const sessionLanguage = declared ?? [...languagesOf(turns.map(unlabelled).join(' '))].find(isKnown) ?? null
  const session = {
    turns,
    sentences,
    byTurn,
    context,
    visitDay,
    language: sessionLanguage,
    isDeclared: declared !== null,
  }
  const wordsOf = onceForEach((turn: number) => {
    const text = plainNumbers(unlabelled(turns[turn] ?? ''))
    const languages = spokenLanguages(text, session)
    return { text, figures: readFigures(text, languages), languages }
  })
  const numbers = new Map(
    sentences.map((sentence) => {
      const textBefore = turns[sentence.turn]?.slice(Math.max(0, sentence.start - 3), sentence.start)
      return [sentence, spokenNumbers(sentence.text, textBefore === ' . ')]
    }),
  )
  let spokenValues: Set<number> | null = null
  return {
    session,
    days: turns.map((turn) => {
      const words = plainNumbers(turn)
      return new Set(
        (['forward', 'back'] as const).flatMap((way) => readDates(words, visitDay, way).map(({ day }) => day)),
      )
    }),
    numbers,
    isSaid: (value) => {
      spokenValues ??= new Set([...numbers.values()].flatMap((one) => one.numbers.map(({ value }) => value)))
      return spokenValues.has(value)
    },
    words: (turn) => wordsOf(turn).text,
    figures: (turn) => wordsOf(turn).figures,
    takenBack: onceForEach((turn) => takenBackIn(wordsOf(turn), turn + 1 < turns.length ? wordsOf(turn + 1) : null)),
  }
}

export interface Cited {
  quoted: readonly Sentence[]
  /**
   * Indexes of these turns:
   * - each turn that contains a quote,
   * - each turn with a question that a turn with a quote answers,
   * - the turn after a turn with a quote, if the turn with the quote asks a question.
   */
  turns: ReadonlySet<number>
  /** Indexes of the turns that contain a quote, of the turns next to them, and of all turns in `turns`. */
  near: ReadonlySet<number>
}

export function citedWords(evidence: readonly Evidence[], { session }: PreparedSession): Cited {
  const quoted = new Set<Sentence>()
  const turns = new Set<number>()
  for (const { turn, quote } of evidence) {
    const from = session.turns[turn]?.indexOf(quote) ?? -1
    turns.add(turn)
    const sentences = session.byTurn[turn] ?? []
    for (const sentence of sentences)
      if (sentence.start < from + quote.length && sentence.end > from) quoted.add(sentence)
    for (const { answers } of sentences) for (const question of answers) turns.add(question.turn)
    if (sentences.some(({ asks }) => asks)) turns.add(turn + 1)
  }
  const nearTurns = new Set(evidence.flatMap(({ turn }) => [turn - 1, turn, turn + 1]))
  return { quoted: [...quoted], turns, near: new Set([...nearTurns, ...turns]) }
}
