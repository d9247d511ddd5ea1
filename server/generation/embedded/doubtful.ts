import type { Concept } from './concepts.ts'
import { questionOf, type Statement } from './session.ts'

/** They may be true only for a subject that was named before: "From a cardiac standpoint, your valve is stable." */
const wholeClass =
  /\b(?:no|not|never|without|nor|\w+n't)\b.{0,60}\b(?:any|other|new|more|further|additional|anything|anymore)\b|\bno (?:\w+ )?(?:medications?|medicines?|meds|drugs?|antibiotics?|treatments?|therap(?:y|ies)|tests?|testing|labs?|imaging|x-?rays?|scans?|changes?|surgery|procedures?|referrals?|follow[- ]?up|restrictions?|prescriptions?)\b|\bnothing (?:else|more|further|new|different|to)\b|\bonly (?:other )?(?:thing|medications?|tests?)\b|\b(?:keep|leave) (?:everything|all|things)\b/

const measuredConcepts = new Set([
  'blood_pressure',
  'vitals',
  'heart_rate',
  'temperature',
  'oxygen',
  'respiration',
  'exam',
])
const measure = /\b(?:blood pressure|heart rate|pulse|temperature|oxygen|saturation|respirat\w+|vitals?)\b/
const elsewhere =
  /\b(?:was|were|had|ran|reached|got|read|at home|ambulance|hospital\w*|emergency|urgent care|on arrival|yesterday|ago|last|previous(?:ly)?|earlier|used to)\b/
const today = /\b(?:today|now|currently|this (?:morning|afternoon|visit))\b/
/** A request during the examination: "Tell me if it hurts." It is no advice for the time after the visit. */
const asksToReport = /^(?:(?:and|so|okay|please|just),? )*(?:let me know|tell me|say)\b/

/** True if an extract may mislead, because other words may limit it, or because it may be about another time. */
export function isDoubtful({ id, by }: Concept, statement: Statement): boolean {
  const { low } = statement
  if (by === 'provider' && (wholeClass.test(low) || asksToReport.test(low))) return true
  if (!measuredConcepts.has(id) || (id === 'exam' && !measure.test(low)) || today.test(low)) return false
  return elsewhere.test(`${questionOf(statement)?.low ?? ''} ${low}`)
}
