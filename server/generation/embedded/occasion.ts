import { questionOf, type Session, type Statement } from './session.ts'
import type { Concept } from './concepts.ts'

const asksToReport =
  /\b(?:let me know|tell me|say (?:so|something|ouch|stop)|stop me|speak up|raise your hand)\b.{0,20}\b(?:if|when|where|whether)\b/
const act =
  'push|press|feel|touch|tap|palpate|listen|move|bend|lift|squeeze|rotate|twist|turn|straighten|pull|poke|examine|check|look|stretch|flex|test'
/** Words with which a clinician announces an examination, or tells the patient what to do during an examination. */
const examining = new RegExp(
  `\\b(?:i'm|i am|i'll|i will|let me|we'll|we're|i want to|i need to|i'd like to)(?: (?:just|now|also|going to|go ahead and|gently|lightly|quickly|have to))* (?:${act})(?:ing)?\\b|\\b(?:when|as|while) i (?:${act})\\b|\\bdoes (?:that|this|it) hurt\\b|(?:^|[,.;] |\\b(?:and|now|so|okay|then|please|can you|could you|go ahead and) )(?:(?:lie|lay|sit) (?:back|down|up|on)|squeeze (?:my|your)|push (?:against|down|up|on|my)|bend (?:your|over|forward|down)|breathe (?:in|out|deeply|normally)|turn (?:your|around|over|to)|follow my|hold (?:still|your)|relax your|raise your|straighten|stick out|close your|open (?:your|wide)|walk (?:for me|to|across)|wiggle|resist|shrug|look (?:up|down|at|straight)|take (?:a|some|another) (?:deep )?breaths?)\\b`,
)
/** Words with which a patient reacts during an examination, as in "It hurts when you push there." */
const reported = /\b(?:ow+|ouch|right there|when you (?:push|press|touch|move)|(?:that|it) hurts)\b/
/** How many statements before a request are searched for an examination. */
const examBefore = 2

/**
 * True if a statement asks the patient to say something during an examination, such as "Tell me if it hurts." Such a
 * statement is not advice for the time after the visit.
 */
export function isRequestInExam({ byTurn }: Session, { turn, place, low, speaker }: Statement): boolean {
  if (!asksToReport.test(low)) return false
  const own = (byTurn[turn] ?? []).slice(Math.max(0, place - examBefore), place + 1)
  const before = place === 0 ? (byTurn[turn - 2] ?? []).filter((one) => one.speaker === speaker).slice(-1) : []
  return [...before, ...own].some((one) => examining.test(one.low)) || reported.test(byTurn[turn + 1]?.[0]?.low ?? '')
}

const measured = new Set(['blood_pressure', 'vitals', 'heart_rate', 'temperature', 'oxygen', 'respiration', 'exam'])
const measure = /\b(?:blood pressure|heart rate|pulse|temperature|oxygen|saturation|respirat\w+|vitals?)\b/
/** Words for a place at which this visit does not take place. */
const elsewhere =
  /\b(?:at home|ambulance|hospital\w*|er|emergency (?:room|department)|urgent care|admitted|admission|discharged?|on arrival)\b/
const earlier =
  /\b(?:yesterday|ago|last (?:time|visit|night|week|month|year|\w+day)|previous(?:ly)?|earlier|the other day|back (?:in|then|when)|used to|when (?:you|i|we) (?:were|was|went|left|saw)|in (?:19|20)\d\d)\b/
const today = /\b(?:today|now|currently|this (?:morning|afternoon|visit))\b/
const past = /\b(?:was|were|had|ran|measured|got|read)\b/
const present = /\b(?:is|it's|are|looks?|reads)\b/
/** How many turns before a value are searched for the place or the time at which it was measured. */
const turnsBefore = 4
/**
 * Maximum number of statements of each turn that are searched before a value. Without a limit, the time would grow with
 * the square of the number of statements.
 */
const aroundMax = 20

/**
 * True if a statement gives a value that was measured at an earlier time or at another place. Such a value is not used,
 * because a field without a date would show it as a value of this visit. A statement such as "It was 200 over 90" names
 * no place or time itself, so the statements before this statement are searched for a place or a time.
 */
export function isMeasuredElsewhere({ byTurn }: Session, { id }: Concept, statement: Statement): boolean {
  const { low, turn, place } = statement
  if (!measured.has(id) || (id === 'exam' && !measure.test(low)) || today.test(low)) return false
  const own = `${questionOf(statement)?.low ?? ''} ${low}`
  if (elsewhere.test(own)) return true
  if (earlier.test(own)) return past.test(low) || !present.test(low)
  if (present.test(low)) return false
  if (!past.test(low)) return false
  const before = byTurn.slice(Math.max(0, turn - turnsBefore), turn).flatMap((said) => said.slice(-aroundMax))
  const around = [...before, ...(byTurn[turn] ?? []).slice(Math.max(0, place - aroundMax), place)]
  return around.some((one) => elsewhere.test(one.low) || earlier.test(one.low))
}
