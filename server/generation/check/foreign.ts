import type { Field, Flag, VisitContext } from '../../../lib/contracts/index.ts'
import { type Figure, readFigures } from '../reading/figures.ts'
import { languageOf } from '../reading/language.ts'
import { isKnown, knownLanguages, lexicons } from '../reading/languages/index.ts'
import { plainLetters } from '../reading/number-words.ts'
import { followsDay } from '../reading/numbered-list.ts'
import { dayAgrees, unsupportedDates } from './days.ts'
import { endsWrittenScale, isDerived } from './derived.ts'
import { numberAboutAnother, takenBack, unsaidDate, unsaidNumber, withoutRepetitions } from './doubts.ts'
import { unsaidMedicines } from './medicines.ts'
import { type SaidWords, unsaidNames } from './names.ts'
import { unsaidPeople } from './people.ts'
import { type Cited, type PreparedSession, spokenLanguages } from './prepared-session.ts'
import { inDates, spokenDates } from './spoken-dates.ts'

/** Languages other than English in which, within a sentence, only names begin with a capital letter. */
const capitals = new Set(['es', 'fr', 'pt', 'it'])

function detailValues({ patient }: VisitContext): number[] {
  const details = `${patient?.identifier ?? ''} ${patient?.birthDate ?? ''} ${patient?.age ?? ''}`
  return (details.match(/\d+/g) ?? []).map(Number)
}

const shared = (values: readonly number[], spokenValues: ReadonlySet<number>): boolean =>
  values.some((one) => spokenValues.has(one))

const unitAfter = (text: string, { end }: Figure): string =>
  plainLetters(/^\s?[\p{L}%]{1,12}/u.exec(text.slice(end, end + 14))?.[0] ?? '')

const doseClass = /^(?:mg|mcg|μg|g$|gr|ml|mil[il]?i?g|milligr|microgr|mikrogr|ミリ|マイクロ|毫克|微克|ملغ|مغ)/
const timesClass = /^(?:veces|vez|mal|fois|volte|volta|vezes|times|回|次|مرات|مره)/
const spanClasses = knownLanguages.flatMap((language) =>
  (['day', 'week', 'month', 'year'] as const).map((span): [string, RegExp] => [
    span,
    new RegExp(`^(?:${plainPattern(lexicons[language].spans[span])})$`, 'u'),
  ]),
)
const hourClass = /^(?:horas?|stunden?|heures?|ore|hours?|時間|小时|小時|ساعات|ساعه)/

function plainPattern(source: string): string {
  return source
    .replaceAll('ñ', 'n')
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
}

function unitClass(text: string, figure: Figure): string {
  const unit = unitAfter(text, figure)
  if (doseClass.test(unit)) return 'dose'
  if (timesClass.test(unit)) return 'times'
  if (hourClass.test(unit)) return 'hour'
  return spanClasses.find(([, pattern]) => pattern.test(unit))?.[0] ?? ''
}

const clock = /(?<!\d)([01]?\d|2[0-3])(?:\s?[:h時点點]\s?)([0-5]\d)(?!\d)/gi

/** True for a German hour that is only half reached: the "neun" of "halb neun", which is 8:30. */
const isHalfHour = (figure: Figure, previousFigure: Figure | undefined): boolean =>
  previousFigure?.text.toLowerCase() === 'halb' && previousFigure.end + 1 === figure.start

interface SpokenHours {
  known: ReadonlySet<number>
  halves: ReadonlySet<number>
}

function timeSaid(hour: number, minute: number, { known, halves }: SpokenHours): boolean {
  const next = (hour % 12) + 1
  if (minute === 30 && (halves.has(next) || halves.has(hour + 1))) return true
  const hours = [hour, hour % 12, hour + 12, ...(minute > 30 ? [next] : [])]
  // A time can be read as one number: "las ocho y media" is 8.5.
  const hourSaid = hours.some((one) => known.has(one) || known.has(one + minute / 60))
  return hourSaid && (minute % 15 === 0 || known.has(minute) || known.has(60 - minute))
}

