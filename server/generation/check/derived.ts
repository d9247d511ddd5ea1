import type { Figure } from '../reading/figures.ts'
import type { Cited, PreparedSession } from './prepared-session.ts'

export interface Written {
  value: number
  start: number
  end: number
}

interface Conversion {
  to: RegExp
  from: number
  until: number
  convert: (said: number) => number
  spoken?: RegExp
}

const kilograms = /^\s?(?:kgs?\b|[kq]u?ilos?\b|chil[oi]\b|kilogram|kilogramm|キロ|公斤|千克|كيلو|كغ)/i
const centimeters = /^\s?(?:cm\b|cent[ií]m|zentim|センチ|厘米|سم)/i
const celsius = /^\s?(?:°|º)?\s?(?:c\b|celsius|degrees c)|^\s?(?:°|º|度)/i
const fahrenheit = /^\s?(?:°|º)?\s?(?:f\b|fahrenheit|degrees f)/i
const pounds = /^\s?(?:lbs?\b|pounds?\b|libras?\b|livres?\b|pfund)/i
const milligrams = /^\s?(?:mg|mil[il]+gram|ミリ|毫克)/i
const milligramsSaid = /^\s?(?:mg|mil|ミリ|毫克|ملغ)/i
const micrograms = /^\s?(?:mcg|[µμ]g|mi[ck]rog)/i
const gramsSaid = /^\s?(?:g\b|gram|グラム|克|غرام)/i

const conversions: readonly Conversion[] = [
  { to: celsius, from: 93, until: 110, convert: (value) => (value - 32) / 1.8 },
  { to: fahrenheit, from: 34, until: 43, convert: (value) => value * 1.8 + 32 },
  { to: kilograms, from: 44, until: 800, convert: (value) => value * 0.453592 },
  { to: pounds, from: 20, until: 400, convert: (value) => value / 0.453592 },
  { to: centimeters, from: 10, until: 90, convert: (value) => value * 2.54 },
  { to: centimeters, from: 1.2, until: 2.2, convert: (value) => value * 100 },
  { to: /^\s?(?:m\b|met(?:er|ro)|mètre)/i, from: 50, until: 230, convert: (value) => value / 100 },
  { to: milligrams, from: 0.1, until: 5, convert: (value) => value * 1000, spoken: gramsSaid },
  { to: /^\s?(?:g\b|gram|克)/i, from: 100, until: 5000, convert: (value) => value / 1000, spoken: milligramsSaid },
  { to: micrograms, from: 0.01, until: 5, convert: (value) => value * 1000, spoken: milligramsSaid },
  { to: /^\s?(?:miles?\b|mi\b)/i, from: 1, until: 100, convert: (value) => value * 0.621371 },
  { to: /^\s?(?:km\b|kilom)/i, from: 1, until: 100, convert: (value) => value * 1.609344 },
]

const decimalsOf = (value: number): number => String(value).split('.')[1]?.length ?? 0
const rounds = (value: number, exact: number): boolean =>
  Math.abs(value - exact) <= 0.5 * 10 ** -decimalsOf(value) + 0.06

const doseUnit =
  /^\s?(?:m?g\b|mcg|[µμ]g|ml\b|iu\b|ui\b|ie\b|units?\b|unidades|unit[ée]s?|unità|einheiten|mil[il]+gram|milligr|ミリ|毫克|单位|ملغ|tablets?\b|pills?\b|capsules?\b|comprimidos?|pastillas?|comprimés?|compresse|tabletten|錠|片)/i
const perDay =
  /\b(?:an?|per|each|every) day\b|\bdaily\b|\btotal\b|al día|por día|por dia|ao dia|par jour|pro tag|täglich|al giorno|一日|1日|每天|يومي/i
const perDose = /^\s*(?:of the |of |de los |de |x |× |mal |comprim|tablet|capsul|pill|pastill|錠|片)/i
const times =
  /\b(?:twice|two times|three times|thrice|four times)\b|veces|vezes|fois|mal\b|volte|回|次|مرات|مرتين|× ?\d/i
const changeWords =
  /\b(?:lost|gain\w*|loss|down|up|less|more)\b|perd|baj|sub|gan[oó]|pris|abgenommen|zugenommen|emagre|engord|減|増|瘦|胖/i

const weighs = /weigh|pound|\blbs?\b|kilo|\bkg\b|pes[oa]|poids|gewicht|wieg|体重|キロ|公斤|وزن/i

const wordsWithValue: readonly [RegExp, number][] = [
  [/\btwice\b/gi, 2],
  [/\b(?:half)\b/gi, 0.5],
  [/\bdouble\b/gi, 2],
]

type Spoken = Pick<Figure, 'values' | 'start' | 'end'>

function numbersOf(text: string, figures: readonly Figure[]): Spoken[] {
  const inWords = wordsWithValue.flatMap(([words, value]) =>
    [...text.matchAll(words)].map(({ index, 0: match }) => ({
      values: [value],
      start: index,
      end: index + match.length,
    })),
  )
  return [...figures, ...inWords].sort((a, b) => a.start - b.start)
}

