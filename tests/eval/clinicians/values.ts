import type { Evidence, Field, VisitContext } from '../../../lib/contracts/index.ts'
import { readSet, type SetName } from '../sets.ts'
import { bestTurns } from './match.ts'

/** A text that a clinician wrote, as a model's value: its field, its quotes and the visit. */
export interface HumanValue {
  id: string
  set: SetName
  /** True if no rule of the check was written or changed with this text in view. */
  heldOut: boolean
  field: Field
  text: string
  evidence: Evidence[]
  turns: readonly string[]
  context: VisitContext
}

const heading = /^[A-Z][A-Z /,&-]+:?$/

/** The sentences of a note, without headings and bullets. Each has the name of its section. */
function sentencesOf(note: string): { section: string; text: string }[] {
  let section = 'Note'
  return note.split(/\n+/).flatMap((line) => {
    const words = line.replace(/^[\s•*-]+/, '').trim()
    if (heading.test(words)) section = words.charAt(0) + words.slice(1).toLowerCase().replace(/:$/, '')
    if (words === '' || heading.test(words)) return []
    return words.split(/(?<=[.!?])\s+(?=[A-Z])/).map((text) => ({ section, text }))
  })
}

/** The sets, and the share of each, from the beginning, on which the rules of the check were tuned. */
const tuned: [SetName, number][] = [
  ['mts-train', 0.5],
  ['aci-bench-train', 1],
  ['aci-bench-valid', 0],
]

/**
 * Everything that clinicians wrote in MTS-Dialog (train; whole sections) and ACI-Bench (train and valid; sentences), as
 * values of a text field. `data` is the folder of the public sets.
 */
export function humanValues(data: string): HumanValue[] {
  return tuned.flatMap(([set, share]) => {
    const visits = readSet(set, data)
    return visits.flatMap(({ id, turns, context, template, reference = '' }, place) => {
      const parts = set.startsWith('mts')
        ? [{ section: template.fields[0]?.name ?? '', text: reference.trim() }]
        : sentencesOf(reference)
      return parts
        .filter(({ text }) => /\p{L}/u.test(text))
        .map(
          ({ section, text }, index): HumanValue => ({
            id: `${set} ${id} ${index}`,
            set,
            heldOut: place >= visits.length * share,
            field: { id: 'f', name: section, type: 'string' },
            text,
            evidence: bestTurns(text, turns),
            turns,
            context,
          }),
        )
    })
  })
}