const isArticle = (figure: Figure, words: string): boolean =>
  !figure.digits &&
  figure.values[0] === 1 &&
  !doseClass.test(unitAfter(words, figure)) &&
  /^[\s-]\p{L}/u.test(words.slice(figure.end, figure.end + 2))

function spokenNear(prepared: PreparedSession, cited: Cited) {
  return [...cited.near]
    .filter((turn) => prepared.session.turns[turn] !== undefined)
    .flatMap((turn) =>
      prepared.figures(turn).map((figure, index, all) => ({
        figure,
        words: prepared.words(turn),
        isArticle: isArticle(figure, prepared.words(turn)),
        isDate: inDates(prepared, turn).has(figure),
        isBack: figure.values.every((value) => prepared.takenBack(turn).has(value)),
        isHalf: isHalfHour(figure, all[index - 1]),
      })),
    )
}

function yearsAgo(figures: ReturnType<typeof spokenNear>, visitDay: string | undefined): number[] {
  const visitYear = Number(visitDay?.slice(0, 4))
  if (Number.isNaN(visitYear)) return []
  return figures.flatMap(({ figure, words }) =>
    unitClass(words, figure) === 'year' ? figure.values.flatMap((value) => [visitYear - value]) : [],
  )
}

/** In a language without a lexicon, the number may have been said in words that cannot be read. */
function unsaidNumbers(
  field: Field,
  text: string,
  languages: ReadonlySet<string>,
  prepared: PreparedSession,
  cited: Cited,
  ownNumbers: ReadonlySet<number>,
): Flag[] {
  const { session } = prepared
  const spokenFigures = spokenNear(prepared, cited).filter(
    ({ isDate, figure }) => !isDate || figure.values.some((one) => one > 31),
  )
  const others = [...detailValues(session.context), ...ownNumbers, ...yearsAgo(spokenFigures, session.visitDay)]
  const knownValues = new Set([
    ...spokenFigures.filter(({ isBack }) => !isBack).flatMap(({ figure }) => figure.values),
    ...others,
  ])
  const isOneSaid = spokenFigures.some(({ figure, isArticle }) => !isArticle && figure.values[0] === 1)
  const retractedValues = new Set(spokenFigures.filter(({ isBack }) => isBack).flatMap(({ figure }) => figure.values))
  const valuesIf = (half: boolean) =>
    spokenFigures.filter((one) => one.isHalf === half).flatMap(({ figure }) => figure.values)
  const hours: SpokenHours = { known: new Set([...valuesIf(false), ...others]), halves: new Set(valuesIf(true)) }
  const nearTurns = [...cited.near].filter((turn) => session.turns[turn] !== undefined)
  const isCounted = nearTurns.every((turn) => {
    const turnLanguages = spokenLanguages(prepared.words(turn), session)
    return turnLanguages.size === 0 || [...turnLanguages].some(isKnown)
  })
  const flags: Flag[] = []
  const rest = text.replaceAll(clock, (all, hour: string, minute: string) => {
    if (isCounted && !timeSaid(Number(hour), Number(minute), hours)) flags.push(unsaidNumber(all))
    return ' '.repeat(all.length)
  })
  const unit = `${field.name} ${field.instructions ?? ''}`
  for (const figure of readFigures(rest, languages)) {
    // Words for one and two are often articles or pronouns.
    if (!figure.digits && figure.values.some((value) => value <= 2 || !Number.isInteger(value))) continue
    if (
      !figure.digits &&
      /^(?:neufs?|sei|acht|quart[oa]s?|quint[oa]s?|sext[oa]s?|[^\s]*ten?)$/i.test(plainLetters(figure.text))
    )
      continue
    if (!figure.digits && /\p{Script=Han}/u.test(figure.text)) continue
    if (figure.values.includes(0)) continue
    const [value = 0] = figure.values
    const position = { value, start: figure.start, end: figure.end }
    const isDose = unitClass(rest, figure) === 'dose'
    const isSaid = shared(figure.values, knownValues) && !(isDose && value === 1 && !isOneSaid)
    if (isSaid) {
      if (isOfAnotherKind(rest, figure, spokenFigures) && !isDerived(rest, position, unit, prepared, cited))
        flags.push(numberAboutAnother(figure.text))
      continue
    }
    const textAfter = rest.slice(figure.end, figure.end + 60)
    const item =
      /^\s*$/.test(rest.slice(rest.lastIndexOf('\n', figure.start) + 1, figure.start)) &&
      /^[.)]\s/.test(textAfter) &&
      !followsDay(textAfter.slice(1).trimStart())
    if (item || endsWrittenScale(rest, position)) continue
    if (figure.values.some((one) => isDerived(rest, { ...position, value: one }, unit, prepared, cited))) continue
    const ownUnit = unitAfter(rest, figure)
    const rival =
      ownUnit !== '' && spokenFigures.some(({ figure: one, words }) => one.digits && unitAfter(words, one) === ownUnit)
    if (isCounted || rival) flags.push((shared(figure.values, retractedValues) ? takenBack : unsaidNumber)(figure.text))
  }
  return flags
}

