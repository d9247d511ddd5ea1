import { ofSomeoneElse } from '../reading/clause.ts'
import { type NumberMention, readNumbers } from '../reading/numbers.ts'
import type { Answer } from './answer.ts'
import { type Ask, askOf, type Named } from './ask.ts'
import { isMeasuredElsewhere } from './occasion.ts'
import { questionOf, type Session, type Statement } from './session.ts'
import { asksFor } from './subject.ts'

/** Unit and limits of a measured quantity. The limits exclude impossible values. Unusual values are within them. */
interface Measure {
  from: number
  to: number
  /** The words after the number. */
  unit?: RegExp
  /**
   * Set for a value on a scale. The question or the statement must contain these words, which name the ends of the
   * scale, such as "out of ten".
   */
  scale?: RegExp
}

const ofTen: Measure = {
  from: 0,
  to: 10,
  scale:
    /\bscale\b|\bout of (?:ten|10)\b|\b(?:zero|one|0|1) (?:to|and) (?:ten|10)\b|\b(?:ten|10) (?:being|is|as)\b|\bwith (?:ten|10)\b/,
}
/** For each concept that is a measured quantity: how its numbers are recognised. The key is the id of the concept. */
const measures: Record<string, Measure> = {
  sleep: { from: 0, to: 24, unit: /^ ?(?:and a half )?hours?\b(?! (?:to|before|later|ago|away|in bed|of (?!sleep)))/ },
  weight: {
    from: 20,
    to: 700,
    unit: /^ ?(?:pounds|lbs?|kilos?|kilograms|kg)?\b(?! (?:down|up|less|more|lighter|heavier))/,
  },
  mood: ofTen,
  anxiety: ofTen,
  pain: ofTen,
  phq: { from: 0, to: 27 },
  gad: { from: 0, to: 21 },
  heart_rate: { from: 25, to: 250 },
  respiration: { from: 5, to: 70 },
  oxygen: { from: 50, to: 100 },
  temperature: { from: 30, to: 110 },
}
const notValue =
  /^ ?(?:%|percent|days?|weeks?|months?|years?|minutes?|times|pills?|tablets?|mg|milligrams?|o'?clock|a\.?m\b|p\.?m\b)/
const change =
  /\b(?:lost|gained|gain|lose|dropped|down|up|used to|last time|was|were|before|less|more|instead|normally|usually|from|between|or|to|either)\b/
/**
 * A patient's statement that answers no question must contain one of these words. Otherwise, its number may be about
 * another person or thing.
 */
const own = /\b(?:i|i'm|my|it's)\b/
const wished = /\b(?:want|goals?|hop(?:e|ing)|would like|wish|should|need to)\b/
/**
 * Maximum distance between the name of the quantity and the number, in characters. For a quantity with a unit, the
 * maximum is twice this distance.
 */
const nearMax = 40

const plainNumber = (value: number): string => String(Math.round(value * 100) / 100)

/** Returns the numbers of a text that may be the value: they have the right unit, and are within the limits. */
function candidates(low: string, { from, to, unit }: Measure): NumberMention[] {
  return readNumbers(low).filter(({ value, ordinal, start, end }) => {
    const after = low.slice(end)
    if (ordinal || value < from || value > to || ofSomeoneElse(low, start)) return false
    return unit === undefined ? !notValue.test(after) : unit.test(after)
  })
}

/**
 * Returns the value that one statement gives. Null if no number, or more than one number, can be the value. The numbers
 * of a scale ("out of ten") and in the name of a questionnaire ("PHQ-9") are not values.
 */
function valueIn(statement: Statement, ask: Ask, measure: Measure, isAnswer: boolean): number | null {
  const low = statement.low.replace(
    /\b(?:out of|over) (?:a )?(?:ten|10)\b|\bwith (?:ten|10) .*|\b(?:phq|gad)[- ]?(?:9|7|nine|seven)\b/g,
    (words) => ' '.repeat(words.length),
  )
  const [only, ...more] = candidates(low, measure)
  if (only === undefined || more.length > 0 || (only.parts.length > 1 && measure === ofTen)) return null
  if (measure.unit === undefined && readNumbers(low).length > 1) return null
  if (change.test(low.slice(0, only.start)) || /^ ?(?:to|or|-) ?(?:\d|\w+ hours)/.test(low.slice(only.end))) return null
  if (isAnswer) return only.value
  const at = Math.max(...ask.concepts.map(({ words }) => statement.low.search(words)))
  return at >= 0 && Math.abs(only.start - at) <= nearMax + (measure.unit === undefined ? 0 : nearMax)
    ? only.value
    : null
}

/**
 * Fills a number if the session has exactly one value for it: in a statement that names the quantity, or in the answer
 * to a question about it. Otherwise the field stays empty.
 */
export function writeNumber(session: Session, field: Named): Answer | null {
  const ask = askOf(field)
  const [concept, ...others] = ask.concepts
  const measure = concept === undefined ? undefined : measures[concept.id]
  if (concept === undefined || others.length > 0 || measure === undefined || ask.rest.length > 0) return null
  const found = session.statements.flatMap((statement) => {
    if (statement.asks || (concept.by === 'patient' && statement.role !== 'patient')) return []
    const question = questionOf(statement)
    const isAnswer = question !== undefined && asksFor(concept, question)
    const prompt = question === undefined ? '' : (session.byTurn[question.turn] ?? []).map(({ low }) => low).join(' ')
    if (!isAnswer && !(concept.words.test(statement.low) && (concept.by !== 'patient' || own.test(statement.low))))
      return []
    if (isMeasuredElsewhere(session, concept, statement)) return []
    if (wished.test(`${prompt} ${statement.low}`)) return []
    if (measure.scale !== undefined && !measure.scale.test(`${isAnswer ? prompt : ''} ${statement.low}`)) return []
    const value = valueIn(statement, ask, measure, isAnswer)
    return value === null ? [] : [{ value, statements: isAnswer ? [question, statement] : [statement] }]
  })
  const [first] = found
  if (first === undefined || found.some(({ value }) => value !== first.value)) return null
  return {
    value: [plainNumber(first.value)],
    statements: found.flatMap(({ statements }) => statements),
    confidence: 0.85,
  }
}
