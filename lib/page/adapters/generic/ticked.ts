import { captionsChoice } from '../../choices/choice.ts'
import { otherSide } from '../../choices/companion.ts'
import { mayBeOption } from '../../choices/line-questions.ts'
import { isRadio } from '../../choices/nameless.ts'
import { yesAlone } from '../../choices/option-words.ts'
import type { Question } from '../../choices/questions.ts'
import { type LabelRoom, ladder } from '../../label/ladder.ts'
import { candidate, doubted, isSilent, joined } from '../../label/text.ts'
import { choiceField, choiceKind } from '../../scan/build.ts'
import type { LabelCandidate } from '../../scan/found.ts'
import type { Sheet, Spot, Words } from '../../survey/sheet.ts'
import { fold } from '../../words.ts'
import type { Draft } from './draft.ts'

/** A box that says no more than yes or no, or where to go on then. */
const answerAlone = /^(yes|no)(?:[\s,.;:–-]+\(?(?:go|skip|proceed|continue) (?:on )?to\b.*)?$/i
/** What a box alone answers: 'yes', 'no', or '' where it says anything else. */
export const answerOf = ({ captions, own }: Question): string =>
  captions === null ? (answerAlone.exec(own ?? '')?.[1] ?? '').toLowerCase() : ''

/** "[ ] Yes [ ] No Do you smoke?": the question behind boxes that begin their line. */
function askedBehind({ items }: Sheet, yes: Spot, no: Spot | undefined): LabelCandidate | null {
  const before = items[yes.at - 1]
  if (before?.line === yes.line || !no?.ticked || no.line !== yes.line) return null
  const words: Words[] = []
  for (let at = no.at + 1; at < items.length; at++) {
    const item = items[at]
    if (item?.kind !== 'words' || item.line !== yes.line) break
    if (!item.taken) words.push(item)
  }
  const asked = /^[^?]*\p{L}{2}[^?]*\?/u.exec(joined(words))
  return asked && candidate(asked[0], 'cell', 0.92)
}

/** "Letter attached [ ] Yes [ ] No" in boxes of their own: each is named by the question, the second by its answer too; `answers` are those that say yes. */
function answerLabels(
  room: LabelRoom,
  spot: Spot,
  answer: string,
  site: LabelCandidate | null,
  labelOf: Map<Spot, string>,
  answers: Set<Spot>,
): LabelCandidate[] {
  const no = answer === 'no'
  const previous = no ? room.sheet.spots[spot.order - 1] : undefined
  const besides = previous && previous.block === spot.block && answers.has(previous) ? labelOf.get(previous) : ''
  if (!no) answers.add(spot)
  const asked = besides
    ? candidate(besides, 'cell', 0.92)
    : askedBehind(room.sheet, spot, room.sheet.spots[spot.order + 1])
  const labels = ladder(room, [spot], true, [site, asked])
  if (labels.length === 0) return [{ text: answer, rule: 'cell', score: 0.4 }]
  const apart = (text: string): string => (text.endsWith('?') ? ' ' : ': ')
  return no ? labels.map((each) => ({ ...each, text: `${each.text}${apart(each.text)}No` })) : labels
}

const isTold = ({ rule }: LabelCandidate): boolean => rule === 'accessible' || rule === 'site' || rule === 'table'

/** Words between the options of one question that none of them has taken: then an option's may stand for the question. */
function doubtedBetween({ items }: Sheet, spots: Spot[], labels: LabelCandidate[]): LabelCandidate[] {
  const [first, last] = [spots[0], spots.at(-1)]
  if (!isRadio(first) || !last) return labels
  const between = items.slice(first.at + 1, last.at)
  const isFree = between.some(
    (item) => item.kind === 'words' && !item.taken && !item.label && /\p{L}{2}/u.test(item.text),
  )
  if (!isFree || between.some((item) => item.kind === 'spot' && !spots.includes(item))) return labels
  return labels.map((each) => (isTold(each) ? each : doubted(each)))
}

/** Boxes side by side before which one text stands and behind which none does: that text names none of them alone. */
function boxLabels(room: LabelRoom, spot: Spot, own: string, more: (LabelCandidate | null)[]): LabelCandidate[] {
  const labels = ladder(room, [spot], false, more)
  const { items, spots } = room.sheet
  const isBeside = (other: Spot | undefined): boolean =>
    other?.ticked === true && isSilent(items.slice(Math.min(spot.at, other.at) + 1, Math.max(spot.at, other.at)))
  if (own !== '' || ![spots[spot.order - 1], spots[spot.order + 1]].some(isBeside)) return labels
  return labels.map((each) => (isTold(each) ? each : doubted(each)))
}

/** A question that boxes or radios answer. */
export function ticked(
  question: Question,
  room: LabelRoom,
  site: LabelCandidate | null,
  labelOf: Map<Spot, string>,
  answers: Set<Spot>,
): Draft | null {
  const { spots, captions, own } = question
  const [spot] = spots
  if (!spot) return null
  const controls = spots.map(({ control }) => control)
  if (captions === null) {
    const caption: LabelCandidate | null =
      own && !yesAlone.test(own) ? { text: own, rule: spot.label ? 'accessible' : 'cell', score: 0.85 } : null
    // The text of an option is never a sure name of a question, however the page ties it to its box.
    const isOption = caption !== null && mayBeOption(room.sheet, spot, caption.text)
    const withDoubt = (labels: LabelCandidate[]): LabelCandidate[] =>
      isOption
        ? labels
            .map((each) => (fold(each.text) === fold(caption.text) ? doubted(each) : each))
            .sort((one, other) => other.score - one.score)
        : labels
    const answer = answerOf(question)
    const labels = answer
      ? answerLabels(room, spot, answer, site, labelOf, answers)
      : withDoubt(otherSide(room.sheet, spot, boxLabels(room, spot, own ?? '', [site, caption]), labelOf))
    return { spot, labels, make: (section) => choiceField('boolean', [], controls, labels, section) }
  }
  const isAnswered = captions.length === 2 && captions.every((caption) => answerAlone.test(caption))
  const asked = isAnswered ? askedBehind(room.sheet, spot, spots[1]) : null
  const labels = doubtedBetween(room.sheet, spots, ladder(room, spots, true, [site, asked]))
  const choices = captionsChoice(spots, captions)
  const kind = isRadio(spot) ? choiceKind(choices) : 'multiple_choice'
  return { spot, labels, make: (section) => choiceField(kind, choices, controls, labels, section) }
}

/** Push-buttons of a scored instrument: shown with their options, entered by hand. */
export function pushed({ spots, captions }: Question, room: LabelRoom, site: LabelCandidate | null): Draft | null {
  const [spot] = spots
  if (!spot) return null
  const labels = ladder(room, spots, true, [site])
  const controls = spots.map(({ control }) => control)
  const choices = (captions ?? []).map((caption, at) => ({ caption, control: controls[at] as HTMLInputElement }))
  return {
    spot,
    labels,
    make: (section) => ({ ...choiceField('single_choice', choices, controls, labels, section), locked: 'scored' }),
  }
}
