import type { LabelCandidate } from '../found.ts'
import { accessible } from './accessible.ts'
import { geometry, type PlacedText } from './geometry.ts'
import { block, cell, name, table } from './place.ts'

/** What a label is wanted for. */
export interface Unlabelled {
  /** The control, or the first of a group of choices. */
  control: Element
  /** Several radios or boxes that answer one question: their own captions are not its label. */
  choices: boolean
  /** A box that is a question by itself; its words stand after it. */
  alone: boolean
  /** What the site's adapter knows. */
  site?: LabelCandidate | null
}

/** Every way to name a control (`ehr-facts`, the ladder), best first; the first rung wins among equals. */
export function ladder({ control, choices, alone, site }: Unlabelled, texts: PlacedText[]): LabelCandidate[] {
  const rungs = [
    accessible(control, choices),
    site ?? null,
    cell(control, alone),
    table(control),
    block(control),
    geometry(control, texts),
    name(control),
  ]
  return rungs.filter((rung) => rung !== null).sort((one, other) => other.score - one.score)
}
