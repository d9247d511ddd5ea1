import { captionsChoice } from '../../choices/captions.ts'
import { otherSide } from '../../choices/companion.ts'
import { yesAlone } from '../../choices/option-words.ts'
import { mayBeOption, type Question } from '../../choices/questions.ts'
import { choiceField, choiceKind, type LabelCandidate } from '../../controls/fields.ts'
import { type LabelRoom, labelsFor } from '../../label/labels.ts'
import { candidate, doubted, isSilent, joined } from '../../label/text.ts'
import { type ControlItem, isRadio, type PageOutline, type TextRun } from '../../survey/outline.ts'
import { fold } from '../../words.ts'
import type { Draft } from './reading.ts'

const answerAlone = /^(yes|no)(?:[\s,.;:–-]+\(?(?:go|skip|proceed|continue) (?:on )?to\b.*)?$/i
export const answerOf = ({ captions, ownCaption }: Question): string =>
  captions === null ? (answerAlone.exec(ownCaption ?? '')?.[1] ?? '').toLowerCase() : ''

/**
 * Returns the question that follows two check boxes or radio buttons at the start of a line, as in "[ ] Yes [ ] No Do
 * you smoke?".
 */
function askedBehind({ items }: PageOutline, yes: ControlItem, no: ControlItem | undefined): LabelCandidate | null {
  const previousItem = items[yes.at - 1]
  if (previousItem?.line === yes.line || !no?.ticked || no.line !== yes.line) return null
  const words: TextRun[] = []
  for (let at = no.at + 1; at < items.length; at++) {
    const item = items[at]
    if (item?.kind !== 'text' || item.line !== yes.line) break
    if (!item.claimedBy) words.push(item)
  }
  const questionMatch = /^[^?]*\p{L}{2}[^?]*\?/u.exec(joined(words))
  return questionMatch && candidate(questionMatch[0], 'cell', 0.92)
}

/**
 * Returns the labels of a single checkbox with the text "yes" or "no". In "Letter attached [ ] Yes [ ] No", each
 * checkbox is a separate field: the label of the first is "Letter attached", the label of the second is "Letter
 * attached: No".
 */
function answerLabels(
  room: LabelRoom,
  controlItem: ControlItem,
  answer: string,
  site: LabelCandidate | null,
  labelOf: Map<ControlItem, string>,
  answers: Set<ControlItem>,
): LabelCandidate[] {
  const no = answer === 'no'
  const previous = no ? room.outline.controlItems[controlItem.order - 1] : undefined
  const besides = previous && previous.block === controlItem.block && answers.has(previous) ? labelOf.get(previous) : ''
  if (!no) answers.add(controlItem)
  const questionLabel = besides
    ? candidate(besides, 'cell', 0.92)
    : askedBehind(room.outline, controlItem, room.outline.controlItems[controlItem.order + 1])
  const labels = labelsFor(room, [controlItem], true, [site, questionLabel])
  if (labels.length === 0) return [{ text: answer, rule: 'cell', score: 0.4 }]
  const separator = (text: string): string => (text.endsWith('?') ? ' ' : ': ')
  return no ? labels.map((each) => ({ ...each, text: `${each.text}${separator(each.text)}No` })) : labels
}

const isTold = ({ rule }: LabelCandidate): boolean => rule === 'accessible' || rule === 'site' || rule === 'table'

/**
 * Makes the labels doubtful (lowers their score) if a text between the radio buttons belongs to none of them. Then the
 * text of an option may have been read as the question. Labels from the accessible name, a site rule or a table stay
 * unchanged, because they do not come from such a text.
 */
function doubtedBetween(
  { items }: PageOutline,
  controlItems: ControlItem[],
  labels: LabelCandidate[],
): LabelCandidate[] {
  const [first, last] = [controlItems[0], controlItems.at(-1)]
  if (!isRadio(first) || !last) return labels
  const between = items.slice(first.at + 1, last.at)
  const isFree = between.some(
    (item) => item.kind === 'text' && !item.claimedBy && !item.label && /\p{L}{2}/u.test(item.text),
  )
  if (!isFree || between.some((item) => item.kind === 'control' && !controlItems.includes(item))) return labels
  return labels.map((each) => (isTold(each) ? each : doubted(each)))
}

function boxLabels(
  room: LabelRoom,
  controlItem: ControlItem,
  ownCaption: string,
  labelSources: (LabelCandidate | null)[],
): LabelCandidate[] {
  const labels = labelsFor(room, [controlItem], false, labelSources)
  const { items, controlItems } = room.outline
  const isBeside = (neighbor: ControlItem | undefined): boolean =>
    neighbor?.ticked === true &&
    isSilent(items.slice(Math.min(controlItem.at, neighbor.at) + 1, Math.max(controlItem.at, neighbor.at)))
  if (ownCaption !== '' || ![controlItems[controlItem.order - 1], controlItems[controlItem.order + 1]].some(isBeside))
    return labels
  return labels.map((each) => (isTold(each) ? each : doubted(each)))
}

export function ticked(
  question: Question,
  room: LabelRoom,
  site: LabelCandidate | null,
  labelOf: Map<ControlItem, string>,
  answers: Set<ControlItem>,
): Draft | null {
  const { controlItems, captions, ownCaption } = question
  const [controlItem] = controlItems
  if (!controlItem) return null
  const controls = controlItems.map(({ control }) => control)
  if (captions === null) {
    const caption: LabelCandidate | null =
      ownCaption && !yesAlone.test(ownCaption)
        ? { text: ownCaption, rule: controlItem.label ? 'accessible' : 'cell', score: 0.85 }
        : null
    // The text of an option is never a reliable label of a question, even if markup connects it to the check box.
    const isOption = caption !== null && mayBeOption(room.outline, controlItem, caption.text)
    const withDoubt = (labels: LabelCandidate[]): LabelCandidate[] =>
      isOption
        ? labels
            .map((each) => (fold(each.text) === fold(caption.text) ? doubted(each) : each))
            .sort((one, otherLabel) => otherLabel.score - one.score)
        : labels
    const answer = answerOf(question)
    const labels = answer
      ? answerLabels(room, controlItem, answer, site, labelOf, answers)
      : withDoubt(
          otherSide(
            room.outline,
            controlItem,
            boxLabels(room, controlItem, ownCaption ?? '', [site, caption]),
            labelOf,
          ),
        )
    return { controlItem, labels, make: (section) => choiceField('boolean', [], controls, labels, section) }
  }
  const isAnswered = captions.length === 2 && captions.every((caption) => answerAlone.test(caption))
  const questionLabel = isAnswered ? askedBehind(room.outline, controlItem, controlItems[1]) : null
  const labels = doubtedBetween(room.outline, controlItems, labelsFor(room, controlItems, true, [site, questionLabel]))
  const choices = captionsChoice(controlItems, captions)
  const kind = isRadio(controlItem) ? choiceKind(choices) : 'multiple_choice'
  return { controlItem, labels, make: (section) => choiceField(kind, choices, controls, labels, section) }
}

/**
 * Returns the draft of a scored question with buttons. The field is locked, because the clinician presses the buttons.
 */
export function pushed(
  { controlItems, captions }: Question,
  room: LabelRoom,
  site: LabelCandidate | null,
): Draft | null {
  const [controlItem] = controlItems
  if (!controlItem) return null
  const labels = labelsFor(room, controlItems, true, [site])
  const controls = controlItems.map(({ control }) => control)
  const choices = (captions ?? []).map((caption, at) => ({ caption, control: controls[at] as HTMLInputElement }))
  return {
    controlItem,
    labels,
    make: (section) => ({ ...choiceField('single_choice', choices, controls, labels, section), locked: 'scored' }),
  }
}
