import type { LabelCandidate } from '../controls/fields.ts'
import { isHintedAlike } from '../label/accessible.ts'
import { candidate, joined } from '../label/text.ts'
import { holds, parentOf } from '../natives.ts'
import type { ControlItem, PageOutline, TextRun } from '../survey/outline.ts'

const asksMore = /\b(?:others?|specify|explain|describe|details?|list|which|type|amount|comments?|if yes|how)\b/i

const leadsOn = /(?:[:_=]|\s(?:at|since|for|of|in|to|on|by|from))\s*$/i

const answerWords = /^(?:none|no|yes|n\/?a|unknown|normal|negative)$/i

export function companion(
  { items }: PageOutline,
  controlItem: ControlItem,
  labelOf: Map<ControlItem, string>,
): LabelCandidate | null {
  const words: TextRun[] = []
  for (let at = controlItem.at - 1; at >= 0; at--) {
    const item = items[at]
    if (item?.kind !== 'text' || !item.claimedBy || (words[0] && item.claimedBy !== words[0].claimedBy)) break
    words.unshift(item)
  }
  const [first] = words
  const option = first?.claimedBy
  if (!first || !option) return null
  const besides =
    first.cell && controlItem.cell && first.cell !== controlItem.cell && first.cell.row === controlItem.cell.row
  // The text field that completes an option such as "[ ] Earlier results:" may be in the next paragraph.
  const below = first.cell === controlItem.cell && option.cell === controlItem.cell && /[:_]\s*$/.test(joined(words))
  if (first.block !== controlItem.block && !besides && !below) return null
  const optionText = joined(words)
  const expectsMore = asksMore.test(optionText) || leadsOn.test(optionText)
  // A text field with its own text after it does not complete the option, as in "[ ] Other | [ ] per day" (`|`
  // separates cells).
  const neighbor = items[controlItem.at + 1]
  const saysItself =
    neighbor?.kind === 'text' &&
    neighbor.cell === controlItem.cell &&
    neighbor.line === controlItem.line &&
    !neighbor.claimedBy
  if (besides && (!expectsMore || saysItself)) return null
  const question = labelOf.get(option) ?? ''
  const optionLabel = candidate(optionText, 'cell', 1)?.text
  if (!optionLabel || answerWords.test(optionLabel)) return null
  const text = question && question !== optionLabel ? `${question.replace(/\.$/, '')}: ${optionLabel}` : optionLabel
  return candidate(text, 'cell', expectsMore ? 0.78 : text === optionLabel ? 0.72 : 0.45)
}

const side = /^(.*?)\b(?:right|left|[rl]t?)$/i

/**
 * Completes a label that is only a side ("Left") with the label of the control before it. In "Normal right: [ ] Left:
 * [ ]", the label "Left" becomes "Normal Left".
 */
export function otherSide(
  { controlItems }: PageOutline,
  controlItem: ControlItem,
  labels: LabelCandidate[],
  labelOf: Map<ControlItem, string>,
): LabelCandidate[] {
  const [best] = labels
  const previous = controlItems[controlItem.order - 1]
  const isBeside =
    previous && (controlItem.cell ? previous.cell?.row === controlItem.cell.row : previous.line === controlItem.line)
  if (!best || !isBeside || side.exec(best.text)?.[1] !== '') return labels
  const stem = side.exec(labelOf.get(previous) ?? '')?.[1]?.trim()
  return stem ? [{ ...best, text: `${stem} ${best.text}`, score: Math.max(best.score, 0.7) }, ...labels] : labels
}

export function apartFromRow(
  outline: PageOutline,
  controlItem: ControlItem,
  labels: LabelCandidate[],
  labelOf: Map<ControlItem, string>,
): LabelCandidate[] {
  const previous = outline.controlItems[controlItem.order - 1]
  const previousLabel = previous && labelOf.get(previous)
  const hint = labels.find(({ rule }) => rule === 'accessible')
  // Only a placeholder or title that may be a label has a score from 0.6 up to 0.7. A label with a higher score is
  // complete. A lower score marks an example, an instruction or the name of a group.
  if (!previousLabel || !hint || hint.score < 0.6 || hint.score >= 0.7) return labels
  const row = labels.find(({ rule, text }) => rule === 'table' && text === previousLabel)
  const place = parentOf(controlItem.anchor)
  const isRemark =
    previous.ticked && place !== null && holds(place, previous.anchor) && isHintedAlike(outline, controlItem)
  if (!row && !isRemark) return labels
  const score = Math.max(row?.score ?? 0, 0.65)
  return [{ text: `${previousLabel}: ${hint.text}`, rule: row?.rule ?? 'cell', score }, ...labels]
}