/** Kinds of units that a note may use for each other: "3 times a week" and "on 3 days". */
const alike = new Set(['times day', 'day times'])

function isOfAnotherKind(text: string, figure: Figure, spokenFigures: ReturnType<typeof spokenNear>): boolean {
  const kind = unitClass(text, figure)
  if (kind === '') return false
  const equalFigures = spokenFigures.filter(
    (one) => !one.isBack && one.figure.values.some((value) => figure.values.includes(value)),
  )
  return (
    equalFigures.length > 0 &&
    equalFigures.every((one) => {
      const spokenKind = unitClass(one.words, one.figure)
      return spokenKind !== '' && spokenKind !== kind && !alike.has(`${spokenKind} ${kind}`)
    })
  )
}

/** Flags what nobody said (severity 2), if the value or the session is not English. */
export function unsaidInAnyLanguage(
  field: Field,
  value: readonly string[],
  prepared: PreparedSession,
  cited: Cited,
  words: SaidWords,
): Flag[] {
  const { session } = prepared
  const ownText = `${field.name} ${field.type === 'template' ? field.text : ''}`
  const ownNumbers = new Set((ownText.match(/\d+/g) ?? []).map(Number))
  if (field.type === 'number') return unsaidNumbers(field, value[0] ?? '', new Set(), prepared, cited, ownNumbers)
  const sessionDates = spokenDates(prepared, cited)
  const unsaidDay = (day: string): Flag[] => (dayAgrees(day, sessionDates) === false ? [unsaidDate(day)] : [])
  if (field.type === 'date') return unsaidDay(value[0] ?? '')
  if (field.type !== 'string' && field.type !== 'template' && field.type !== 'table') return []
  const text = value.join('\n')
  const language = languageOf(text, session.language)
  const languages = new Set(language === null ? [] : [language])
  const flags: Flag[] = [...text.matchAll(/\b\d{4}-\d{2}-\d{2}\b/g)].flatMap(([day]) => unsaidDay(day))
  const plain = text.replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, (day) => ' '.repeat(day.length))
  const days = unsupportedDates(plain, languages, sessionDates)
  // In a language without a lexicon, every date of the note would seem unsaid.
  if (session.language === null || isKnown(session.language)) flags.push(...days.flags)
  flags.push(...unsaidNumbers(field, days.rest, languages, prepared, cited, ownNumbers))
  flags.push(...unsaidMedicines(text, ownText, prepared, cited))
  flags.push(...unsaidPeople(plain, languages, prepared))
  const isLatin = /\p{Script=Latin}{3}/u.test(
    [...cited.near].map((turn) => (session.turns[turn] === undefined ? '' : prepared.words(turn))).join(' '),
  )
  if (isLatin && language !== null && language === session.language && capitals.has(language))
    flags.push(...unsaidNames(plain, words, false))
  return withoutRepetitions(flags)
}
