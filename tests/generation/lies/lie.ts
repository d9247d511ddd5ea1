import type { Draft } from '../../../server/generation/index.ts'
import { readNumbers } from '../../../server/generation/reading/numbers.ts'
import type { Honest } from './honest.ts'
import type { Random } from './random.ts'

/** The five kinds of wrong values (lies) that the scripted writer gives. */
export const lies = ['quote', 'number', 'option', 'negation', 'name'] as const
export type Lie = (typeof lies)[number]

const inventedQuotes = [
  'I have been feeling fine all week.',
  'The voices tell me to stay inside.',
  'We stopped it because of the rash.',
  'I take it with food, like you said.',
  'My neighbor found me on the floor.',
]

const strangers = [
  'Marcus Oyelaran',
  'Tessa Lindqvist',
  'Dana Whitfield',
  'Robert Kim',
  'Imani Brooks',
  'Svetlana Petrova',
  'Luis Ortega',
]

/** Inserts a word into a quote, replaces one of its words, or replaces the whole quote by one that was never said. */
function falseQuote({ draft }: Honest, random: Random): Draft | null {
  const at = random.below(draft.evidence.length)
  const cited = draft.evidence[at]
  if (cited === undefined) return null
  const words = cited.quote.split(' ')
  const spot = random.below(words.length)
  const changed = [...words.slice(0, spot), 'hardly', ...words.slice(spot + (random.chance(0.5) ? 1 : 0))].join(' ')
  const quote = random.chance(0.5) ? changed : (random.pick(inventedQuotes) ?? changed)
  return { ...draft, evidence: draft.evidence.map((item, index) => (index === at ? { ...item, quote } : item)) }
}

const sentencesWithNumbers = (honest: Honest) => honest.visit.turns.flatMap((turn) => readNumbers(turn))

/**
 * Changes one number to a near number, to ten times, twice or half of it, or to another number that was said in the
 * session. Moves a date by 1 to 365 days.
 */
function changedNumber(honest: Honest, random: Random): Draft | null {
  const { draft, field } = honest
  if (!['string', 'number', 'date', 'table', 'template'].includes(field.type)) return null
  const places = draft.value.flatMap((text, part) => {
    const list = field.type === 'string' && field.format === 'numbered'
    return readNumbers(text)
      .filter(({ start }) => !(list && /(?:^|\n)$/.test(text.slice(0, start))))
      .filter(({ text: words }) => !/^(?:zero|one|first|second)$/i.test(words))
      .map((mention) => ({ part, mention }))
  })
  const place = random.pick(places)
  if (place === undefined) return null
  const { part, mention } = place
  const old = mention.value
  if (field.type === 'date') {
    const day = new Date(`${draft.value[0]}T00:00:00Z`)
    day.setUTCDate(day.getUTCDate() + (random.pick([-14, -7, -1, 1, 7, 14, 30, 365]) ?? 1))
    return { ...draft, value: [day.toISOString().slice(0, 10)] }
  }
  const elsewhere = sentencesWithNumbers(honest).map(({ value }) => value)
  const near = [old + 1, old + 5, old * 10, old / 2, old * 2, Math.max(2, old - 1)]
  const fresh = random.pick(random.chance(0.5) ? near : elsewhere) ?? old + 7
  if (fresh === old || fresh <= 1) return null
  const text = draft.value[part] ?? ''
  const changed = `${text.slice(0, mention.start)}${fresh}${mention.ordinal ? 'th' : ''}${text.slice(mention.end)}`
  return { ...draft, value: draft.value.map((original, index) => (index === part ? changed : original)) }
}

/**
 * Replaces an option of the value by another option of the field. In a multiple choice, may add the other option
 * instead. In a single choice, may also change the state. Never changes the evidence.
 */
function otherOption({ draft, field }: Honest, random: Random): Draft | null {
  if (field.type !== 'single_choice' && field.type !== 'multiple_choice') return null
  const other = random.pick(field.options.filter((option) => !draft.value.includes(option)))
  if (other === undefined) return null
  const state = random.chance(0.5) ? draft.state : draft.state === 'denied' ? 'stated' : 'denied'
  if (field.type === 'single_choice') return { ...draft, value: [other], state }
  const at = random.below(draft.value.length)
  const value = random.chance(0.5)
    ? [...draft.value, other]
    : draft.value.map((original, i) => (i === at ? other : original))
  return { ...draft, value }
}

const turnings: [RegExp, string][] = [
  [/\bDenies\b/, 'Reports'],
  [/\bdenies\b/, 'reports'],
  [/\bReports\b/, 'Denies'],
  [/\b(does|do|did|is|are|was|were|has|have|had|will|would|could)(?: not|n't)\b/, '$1'],
  [/\bhas never\b/, 'has often'],
  [/\bnever\b/, 'often'],
  [/\bNo (?=\p{L})/u, ''],
  [/\bno (?=\p{L})/u, ''],
  [/\b(is|are|was|were|has|had|will|would) (?!not\b)/, '$1 not '],
  [
    /\b(Client|Patient|she|he|they|who) (takes|sleeps|wants|gets|feels|lives|smokes|drinks|uses|likes|rents|wakes)\b/,
    '$1 does not $2',
  ],
]

/** Turns a Yes/No answer or a text into its opposite. May also change the state of the answer. */
function flippedNegation({ draft, field }: Honest, random: Random): Draft | null {
  const state = random.chance(0.5) ? draft.state : draft.state === 'denied' ? 'stated' : 'denied'
  if (field.type === 'boolean') return { ...draft, value: [draft.value[0] === 'Yes' ? 'No' : 'Yes'], state }
  if (field.type !== 'string' && field.type !== 'template') return null
  const text = draft.value[0] ?? ''
  const fitting = turnings.filter(([pattern]) => pattern.test(text))
  const turning = random.pick(fitting)
  if (turning === undefined) return null
  return { ...draft, value: [text.replace(...turning)], state }
}

/**
 * Puts the name of a person who does not occur in the visit into a text: in place of words such as “the client”, or in
 * addition.
 */
function otherName({ draft, field, visit }: Honest, random: Random): Draft | null {
  if (field.type !== 'string' && field.type !== 'template') return null
  const visitText = `${visit.turns.join(' ')} ${JSON.stringify(visit.context)}`.toLowerCase()
  const unknown = strangers.filter((name) => name.split(' ').every((part) => !visitText.includes(part.toLowerCase())))
  const whole = random.pick(unknown)
  if (whole === undefined) return null
  const [first = '', last = ''] = whole.split(' ')
  const name = random.pick([first, whole, `Ms. ${last}`, last]) ?? whole
  const text = draft.value[0] ?? ''
  const subject = /\b(?:The client|the client|Client|client|Patient)\b/
  const turned = subject.test(text)
    ? text.replace(subject, name)
    : random.pick([`${name} reports: ${text}`, `${text} This was agreed with ${name}.`, `${text} ${name} agrees.`])
  return { ...draft, value: [turned ?? text] }
}

const tellers: Record<Lie, (honest: Honest, random: Random) => Draft | null> = {
  quote: falseQuote,
  number: changedNumber,
  option: otherOption,
  negation: flippedNegation,
  name: otherName,
}

/**
 * Returns a correct value with one lie of this kind in it. Null if the value has nothing that this kind of lie could
 * change.
 */
export const tell = (lie: Lie, honest: Honest, random: Random): Draft | null => tellers[lie](honest, random)
