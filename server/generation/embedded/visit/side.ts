import { negatedAt } from '../../reading/polarity.ts'
import type { Answer } from '../answer.ts'
import { byPatient, type Session } from '../session.ts'

const part =
  'knee|shoulder|wrist|hand|finger|thumb|elbow|arm|leg|ankle|foot|toe|hip|eye|ear|breast|heel|calf|thigh|side|hand side|lower back|flank|groin|lung|kidney|index finger|ring finger|big toe|upper arm|forearm'
const sided = new RegExp(
  String.raw`\b(left|right)(?:[- ]sided|[- ]hand(?: side)?| \w+(?= pain))?(?: (?:lower|upper|big|index|middle|ring))? ?(?:${part}|one|abdominal|pain)\b`,
  'g',
)
const bare =
  /^(?:(?:it's|its|the|my|on|it is|uh|um|just|well|,)\s*)*(left|right)(?: (?:one|side|hand side))?(?:[., ]|$)/
const asksWhich =
  /\bleft or right\b|\bright or left\b|which (?:\w+ )?(?:side|knee|shoulder|wrist|hand|arm|leg|ankle|foot|eye|ear|hip|elbow|finger|one)/
const both =
  /\bboth (?:\w+ )?(?:knees|shoulders|wrists|hands|arms|legs|ankles|feet|eyes|ears|hips|elbows|sides)\b|\bbilateral(?:ly)? (?:knee|shoulder|hip|leg|foot|hand)/

/** True if the options of a choice are "left" and "right", the sides of the body. */
export const namesSides = (options: readonly string[]): boolean =>
  options.some((option) => /^left\b/i.test(option)) && options.some((option) => /^right\b/i.test(option))

/**
 * Chooses the side of the body that the visit is about. The patient's answer or correction decides, or else the side
 * that is mentioned more often in the first 60 % of the turns.
 */
export function writeSide(session: Session, options: readonly string[]): Answer | null {
  const option = (side: string): string | undefined => options.find((name) => name.toLowerCase().startsWith(side))
  const half = (session.sentences.at(-1)?.turn ?? 0) * 0.6
  const early = session.sentences.filter(({ turn }) => turn <= half)
  for (const sentence of early) {
    if (!byPatient(sentence)) continue
    const answeredSide = sentence.answers.some(({ low }) => asksWhich.test(low))
      ? bare.exec(sentence.low)?.[1]
      : undefined
    const corrected = /\bnot (?:the|my) (?:right|left).*\b(?:it's|its) (?:the|my) (left|right)\b/.exec(
      sentence.low,
    )?.[1]
    const chosen = option(corrected ?? answeredSide ?? '-')
    if (chosen !== undefined) return { value: [chosen], sentences: [sentence], confidence: 0.9 }
  }
  const namedSides = early.flatMap((sentence) =>
    session.parts.get(sentence) === undefined
      ? [...sentence.low.matchAll(sided)]
          .filter(
            (match) => !negatedAt(sentence.low, match.index) && /^(?!right (?:one|side) (?:now|away))/.test(match[0]),
          )
          .map((match) => ({ sentence, side: match[1] ?? '' }))
      : [],
  )
  const twofold = early.find(({ low, asks }) => !asks && both.test(low))
  const counts = {
    left: namedSides.filter(({ side }) => side === 'left'),
    right: namedSides.filter(({ side }) => side === 'right'),
  }
  const [more, less, side] =
    counts.left.length > counts.right.length
      ? ([counts.left, counts.right, 'left'] as const)
      : ([counts.right, counts.left, 'right'] as const)
  const first = more[0]
  if (first === undefined || more.length === less.length) {
    const chosen = twofold === undefined ? undefined : option('both')
    return chosen === undefined || twofold === undefined
      ? null
      : { value: [chosen], sentences: [twofold], confidence: 0.7 }
  }
  const chosen = option(side)
  return chosen === undefined ? null : { value: [chosen], sentences: [first.sentence], confidence: 0.75 }
}
