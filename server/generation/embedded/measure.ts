import { readDates } from '../reading/dates.ts'
import { type NumberMention, readNumbers } from '../reading/numbers.ts'
import { ofSomeoneElse } from '../reading/polarity.ts'
import type { Sentence } from '../reading/sentences.ts'
import type { Answer } from './answer.ts'
import { contentStems } from './bm25.ts'
import { gather } from './gather.ts'
import { byPatient, type Session } from './session.ts'
import { topicById, topicsOf } from './topics/index.ts'

/** A measured quantity, and the patterns that recognise it. Patterns match lower-case text. */
interface Measure {
  field: RegExp
  /** The sentence, or the question that it answers, must match this pattern. */
  namePattern: RegExp
  /** Pattern that the text around the number must match. */
  near?: RegExp
  /** Sentences that match this pattern use similar words for something else, and are skipped. */
  not?: RegExp
  /** Text that is allowed between the name of the measure and the number. */
  between?: RegExp
  from: number
  to: number
  by: 'patient' | 'anyone'
}

const measures: Measure[] = [
  { field: /phq/, namePattern: /phq-?\s?(?:9|nine)?/, from: 0, to: 27, by: 'anyone' },
  { field: /gad/, namePattern: /gad-?\s?(?:7|seven)?/, from: 0, to: 21, by: 'anyone' },
  {
    field: /sleep/,
    namePattern: /\bsleep|hours/,
    near: /^ ?(?:and a half )?hours?(?: of sleep)?\b(?! (?:to fall|before|later|ago|in bed))/,
    not: /take\w* me .* to fall asleep(?!.*hours a night)|want to sleep|used to/,
    from: 0,
    to: 24,
    by: 'patient',
  },
  {
    field: /weight/,
    namePattern: /\bweigh|pounds|\blbs?\b/,
    not: /^(?!.*\b(?:i'm at|i weigh|weight is|at \w)).*(?:lost|gained|down|up) /,
    from: 60,
    to: 700,
    by: 'patient',
  },
  {
    field: /mood/,
    namePattern: /\bmood\b|worst you(?:'ve| have) felt|how (?:you|are you) (?:feel|felt)/,
    not: /last time|\banxiety\b(?!.*mood)/,
    from: 0,
    to: 10,
    by: 'patient',
  },
  { field: /anxiety|anxious/, namePattern: /\banxi/, from: 0, to: 10, by: 'patient' },
  { field: /pain/, namePattern: /\bpain\b/, from: 0, to: 10, by: 'patient' },
  {
    field: /heart rate|pulse/,
    namePattern: /heart rates?|pulse(?! ox)(?: rate)?/,
    between: /^(?!.*\b(?:spo2|oxygen|ox|pressure|respirat\w+|temp\w*)\b)[^.]{0,60}$/,
    from: 30,
    to: 220,
    by: 'anyone',
  },
  {
    field: /respirat/,
    namePattern: /respirat(?:ions?|ory rate)/,
    between: /^[^.]{0,40}$/,
    from: 6,
    to: 60,
    by: 'anyone',
  },
  {
    field: /oxygen|spo2|saturation/,
    namePattern: /oxygen(?: saturation| level)?|spo2|pulse ox|saturation/,
    between: /^[^.]{0,60}$/,
    from: 50,
    to: 100,
    by: 'anyone',
  },
  { field: /temperature/, namePattern: /temperature|\btemp\b/, from: 30, to: 110, by: 'anyone' },
]

const scaleWords =
  /scale|pain (?:level|score)|how severe|zero|out of (?:ten|10)|with ten|ten being|(?:rate|number)|one to ten|1 to 10/

const plainNumber = (value: number): string => String(Math.round(value * 100) / 100)

/**
 * The whole turn that a sentence answers. The question may be spread over several sentences: "On a scale of one to ten.
 * How bad is it?"
 */
const wholePrompt = (session: Session, sentence: Sentence): string =>
  sentence.answers.length === 0
    ? ''
    : (session.byTurn[sentence.answers[0]?.turn ?? -1] ?? []).map(({ low }) => low).join(' ')

/** On a scale to ten, "a four five" means 4 or 5, not 45. Uses the first number. */
const ratingOf = (mention: NumberMention, { to }: Measure): NumberMention[] => {
  const [first] = mention.parts
  return to === 10 && mention.value > to && first !== undefined && mention.parts.length > 1
    ? [{ ...mention, value: first }]
    : [mention]
}

function pick(session: Session, measure: Measure): { mention: NumberMention; sentence: Sentence } | null {
  const rating = measure.to === 10
  for (const sentence of session.sentences) {
    if (sentence.asks || (measure.by === 'patient' && !byPatient(sentence))) continue
    const { low } = sentence
    const prompt = rating ? wholePrompt(session, sentence) : sentence.answers.map((question) => question.low).join(' ')
    const nameMatch = measure.namePattern.exec(low)
    const asked = measure.namePattern.test(prompt) && (!rating || scaleWords.test(prompt) || nameMatch !== null)
    if ((nameMatch === null && !asked) || (measure.not?.test(low) ?? false)) continue
    if (
      rating &&
      !asked &&
      !/\b(?:out of ten|out of 10|a (?:ten|\d|one|two|three|four|five|six|seven|eight|nine)\b)/.test(low)
    )
      continue
    const numbers = readNumbers(low)
      .flatMap((mention) => ratingOf(mention, measure))
      .filter(({ value, ordinal, start, end }) => {
        if (ordinal || value < measure.from || value > measure.to || ofSomeoneElse(low, start)) return false
        if (measure.by === 'anyone' && nameMatch !== null && start < nameMatch.index + nameMatch[0].length) return false
        if (
          measure.between !== undefined &&
          nameMatch !== null &&
          !measure.between.test(low.slice(nameMatch.index + nameMatch[0].length, start))
        )
          return false
        if (
          rating &&
          /^ ?(?:days?|weeks?|months?|years?|hours?|minutes?|times|pills?|tablets?|mg|milligrams?)\b/.test(
            low.slice(end),
          )
        )
          return false
        return measure.near === undefined ? true : measure.near.test(low.slice(end))
      })
    const [first] = numbers
    if (first !== undefined) return { mention: first, sentence }
  }
  return null
}

/**
 * Fills a number. If the field's name is a known measure, the patterns of that measure find it. Otherwise, exactly one
 * sentence must contain all words of the name (or answer a question that does), and it must contain exactly one number.
 */
export function writeNumber(
  session: Session,
  field: { name: string; instructions?: string | undefined },
): Answer | null {
  const name = field.name.toLowerCase()
  const measure = measures.find((candidate) => candidate.field.test(name))
  if (measure !== undefined) {
    const hit = pick(session, measure)
    return hit === null
      ? null
      : { value: [plainNumber(hit.mention.value)], sentences: [hit.sentence], confidence: 0.85 }
  }
  const wanted = contentStems(field.name)
  const fitting = session.sentences.flatMap((sentence) => {
    const bag = new Set(contentStems(`${sentence.low} ${sentence.answers.map((question) => question.low).join(' ')}`))
    const numbers = readNumbers(sentence.low)
    return !sentence.asks && wanted.length > 0 && wanted.every((word) => bag.has(word)) && numbers.length === 1
      ? [{ sentence, numbers }]
      : []
  })
  const [only] = fitting
  const value = only?.numbers[0]?.value
  return only === undefined || value === undefined || fitting.length > 1
    ? null
    : { value: [plainNumber(value)], sentences: [only.sentence], confidence: 0.55 }
}

const visitDate =
  /^(?:date of (?:the )?(?:session|service|visit|encounter|evaluation)|(?:session|visit|service|encounter|evaluation|today'?s) date|date)$/

/**
 * Fills a date:
 * - the date of this visit comes from the visit's details
 * - the next appointment comes from the sentences about booking
 * - any other date comes from sentences about the field's name
 */
export function writeDate(session: Session, field: { name: string; instructions?: string | undefined }): Answer | null {
  const name = field.name.toLowerCase().trim()
  if (visitDate.test(name))
    return session.visitDay === undefined ? null : { value: [session.visitDay], sentences: [], confidence: 1 }
  const [topic] = topicsOf(field)
  if (topic?.id === 'next_appointment') return nextVisit(session)
  const wanted = contentStems(field.name)
  const ahead = /next|follow|return|due|upcoming|target/.test(name)
  const places =
    topic !== undefined
      ? gather(session, topic).map(({ sentence }) => sentence)
      : session.sentences.filter((sentence) => {
          const bag = new Set(
            contentStems(`${sentence.low} ${sentence.answers.map((question) => question.low).join(' ')}`),
          )
          return !sentence.asks && wanted.length > 0 && wanted.every((word) => bag.has(word))
        })
  for (const sentence of places) {
    const days = readDates(sentence.text, session.visitDay, ahead ? 'forward' : 'back')
    const near = topic?.say === undefined ? days : days.filter(({ text }) => !/today|tonight/i.test(text))
    const [only, ...more] = near
    if (only !== undefined && more.length === 0) return { value: [only.day], sentences: [sentence], confidence: 0.75 }
  }
  return null
}

const booking =
  /\b(?:see you|meet (?:again|in|weekly|next|on)|come back|next (?:appointment|visit|session)|can you come|follow up|book|schedule|how about|that would be|works|let's (?:meet|say))\b/

/**
 * Returns the last day after this visit that was mentioned in a sentence about booking an appointment. Null if there is
 * none.
 */
function nextVisit(session: Session): Answer | null {
  const { visitDay } = session
  if (visitDay === undefined) return null
  const booked = session.sentences.flatMap((sentence) => {
    if (
      !booking.test(sentence.low) &&
      !gather(session, topicById('next_appointment')).some((found) => found.sentence === sentence)
    )
      return []
    const days = readDates(sentence.text, visitDay, 'forward').filter(({ day }) => day > visitDay)
    const [first] = days
    return first === undefined || days.some(({ day }) => day !== first.day) ? [] : [{ sentence, day: first.day }]
  })
  const last = booked.at(-1)
  if (last === undefined) return null
  return {
    value: [last.day],
    sentences: booked.filter(({ day }) => day === last.day).map(({ sentence }) => sentence),
    confidence: 0.85,
  }
}