function* neighbours(text: string, numbers: readonly Spoken[]) {
  for (const [at, first] of numbers.entries())
    for (const second of numbers.slice(at + 1, at + 4)) {
      const between = text.slice(first.end, second.start)
      if (between.length < 45 && !/[.!?。]/.test(between)) yield { first, second, between }
    }
}

export function isDerived(
  note: string,
  noteNumber: Written,
  unit: string,
  prepared: PreparedSession,
  cited: Cited,
): boolean {
  const { value } = noteNumber
  const textAfter = note.slice(noteNumber.end, noteNumber.end + 24)
  const ownUnit = /^[\s)]*$/.test(textAfter) ? ` ${/\b(?:kg|lbs?|cm|mg|°?[CF])\b/i.exec(unit)?.[0] ?? ''}` : textAfter
  const fitting = conversions.filter(({ to }) => to.test(ownUnit))
  const isPressure =
    /^\s?[/x]\s?\d/.test(textAfter) ||
    /\d\s?[/x]\s?$/.test(note.slice(Math.max(0, noteNumber.start - 6), noteNumber.start))
  const isDose = doseUnit.test(ownUnit)
  const isChange = (kilograms.test(ownUnit) || pounds.test(ownUnit)) && changeWords.test(note)
  if (fitting.length === 0 && !isPressure && !isDose && !isChange) return false
  const written_ = new Set((note.match(/\d+(?:[.,]\d+)?/g) ?? []).map((text) => Number(text.replace(',', '.'))))
  if (times.test(note)) written_.add(2)
  const all: number[] = []
  for (const turn of cited.near) {
    if (prepared.session.turns[turn] === undefined) continue
    const text = prepared.words(turn)
    const numbers = numbersOf(text, prepared.figures(turn))
    const retractions = prepared.takenBack(turn)
    const values = numbers.flatMap((one) => one.values).filter((one) => !retractions.has(one))
    const isWeight = [turn - 1, turn, turn + 1].some(
      (one) => prepared.session.turns[one] !== undefined && weighs.test(prepared.words(one)),
    )
    if (isWeight) all.push(...values)
    const isConverted = numbers.some(({ values: spokenValues, end }) => {
      const unitSaid = text.slice(end, end + 14)
      return fitting.some(
        ({ to, from, until, convert, spoken }) =>
          // A number that was said in the unit of the note is not converted.
          !to.test(unitSaid) &&
          (spoken?.test(unitSaid) ?? true) &&
          spokenValues.some(
            (one) => !retractions.has(one) && one >= from && one <= until && rounds(value, convert(one)),
          ),
      )
    })
    if (isConverted) return true
    if (
      isPressure &&
      value % 5 === 0 &&
      values.some((spokenValue) => spokenValue >= 4 && spokenValue <= 26 && spokenValue * 10 === value)
    )
      return true
    for (const { first, second, between } of neighbours(text, numbers))
      for (const a of first.values)
        for (const b of second.values) {
          if (centimetersOf(a, b, ownUnit, value)) return true
          if (!isDose) continue
          const few = Math.min(a, b)
          const many = Math.max(a, b)
          const isMultiplier = few === 0.5 || (few >= 2 && few <= 6 && Number.isInteger(few))
          if (isMultiplier && few * many === value && many !== few) {
            const isCount = perDose.test(a === few ? between : text.slice(second.end, second.end + 16))
            const isExplained = written_.has(many) || !written_.has(few)
            const fewAt = a === few ? first : second
            const isOften = times.test(text.slice(fewAt.start, fewAt.end + 8))
            if (isExplained && (isCount || (perDay.test(note) && isOften))) return true
          }
          const areDoses = [first, second].every(({ end }) => doseUnit.test(text.slice(end, end + 16)))
          if (a + b === value && areDoses && perDay.test(note) && !written_.has(a) && !written_.has(b)) return true
        }
  }
  return isChange && all.some((a) => a >= 30 && all.some((b) => b >= 30 && a - b === value))
}

const centimetersOf = (feet: number, inches: number, unit: string, value: number): boolean =>
  centimeters.test(unit) &&
  feet >= 3 &&
  feet <= 7 &&
  inches >= 0 &&
  inches < 12 &&
  rounds(value, (feet * 12 + inches) * 2.54)

/** True for the end of a scale that the note names: "4 of 10", "4/10", "4 sur 10", "10点中4". */
export function endsWrittenScale(note: string, { value, start, end }: Written): boolean {
  if (value !== 10 && value !== 5 && value !== 100) return false
  const textBefore = note.slice(Math.max(0, start - 16), start)
  return (
    /\d\s?(?:\/|of|out of|sur|de|von|em|su|من|out)\s?$/i.test(textBefore) ||
    /^(?:点満点|点中|段階|分中|分制)/.test(note.slice(end, end + 6))
  )
}
