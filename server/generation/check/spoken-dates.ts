import { onceFor, oncePerTurn } from '../once.ts'
import { type CalendarName, calendarNames } from '../reading/calendar.ts'
import { type DateWords, readDateWords } from '../reading/date-words.ts'
import { foreignDays } from '../reading/dates.ts'
import type { Figure } from '../reading/figures.ts'
import { lexiconsOf } from '../reading/languages/index.ts'
import type { Lexicon } from '../reading/languages/lexicon.ts'
import type { Sentence } from '../reading/sentences.ts'
import { wordsAround } from './placed.ts'
import { type Cited, type PreparedSession, spokenLanguages } from './prepared-session.ts'
import { stemSet } from './stems.ts'

export interface NamePlace extends Pick<CalendarName, 'part' | 'index'> {
  near: ReadonlySet<string>
  sentence: Sentence
}

export interface SpokenDates {
  named: readonly DateWords[]
  days: ReadonlySet<string>
  numbers: ReadonlySet<number>
  places: readonly NamePlace[]
  isNamed: boolean
  isEnglish: boolean
  birthDay: string | undefined
  visitDay: string | undefined
}

export const dayMs = 86_400_000
export const isoOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

interface TurnDates {
  named: DateWords[]
  days: string[]
  places: NamePlace[]
}

const afterDay =
  /\b(?:day after|the next day)\b|lendemain|al día siguiente|tag nach|dia seguinte|giorno dopo|翌日|第二天/i

const feastsOf = onceFor(({ feasts }: Lexicon) =>
  feasts.map(([names, month, day]) => ({ names: new RegExp(`(?<!\\p{L})(?:${names})(?!\\p{L})`, 'iu'), month, day })),
)

// A short English turn can look like another language, so English names are always read.
const placesOf = (sentences: readonly Sentence[], languages: ReadonlySet<string>): NamePlace[] =>
  sentences.flatMap((sentence) =>
    calendarNames(sentence.text, new Set([...languages, 'en']), false).map(({ part, index, start, text }) => ({
      part,
      index,
      near: new Set([
        ...stemSet(wordsAround(sentence.text, start, start + text.length)),
        ...sentence.answers.flatMap(({ low }) => [...stemSet(low)]),
      ]),
      sentence,
    })),
  )

const turnDates = oncePerTurn((prepared: PreparedSession, turn): TurnDates => {
  const { session, figures, words } = prepared
  const text = words(turn)
  const low = text.toLowerCase()
  const languages = spokenLanguages(text, session)
  const turnFigures = figures(turn)
  const feasts = lexiconsOf(languages).flatMap((lexicon) =>
    feastsOf(lexicon).flatMap(({ names, month, day }): DateWords[] => {
      const match = names.exec(low)
      const plain = { weekday: null, month, year: null, text: match?.[0] ?? '', start: match?.index ?? 0 }
      return match === null ? [] : [{ ...plain, day }, ...(afterDay.test(low) ? [{ ...plain, day: day + 1 }] : [])]
    }),
  )
  const { visitDay } = session
  const foreign = new Set([...languages].filter((one) => one !== 'en'))
  return {
    named: [...readDateWords(text, languages, turnFigures, false), ...feasts],
    days: [...(languages.has('en') ? (prepared.days[turn] ?? []) : []), ...foreignDays(text, foreign, visitDay)],
    places: placesOf(session.byTurn[turn] ?? [], languages),
  }
})

export const inDates = oncePerTurn((prepared: PreparedSession, turn): ReadonlySet<Figure> => {
  const dates = turnDates(prepared, turn)
    .named.filter(({ month, weekday }) => (month ?? weekday) !== null)
    .sort((a, b) => a.start - b.start)
  const dateFigures = new Set<Figure>()
  let at = 0
  for (const figure of prepared.figures(turn)) {
    const endOf = (date: DateWords | undefined) => (date === undefined ? 0 : date.start + date.text.length)
    while (at < dates.length && endOf(dates[at]) <= figure.start) at++
    const date = dates[at]
    if (date !== undefined && figure.start >= date.start && figure.end <= endOf(date)) dateFigures.add(figure)
  }
  return dateFigures
})

export function spokenDates(prepared: PreparedSession, cited: Cited): SpokenDates {
  const { visitDay, context, turns, language } = prepared.session
  const nearTurns = [...cited.near].filter((turn) => turns[turn] !== undefined)
  const each = nearTurns.map((turn) => turnDates(prepared, turn))
  const birthDay = context.patient?.birthDate
  const details = [visitDay, birthDay].flatMap((day) => day ?? [])
  return {
    named: each.flatMap(({ named }) => named),
    days: new Set([...each.flatMap(({ days }) => days), ...details]),
    numbers: new Set(nearTurns.flatMap((turn) => prepared.figures(turn).flatMap(({ values }) => values))),
    places: each.flatMap(({ places }) => places),
    birthDay,
    isNamed: each.some((one) => one.named.length + one.days.length > 0),
    visitDay,
    isEnglish: (language ?? 'en') === 'en',
  }
}
