import type { Random } from '../../generation/lies/random.ts'
import type { HumanValue } from './values.ts'

/** The kinds of errors that are planted into clinicians' text. */
export const errorKinds = ['number', 'dose', 'date', 'name', 'side', 'negation', 'another visit'] as const
export type ErrorKind = (typeof errorKinds)[number]

/** The names of the months, in English. */
export const months = 'January February March April May June July August September October November December'.split(' ')
const weekdays = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')
const unit = '(?:mg|mcg|micrograms?|milligrams?|units?|ml|mL|grams?|tablets?|puffs?|mEq)'
const dosePattern = new RegExp(`(?<![\\w./-])\\d+(?:\\.\\d+)?(?=[ -]?${unit}\\b)`, 'g')
const datePattern = new RegExp(
  `\\b(?:${months.join('|')})(?= \\d)|\\b(?:${weekdays.join('|')})\\b|\\b(?:19|20)\\d\\d\\b|\\b\\d{1,2}(?=/\\d{1,2}/(?:\\d\\d){1,2}\\b)`,
  'g',
)
const numberPattern = new RegExp(`(?<![\\w./-])\\d+(?:\\.\\d+)?(?![\\d/]|st|nd|rd|th|\\.\\d|\\. |[ -]?${unit}\\b)`, 'g')

const pick = (text: string, pattern: RegExp, random: Random): RegExpExecArray | undefined =>
  random.pick([...text.matchAll(pattern)])

/** A text with one planted error. `old` is the part that was replaced, and `fresh` is the part that replaces it. */
export interface Planted {
  text: string
  old: string
  fresh: string
}

const put = (text: string, { index, 0: old }: RegExpExecArray, fresh: string): Planted => ({
  text: text.slice(0, index) + fresh + text.slice(index + old.length),
  old,
  fresh,
})

/**
 * Changes a number as somebody could by mistake: adds or subtracts 1, replaces one digit, multiplies it by 10 or by 2,
 * or halves it. Returns null if the chosen change gives the same number or a number up to 1.
 */
function wrongNumber(old: string, random: Random): string | null {
  const value = Number(old)
  const digit = random.below(old.length)
  const otherDigit = old.replace(/\d/g, (one, at: number) => (at === digit ? String((Number(one) + 3) % 10) : one))
  const fresh = random.pick([value + 1, Math.max(2, value - 1), value * 10, value / 2, value * 2, Number(otherDigit)])
  if (fresh === undefined || fresh === value || fresh <= 1) return null
  return String(Math.round(fresh * 100) / 100)
}

function wrongDate(text: string, random: Random): Planted | null {
  const found = pick(text, datePattern, random)
  if (found === undefined) return null
  const [old] = found
  const list = months.includes(old) ? months : weekdays.includes(old) ? weekdays : null
  if (list !== null) return put(text, found, random.pick(list.filter((name) => name !== old)) ?? old)
  const value = Number(old)
  if (value > 1000) return put(text, found, String(value + (random.pick([-10, -2, -1, 1, 2]) ?? 1)))
  return put(text, found, String((value % 12) + 1))
}

/** The names of other visits' patients. */
function wrongName(value: HumanValue, names: readonly string[], random: Random): Planted | null {
  const said = `${value.turns.join(' ')} ${value.text} ${JSON.stringify(value.context)}`.toLowerCase()
  const whole = random.pick(names.filter((name) => name.split(' ').every((part) => !said.includes(part.toLowerCase()))))
  if (whole === undefined) return null
  const last = whole.split(' ').at(-1) ?? whole
  const name = random.pick([whole, `Mr. ${last}`, `Ms. ${last}`, `Mrs. ${whole}`]) ?? whole
  const subject = /\b(?:The patient|the patient|Patient|The client|He|She)\b/
  const found = subject.exec(value.text)
  return found === null ? null : put(value.text, found, name)
}

const turnings: [RegExp, string][] = [
  [/\bDenies\b/, 'Reports'],
  [/\bdenies\b/, 'reports'],
  [/\b(?:Reports|Endorses)\b/, 'Denies'],
  [/\b(?:reports|endorses|complains of)\b/, 'denies'],
  [/\b(does|do|did|is|are|was|were|has|have|had)(?: not|n't)\b/, '$1'],
  [/\bNo (?=\p{L})/u, ''],
  [/\bno (?=\p{L})/u, ''],
  [/\bnever\b/, 'often'],
  [/\b(is|are|was|were|has|had) (?!not\b|no\b)/, '$1 not '],
]

/** Plants one error of a kind. Null if the text has nothing that this kind could change. */
export function plant(
  kind: ErrorKind,
  value: HumanValue,
  others: { names: readonly string[]; texts: readonly string[] },
  random: Random,
): Planted | null {
  const { text } = value
  const changed = (pattern: RegExp): Planted | null => {
    const found = pick(text, pattern, random)
    const fresh = found === undefined ? null : wrongNumber(found[0], random)
    return found === undefined || fresh === null ? null : put(text, found, fresh)
  }
  switch (kind) {
    case 'number': {
      const days = [...text.matchAll(datePattern)].map(({ index }) => index)
      const planted = changed(numberPattern)
      // Leave out a text that contains a date. The changed number could be a year or a day, and that is an error of the
      // kind `date`.
      return days.length > 0 ? null : planted
    }
    case 'dose':
      return changed(dosePattern)
    case 'date':
      return wrongDate(text, random)
    case 'name':
      return wrongName(value, others.names, random)
    case 'side': {
      const found = pick(text, /\b(?:left|right|Left|Right)\b/g, random)
      const turned: Record<string, string> = { left: 'right', right: 'left', Left: 'Right', Right: 'Left' }
      return found === undefined ? null : put(text, found, turned[found[0]] ?? found[0])
    }
    case 'negation': {
      const turning = random.pick(turnings.filter(([pattern]) => pattern.test(text)))
      if (turning === undefined) return null
      const [pattern, fresh] = turning
      return { text: text.replace(pattern, fresh), old: '', fresh: '' }
    }
    case 'another visit': {
      const other = random.pick(others.texts.filter((one) => one !== text))
      return other === undefined ? null : { text: other, old: text, fresh: other }
    }
  }
}
