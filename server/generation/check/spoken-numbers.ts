import { englishMonths } from '../reading/calendar.ts'
import { type NumberMention, readNumbers } from '../reading/numbers.ts'

export interface SpokenNumber extends NumberMention {
  values: readonly number[]
}

export interface SpokenNumbers {
  text: string
  numbers: readonly SpokenNumber[]
}

const digit = 'one|two|three|four|five|six|seven|eight|nine'
const afterNumber = `(?<=\\b(?:${digit}|ten|eleven|twelve|\\w{3,6}teen|\\w{3,5}ty|hundred|zero))`
const months = englishMonths.join('|')

const plainForms: readonly [RegExp, string][] = [
  [/\b(\d{1,2}-\d{1,2}) (19|20)-?(\d\d)\b/g, '$1-$2$3'],
  // Speech recognition may write a decimal as "seven . five" or "98 . 7".
  [/(?<=\d) \. (?=\d)/g, '.'],
  [new RegExp(`(?:${afterNumber}|(?<=\\d)) \\. (?=(?:${digit}|zero|oh)\\b)`, 'gi'), ' point '],
  [new RegExp(`${afterNumber} (hundred|thousand)s\\b`, 'gi'), ' $1'],
  [
    new RegExp(`\\b(${digit}|hundred|hundred and) (twent|thirt|fort|fift|sixt|sevent|eight|ninet)ies\\b`, 'gi'),
    '$1 $2y',
  ],
  // "Lasix forty first thing in the morning" is 40, and not the 41st.
  [/ (?=first thing\b)/gi, ', '],
  // "Q.6 h.": a number directly after the full stop of an abbreviation.
  [/(?<=(?<![\p{L}.])\p{L}{1,3})\.(?=\d)/gu, '. '],
  // "June thirty two thousand and four" is the 30th of June 2004, and not the number 32,004.
  [new RegExp(`(?<=\\b(?:${months}) (?:twenty|thirty)) (?=two thousand\\b)`, 'gi'), ', '],
]

export const plainNumbers = (text: string): string =>
  plainForms.reduce((words, [form, plain]) => words.replaceAll(form, plain), text)

/** "One thirty-four" may mean 134, or 1 and 34, so all three count. */
export const possibleValues = ({ value, parts }: Pick<NumberMention, 'value' | 'parts'>): number[] => [
  value,
  ...(parts.length === 2 ? parts : []),
]

const joint = /^ (?:to|or|and) $/
const measure = /^ (?:centi|milli|micro)?(?:meters?|grams?|liters?|inch|inches|percent)\b/i

function valuesOf(all: readonly NumberMention[], at: number, text: string, afterPoint: boolean): number[] {
  const one = all[at]
  if (one === undefined) return []
  const { value, start, end } = one
  const previousMention = all[at - 1]
  const next = all[at + 1]
  const values = possibleValues(one)
  if (value < 10 && /\b(?:o|oh|aught) $/i.test(text.slice(Math.max(0, start - 6), start))) {
    const isWhole =
      previousMention !== undefined &&
      previousMention.value < 20 &&
      /^ (?:o|oh) $/i.test(text.slice(previousMention.end, start))
    // "Two oh four" is 204, or the time 2:04.
    return isWhole ? [value, 2000 + value, previousMention.value * 100 + value] : [2000 + value]
  }
  if (afterPoint && at === 0 && start === 0 && value < 10 && measure.test(text.slice(end, end + 14)))
    values.push(value / 10)
  const scale = /\b(hundred|thousand)$/i.exec(next?.text ?? '')?.[1]
  if (next !== undefined && scale !== undefined && value < 10 && joint.test(text.slice(end, next.start)))
    values.push(value * (scale.toLowerCase() === 'hundred' ? 100 : 1000))
  return values
}

/** Speech recognition may write "point five" as " . five", so "five" may then mean 0.5. */
export function spokenNumbers(words: string, afterPoint: boolean): SpokenNumbers {
  const text = plainNumbers(words)
  const all = readNumbers(text)
  return { text, numbers: all.map((one, at) => ({ ...one, values: valuesOf(all, at, text, afterPoint) })) }
}
