import type { Evidence, Field, VisitContext } from '../../../lib/contracts/index.ts'
import { readSet, type SetName } from '../sets.ts'
import { bestTurns } from './match.ts'

/**
 * A text that a clinician wrote, with everything that the server's check needs to judge it like the value of a model.
 */
export interface HumanValue {
  id: string
  set: SetName
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

/**
 * The parts of the data. The rules of the check were developed with the data of `read`. Nobody looked at the data of
 * `unread` before its figures were final.
 */
export type DataPart = 'read' | 'unread'

const parts: Record<DataPart, readonly SetName[]> = {
  read: ['mts-train', 'aci-bench-train', 'aci-bench-valid'],
  unread: ['mts-valid', 'mts-test-1', 'mts-test-2', 'aci-bench-test-1', 'aci-bench-test-2', 'aci-bench-test-3'],
}

/**
 * Everything that clinicians wrote in MTS-Dialog (whole sections) and ACI-Bench (sentences), as values of a text field.
 * `data` is the folder of the public sets.
 */
export function humanValues(data: string, part: DataPart): HumanValue[] {
  return parts[part].flatMap((set) =>
    readSet(set, data).flatMap(({ id, turns, context, template, reference = '' }) => {
      const texts = set.startsWith('mts')
        ? [{ section: template.fields[0]?.name ?? '', text: reference.trim() }]
        : sentencesOf(reference)
      return texts
        .filter(({ text }) => /\p{L}/u.test(text))
        .map(
          ({ section, text }, index): HumanValue => ({
            id: `${set} ${id} ${index}`,
            set,
            field: { id: 'f', name: section, type: 'string' },
            text,
            evidence: bestTurns(text, turns),
            turns,
            context,
          }),
        )
    }),
  )
}
