import type { Field, FieldOf, Flag } from '../../../lib/contracts/index.ts'
import { absence } from '../check/choices.ts'
import type { Cited } from '../check/prepared-session.ts'
import { stemSet } from '../check/stems.ts'
import { askOf } from '../embedded/ask.ts'
import { everywhere } from '../embedded/concepts.ts'
import type { Polarity } from '../reading/clause.ts'
import { howSpoken, placesOf } from './spoken.ts'

const says = (value: string): Flag => ({
  severity: 1,
  text: '',
  reason: `Chartside’s built-in check suggests the answer “${value}”. Compare the answer with the quote.`,
})
const unsure = (text: string): Flag => ({
  severity: 1,
  text,
  reason: 'The quote does not clearly support this answer.',
})
const denied = (text: string): Flag => ({
  severity: 1,
  text,
  reason: 'Chartside’s built-in check suggests the opposite answer. Compare the answer with the quote.',
})

function polarityOf(text: string, cited: Cited): Polarity {
  // The provider's patterns match many different tests, which would count as one.
  const patientConcepts = askOf({ name: text }).concepts.filter(({ by }) => by === 'patient')
  const stems = stemSet(text)
  const placesIn = (low: string) => [
    ...placesOf(stems, low),
    ...patientConcepts.flatMap(({ words }) => [...low.matchAll(everywhere(words))].map(({ index }) => index)),
  ]
  const polarities = cited.quoted.flatMap((sentence) =>
    howSpoken(placesIn, sentence).filter((polarity) => !(sentence.asks && polarity === 'so')),
  )
  return polarities.includes('so') ? 'so' : polarities.includes('not') ? 'not' : 'unclear'
}

/** "Current" as an option means that the field's own subject is present now. */
const current = /^current\b/i

const turnedRound = (polarity: Polarity): Polarity =>
  polarity === 'so' ? 'not' : polarity === 'not' ? 'so' : 'unclear'

const doubts = (polarity: Polarity, opposite: Flag, option = ''): Flag[] =>
  polarity === 'so' ? [] : [polarity === 'not' ? opposite : unsure(option)]

const inOtherWords: readonly { option: RegExp; phrases: RegExp }[] = [
  {
    option: /^miss|partial|inconsist|irregular/i,
    phrases: /\b(?:ran out|skipp?(?:ed)?|miss(?:ed)?|forg[eo]t\w*|every other day|not every day|had nothing)\b/,
  },
  {
    option: /^(?:not taking|stopped|discontinued)/i,
    phrases: /\b(?:stopped|quit|went off|no longer take|don't take)\b/,
  },
]

function checkSingle({ name, options }: FieldOf<'single_choice'>, value: string, cited: Cited): Flag[] {
  const senses = inOtherWords.filter(({ phrases }) => cited.quoted.some(({ low }) => phrases.test(low)))
  const [only, ...rest] = options.filter((option) => senses.some((sense) => sense.option.test(option)))
  if (only !== undefined && rest.length === 0) return only === value ? [] : [says(only)]
  const ofField = polarityOf(name, cited)
  const polarity = absence.test(value) ? turnedRound(ofField) : current.test(value) ? ofField : polarityOf(value, cited)
  return doubts(polarity, denied(''))
}

/** The rules understand less than a language model: severity 1 at most, and no second request. */
export function crossRead(field: Field, value: readonly string[], cited: Cited): Flag[] {
  const [first] = value
  if (first === undefined) return []
  if (field.type === 'boolean') {
    const ofName = polarityOf(field.name, cited)
    const isYes = (value[0] === 'Yes') !== absence.test(field.name)
    return doubts(isYes ? ofName : turnedRound(ofName), says(first === 'Yes' ? 'No' : 'Yes'))
  }
  if (field.type === 'single_choice') return checkSingle(field, first, cited)
  if (field.type !== 'multiple_choice') return []
  return value.flatMap((option) => doubts(polarityOf(option, cited), denied(option), option))
}
