import type { LabelCandidate } from '../found.ts'
import { candidate, joined } from '../label/text.ts'
import type { Sheet, Spot, Words } from '../survey/sheet.ts'

const asksMore = /\b(?:others?|specify|explain|describe|details?|list|which|type|amount|comments?|if yes|how)\b/i

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
  if (first.block !== spot.block && !besides) return null
  const said = joined(words)
  const open = asksMore.test(said) || /[:_]\s*$/.test(said)
  if (besides && !open) return null
  const question = labelOf.get(option) ?? ''
  const own = candidate(said, 'cell', 1)?.text
  if (!own) return null
  const text = question && question !== own ? `${question}: ${own}` : own
  return candidate(text, 'cell', open ? 0.78 : 0.55)
}
