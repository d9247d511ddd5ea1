import { readDates } from '../../../server/generation/reading/dates.ts'
import { readNumbers } from '../../../server/generation/reading/numbers.ts'
import type { EvalVisit } from '../sets.ts'
import { writeNote } from '../write-note.ts'

type Kind = 'number' | 'date' | 'name'

const spokenNumber =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand)\b/gi
const isoDay = /\b\d{4}-\d{2}-\d{2}\b/g
const opensSentence = /(?:^|[.!?:\n"(]|- |\d\.)\s*$/

/** The parts of a value that could be invented: numbers, days, and capitalised words inside a sentence. */
function claims(value: string): { kind: Kind; text: string }[] {
  const days = [...value.matchAll(isoDay)].map((match) => ({ kind: 'date' as const, text: match[0] }))
  const rest = value.replaceAll(isoDay, ' ')
  const digits = [...rest.matchAll(/\d+(?:,\d{3})*(?:\.\d+)?/g)].map((match) => ({
    kind: 'number' as const,
    text: match[0],
  }))
  const spoken = [...rest.matchAll(spokenNumber)].map((match) => ({ kind: 'number' as const, text: match[0] }))
  const names = [...rest.matchAll(/\b\p{Lu}[\p{L}'-]+/gu)]
    .filter(
      (match) => !opensSentence.test(rest.slice(0, match.index)) && !/^(?:Client|Patient|Provider)\b/.test(match[0]),
    )
    .map((match) => ({ kind: 'name' as const, text: match[0] }))
  return [...days, ...digits, ...spoken, ...names]
}

/**
 * Counts the numbers, days and names in all notes, and those that occur in the conversation or in the visit's details.
 */
export async function faithful(visits: readonly EvalVisit[]) {
  const tally = { number: [0, 0], date: [0, 0], name: [0, 0] } satisfies Record<Kind, [number, number]>
  const strange: string[] = []
  for (const visit of visits) {
    const { results } = await writeNote(visit)
    const visitText = `${visit.turns.join('\n')}\n${JSON.stringify(visit.context)}`.toLowerCase()
    const words = new Set(visitText.match(/[\p{L}\p{N}]+/gu) ?? [])
    const numbers = new Set(readNumbers(visitText).flatMap(({ value, parts }) => [value, ...parts]))
    for (const number of visitText.match(/\d+(?:\.\d+)?/g) ?? []) numbers.add(Number(number))
    const visitDay = visit.context.current_visit?.date
    const days = new Set(
      (['forward', 'back'] as const).flatMap((way) =>
        visit.turns.flatMap((turn) => readDates(turn, visitDay, way).map(({ day }) => day)),
      ),
    )
    for (const { id, value, type } of results) {
      // Options come from the template, so they need not occur in the conversation.
      if (type === 'single_choice' || type === 'multiple_choice' || type === 'boolean') continue
      const field = visit.template.fields.find((other) => other.id === id)
      const templateWords = new Set(
        (field?.type === 'template' ? field.text : '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [],
      )
      for (const { kind, text } of claims(value.join('\n'))) {
        const low = text.toLowerCase()
        const parts = low.match(/[\p{L}\p{N}]+/gu) ?? []
        const held =
          kind === 'date'
            ? visitText.includes(low) || days.has(low)
            : /^\d/.test(low)
              ? numbers.has(Number(low.replaceAll(',', '')))
              : parts.every((part) => words.has(part) || templateWords.has(part) || part === 's')
        tally[kind][1]++
        if (held) tally[kind][0]++
        else strange.push(`${visit.id} ${id} ${kind} ${text}`)
      }
    }
  }
  const held = tally.number[0] + tally.date[0] + tally.name[0]
  const all = tally.number[1] + tally.date[1] + tally.name[1]
  return { percent: (100 * held) / Math.max(1, all), held, of: all, kinds: tally, strange }
}
