import { isHintedAlike } from '../label/accessible.ts'
import { candidate, isSilent, joined } from '../label/text.ts'
import { holds, parentOf } from '../natives.ts'
import type { LabelCandidate } from '../scan/found.ts'
import type { Sheet, Spot, Words } from '../survey/sheet.ts'

const asksMore = /\b(?:others?|specify|explain|describe|details?|list|which|type|amount|comments?|if yes|how)\b/i

/** "Limited at [  ]", "Other: [  ]". */
const leadsOn = /(?:[:_=]|\s(?:at|since|for|of|in|to|on|by|from))\s*$/i

/** Options that leave nothing open. */
const answered = /^(?:none|no|yes|n\/?a|unknown|normal|negative)$/i

/** A text control right after an option holds what that option leaves open: "Themes: Other". */
export function companion({ items }: Sheet, spot: Spot, labelOf: Map<Spot, string>): LabelCandidate | null {
  const words: Words[] = []
  for (let at = spot.at - 1; at >= 0; at--) {
    const item = items[at]
    if (item?.kind !== 'words' || !item.taken || (words[0] && item.taken !== words[0].taken)) break
    words.unshift(item)
  }
  const [first] = words
  const option = first?.taken
  if (!first || !option) return null
  const besides = first.cell && spot.cell && first.cell !== spot.cell && first.cell.row === spot.cell.row
  // "[ ] Earlier results:" may have its line in the next paragraph.
  const below = first.cell === spot.cell && option.cell === spot.cell && /[:_]\s*$/.test(joined(words))
  if (first.block !== spot.block && !besides && !below) return null
  const said = joined(words)
  const open = asksMore.test(said) || leadsOn.test(said)
  // "[ ] Other | [  ] per day": what says something of its own behind it is no one's further line.
  const beside = items[spot.at + 1]
  const saysItself = beside?.kind === 'words' && beside.cell === spot.cell && beside.line === spot.line && !beside.taken
  if (besides && (!open || saysItself)) return null
  const question = labelOf.get(option) ?? ''
  const own = candidate(said, 'cell', 1)?.text
  if (!own) return null
  // "Which of these? Check all that apply." ends where its answer goes on.
  const text = question && question !== own ? `${question.replace(/\.$/, '')}: ${own}` : own
  if (answered.test(own)) return null
  return candidate(text, 'cell', open ? 0.78 : text === own ? 0.72 : 0.45)
}

/** The second part of one answer, "BP [ ] / [ ]", is named as the first. */
export function continued({ items, spots }: Sheet, spot: Spot, labelOf: Map<Spot, string>): LabelCandidate | null {
  const previous = spots[spot.order - 1]
  if (!previous || previous.line !== spot.line || previous.block !== spot.block) return null
  const between = items.slice(previous.at + 1, spot.at)
  const label = labelOf.get(previous)
  return label && isSilent(between) && between.length > 0 ? candidate(label, 'cell', 0.55) : null
}

const side = /^(.*?)\b(?:right|left|[rl]t?)$/i

/** "Normal right: [ ] Left: [ ]": the other side of what was named just before. */
export function otherSide(
  { spots }: Sheet,
  spot: Spot,
  labels: LabelCandidate[],
  labelOf: Map<Spot, string>,
): LabelCandidate[] {
  const [best] = labels
  const previous = spots[spot.order - 1]
  const isBeside = previous && (spot.cell ? previous.cell?.row === spot.cell.row : previous.line === spot.line)
  if (!best || !isBeside || side.exec(best.text)?.[1] !== '') return labels
  const before = side.exec(labelOf.get(previous) ?? '')?.[1]?.trim()
  return before ? [{ ...best, text: `${before} ${best.text}`, score: Math.max(best.score, 0.7) }, ...labels] : labels
}

/** A row's words, or a choice just before, name a question; what else they take is told apart by its own hint: "Weight change: Comment". */
export function apartFromRow(
  sheet: Sheet,
  spot: Spot,
  labels: LabelCandidate[],
  labelOf: Map<Spot, string>,
): LabelCandidate[] {
  const previous = sheet.spots[spot.order - 1]
  const asked = previous && labelOf.get(previous)
  const hint = labels.find(({ rule }) => rule === 'accessible')
  // A hint that names the control well needs nothing before it.
  if (!asked || !hint || hint.score < 0.6 || hint.score >= 0.7) return labels
  const row = labels.find(({ rule, text }) => rule === 'table' && text === asked)
  const place = parentOf(spot.anchor)
  const isRemark = previous.ticked && place !== null && holds(place, previous.anchor) && isHintedAlike(sheet, spot)
  if (!row && !isRemark) return labels
  const score = Math.max(row?.score ?? 0, 0.65)
  return [{ text: `${asked}: ${hint.text}`, rule: row?.rule ?? 'cell', score }, ...labels]
}
