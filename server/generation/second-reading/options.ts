import type { Field, FieldOf, Flag } from '../../../lib/contracts/index.ts'
import { absence } from '../check/choices.ts'
import type { Cited, PreparedSession } from '../check/prepared-session.ts'
import { anchorsOf, stemSet } from '../check/stems.ts'
import { askOf } from '../embedded/ask.ts'
import { writeClosed } from '../embedded/closed.ts'
import type { Session } from '../embedded/session.ts'
import { leaning, type Polarity } from '../reading/clause.ts'
import type { Sentence } from '../reading/sentences.ts'
import { polarityAt } from './flips.ts'
import { onlyCited, onlyQuoted, readerSession } from './session.ts'

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

type Read = (session: Session) => string | undefined
function judge(
  value: string,
  prepared: PreparedSession,
  cited: Cited,
  readChoice: Read,
  polarity: Polarity,
  opposite: string,
): Flag[] {
  const quoted = readChoice(onlyQuoted(prepared, cited))
  if (quoted !== undefined) return quoted === value ? [] : [says(quoted)]
  if (polarity === 'so') return []
  if (polarity === 'not') return [opposite === '' ? denied : says(opposite)]
  const around = readChoice(onlyCited(prepared, cited)) ?? readChoice(readerSession(prepared))
  if (around === undefined) return [unsure('')]
  return around === value ? [] : [says(around)]
}

const denied: Flag = {
  severity: 1,
  text: '',
  reason: 'Chartside’s built-in check suggests the opposite answer. Compare the answer with the quote.',
}

interface Wanted {
  stems: ReadonlySet<string>
  words: readonly RegExp[]
}

const placesOf = ({ stems, words }: Wanted, low: string): number[] => [
  ...anchorsOf(low).flatMap(({ stem, at }) => (stems.has(stem) ? [at] : [])),
  ...words.flatMap((pattern) => [...low.matchAll(new RegExp(pattern.source, 'g'))].map(({ index }) => index)),
]

/** A "yes" or "no" to a question about the subject counts too. */
function mentioned(subject: Wanted, sentence: Sentence): Polarity {
  const polarities = new Set(placesOf(subject, sentence.low).map((at) => polarityAt(sentence.low, at)))
  if (polarities.has('so') && !sentence.asks) return 'so'
  if (polarities.has('not')) return 'not'
  const isAsked = sentence.answers.some(({ low }) => placesOf(subject, low).length > 0)
  const lean = isAsked && sentence.place === 0 ? leaning(sentence.low) : 'neither'
  return lean === 'yes' ? 'so' : lean === 'no' ? 'not' : 'unclear'
}

function polarityOf(text: string, cited: Cited): Polarity {
  // The provider's patterns match many different tests, which would count as one.
  const patientConcepts = askOf({ name: text }).concepts.filter(({ by }) => by === 'patient')
  const subject = { stems: stemSet(text), words: patientConcepts.map(({ words }) => words) }
  const polarities = new Set(cited.quoted.map((sentence) => mentioned(subject, sentence)))
  return polarities.has('so') ? 'so' : polarities.has('not') ? 'not' : 'unclear'
}

/** "Current" as an option means that the field's own subject is present now. */
const current = /^current\b/i

const turnedRound = (polarity: Polarity): Polarity =>
  polarity === 'so' ? 'not' : polarity === 'not' ? 'so' : 'unclear'

// The rules only understand statements about the present.
const ofThePast = /\b(?:attempts?|past|previous|prior|history)\b/i

function checkBoolean(field: Field, value: string, prepared: PreparedSession, cited: Cited): Flag[] {
  const fieldPolarity = polarityOf(field.name, cited)
  const yes = absence.test(field.name) ? turnedRound(fieldPolarity) : fieldPolarity
  const polarity = value === 'Yes' ? yes : turnedRound(yes)
  return judge(
    value,
    prepared,
    cited,
    (session) =>
      ofThePast.test(field.name) ? undefined : writeClosed(session, { ...field, type: 'boolean' })?.value[0],
    polarity,
    value === 'Yes' ? 'No' : 'Yes',
  )
}

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

function checkSingle(field: FieldOf<'single_choice'>, value: string, prepared: PreparedSession, cited: Cited): Flag[] {
  const senses = inOtherWords.filter(({ phrases: words }) => cited.quoted.some(({ low }) => words.test(low)))
  const matchingOptions = field.options.filter((option) => senses.some((sense) => sense.option.test(option)))
  const [only, ...rest] = matchingOptions
  if (only !== undefined && rest.length === 0) return only === value ? [] : [says(only)]
  const readChoice: Read = (session) => {
    const choice = writeClosed(session, field)?.value[0]
    if (choice !== undefined) return choice
    const option = field.options.find((one) => current.test(one))
    return option !== undefined && writeClosed(session, { ...field, type: 'boolean' })?.value[0] === 'Yes'
      ? option
      : undefined
  }
  const ofField = polarityOf(field.name, cited)
  const polarity = absence.test(value) ? turnedRound(ofField) : current.test(value) ? ofField : polarityOf(value, cited)
  return judge(value, prepared, cited, readChoice, polarity, '')
}

function checkMultiple(
  field: FieldOf<'multiple_choice'>,
  value: readonly string[],
  prepared: PreparedSession,
  cited: Cited,
): Flag[] {
  const closedAnswers = new Set(
    [onlyCited(prepared, cited), readerSession(prepared)].flatMap(
      (session) => writeClosed(session, field)?.value ?? [],
    ),
  )
  return value.flatMap((option): Flag[] => {
    if (closedAnswers.has(option)) return []
    const polarity = polarityOf(option, cited)
    if (polarity === 'so') return []
    return polarity === 'not' ? [{ ...denied, text: option }] : [unsure(option)]
  })
}

/** The rules understand less than a language model: severity 1 at most, and no second request. */
export function crossRead(field: Field, value: readonly string[], prepared: PreparedSession, cited: Cited): Flag[] {
  const [first] = value
  if (first === undefined) return []
  switch (field.type) {
    case 'boolean':
      return checkBoolean(field, first, prepared, cited)
    case 'single_choice':
      return checkSingle(field, first, prepared, cited)
    case 'multiple_choice':
      return checkMultiple(field, value, prepared, cited)
    case 'date': {
      const choice = writeClosed(onlyCited(prepared, cited), field)?.value[0]
      return choice === undefined || choice === first ? [] : [says(choice)]
    }
    case 'number': {
      const number = writeClosed(onlyCited(prepared, cited), field)?.value[0]
      return number === undefined || Number(number) === Number(first) ? [] : [says(number)]
    }
    default:
      return []
  }
}
