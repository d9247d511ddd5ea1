import type { Field, FieldOf, Flag } from '../../../lib/contracts/index.ts'
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
/**
 * Checks a value with the rules of the built-in writer. `read` returns the answer that these rules find in a session,
 * or undefined. `polarity` tells whether the quoted words affirm the value (`so`) or negate it (`not`).
 * - If `read` finds an answer in the quoted words, this answer must equal the value.
 * - Otherwise, `polarity` decides: `so` confirms the value, `not` flags it.
 * - If `polarity` is unclear, the value must equal the answer that `read` finds in the cited turns. If `read` finds no
 *   answer there, the value must equal the answer in the whole session. If `read` finds no answer there either, the
 *   value is flagged.
 */
function judge(
  value: string,
  prepared: PreparedSession,
  cited: Cited,
  read: Read,
  polarity: Polarity,
  opposite: string,
): Flag[] {
  const quoted = read(onlyQuoted(prepared, cited))
  if (quoted !== undefined) return quoted === value ? [] : [says(quoted)]
  if (polarity === 'so') return []
  if (polarity === 'not') return [opposite === '' ? denied : says(opposite)]
  const around = read(onlyCited(prepared, cited)) ?? read(readerSession(prepared))
  if (around === undefined) return [unsure('')]
  return around === value ? [] : [says(around)]
}

const denied: Flag = {
  severity: 1,
  text: '',
  reason: 'Chartside’s built-in check suggests the opposite answer. Compare the answer with the quote.',
}

/**
 * The words and patterns with which sentences are searched for a subject: the stems of its name, and other words that
 * people use for it ("weed" for "Cannabis use").
 */
interface Wanted {
  stems: ReadonlySet<string>
  words: readonly RegExp[]
}

const placesOf = ({ stems, words }: Wanted, low: string): number[] => [
  ...anchorsOf(low).flatMap(({ stem, at }) => (stems.has(stem) ? [at] : [])),
  ...words.flatMap((pattern) => [...low.matchAll(new RegExp(pattern.source, 'g'))].map(({ index }) => index)),
]

/**
 * Returns 'so' if a sentence affirms a subject, 'not' if it denies the subject, otherwise 'unclear'. A "yes" or "no" to
 * a question about the subject counts too.
 */
function mentioned(wanted: Wanted, sentence: Sentence): Polarity {
  const polarities = new Set(placesOf(wanted, sentence.low).map((at) => polarityAt(sentence.low, at)))
  if (polarities.has('so') && !sentence.asks) return 'so'
  if (polarities.has('not')) return 'not'
  const asked = sentence.answers.some(({ low }) => placesOf(wanted, low).length > 0)
  const lean = asked && sentence.place === 0 ? leaning(sentence.low) : 'neither'
  return lean === 'yes' ? 'so' : lean === 'no' ? 'not' : 'unclear'
}

function polarityOf(text: string, cited: Cited): Polarity {
  // Only patterns for what a patient says are used. A pattern for tests and findings of the provider matches many
  // different tests, so the words about one test would count as words about another test.
  const own = askOf({ name: text }).concepts.filter(({ by }) => by === 'patient')
  const wanted = { stems: stemSet(text), words: own.map(({ words }) => words) }
  const polarities = new Set(cited.quoted.map((sentence) => mentioned(wanted, sentence)))
  return polarities.has('so') ? 'so' : polarities.has('not') ? 'not' : 'unclear'
}

const absence = /^(?:deni|den(?:y|ies)|none|no\b|not\b|never|absent|negative)/i

/**
 * Matches an option which says that the subject of the field is present now, such as "Current" for a field about
 * smoking. The field's name, and not the option, is then searched in the session.
 */
const current = /^current\b/i

const turnedRound = (polarity: Polarity): Polarity =>
  polarity === 'so' ? 'not' : polarity === 'not' ? 'so' : 'unclear'

// Fields about the past are not checked here: the rules only understand statements about the present, and would answer
// "no".
const ofThePast = /\b(?:attempts?|past|previous|prior|history)\b/i

function checkBoolean(field: Field, value: string, prepared: PreparedSession, cited: Cited): Flag[] {
  const asked = polarityOf(field.name, cited)
  const yes = absence.test(field.name) ? turnedRound(asked) : asked
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

/** Options that people rarely say literally, and phrases that express these options. */
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
  const meant = inOtherWords.filter(({ phrases: words }) => cited.quoted.some(({ low }) => words.test(low)))
  const named = field.options.filter((option) => meant.some((sense) => sense.option.test(option)))
  const [only, ...more] = named
  if (only !== undefined && more.length === 0) return only === value ? [] : [says(only)]
  const read: Read = (session) => {
    const choice = writeClosed(session, field)?.value[0]
    if (choice !== undefined) return choice
    const option = field.options.find((one) => current.test(one))
    return option !== undefined && writeClosed(session, { ...field, type: 'boolean' })?.value[0] === 'Yes'
      ? option
      : undefined
  }
  const ofField = polarityOf(field.name, cited)
  const polarity = absence.test(value) ? turnedRound(ofField) : current.test(value) ? ofField : polarityOf(value, cited)
  return judge(value, prepared, cited, read, polarity, '')
}

function checkMultiple(
  field: FieldOf<'multiple_choice'>,
  value: readonly string[],
  prepared: PreparedSession,
  cited: Cited,
): Flag[] {
  const shown = new Set(
    [onlyCited(prepared, cited), readerSession(prepared)].flatMap(
      (session) => writeClosed(session, field)?.value ?? [],
    ),
  )
  return value.flatMap((option): Flag[] => {
    if (shown.has(option)) return []
    const polarity = polarityOf(option, cited)
    if (polarity === 'so') return []
    return polarity === 'not' ? [{ ...denied, text: option }] : [unsure(option)]
  })
}

/**
 * Interprets the cited words a second time, with rules, for a choice, a yes/no, a number or a date. Flags the value if
 * the rules give another answer or none. The rules understand less than a language model, so the severity is at most 1,
 * and the model is not asked again because of this flag.
 */
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
      const read = writeClosed(onlyCited(prepared, cited), field)?.value[0]
      return read === undefined || read === first ? [] : [says(read)]
    }
    case 'number': {
      const read = writeClosed(onlyCited(prepared, cited), field)?.value[0]
      return read === undefined || Number(read) === Number(first) ? [] : [says(read)]
    }
    default:
      return []
  }
}
