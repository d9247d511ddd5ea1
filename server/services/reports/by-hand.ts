import type { Evidence, Field, Omission, Result } from '../../../lib/contracts/index.ts'
import { contentStems } from '../../generation/index.ts'

/** Types whose values have parts that stand by themselves: sentences, choices, cells. */
const inParts: ReadonlySet<Field['type']> = new Set(['string', 'template', 'multiple_choice', 'table'])

/** Sentences and lines of a text, as they stand there; of any other value its own parts. */
function partsOf({ type }: Pick<Field, 'type'>, value: readonly string[]): string[] {
  const isText = type === 'string' || type === 'template'
  const parts = isText ? value.flatMap((text) => text.split(/\n+|(?<=[.!?]["”*_]*)\s+(?=\S)/u)) : [...value]
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** Parts as they are compared: what only lays them out tells nothing. */
const fold = (text: string): string =>
  text
    .replaceAll(/^(?:[-*+>#]+|\d+[.)])\s+|[*_\\]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The new parts that stood there before, and those that did not; and the old parts that are gone. */
function compare(before: readonly string[], after: readonly string[]) {
  const left = before.map((part) => ({ part, folded: fold(part) }))
  const kept: string[] = []
  const typed: string[] = []
  for (const part of after) {
    const own = fold(part)
    const at = left.findIndex(({ folded }) => folded === own)
    if (at === -1) typed.push(part)
    else {
      kept.push(part)
      left.splice(at, 1)
    }
  }
  return { kept, typed, gone: left.map(({ part }) => part) }
}

const wordsOf = (text: string): string[] => [...contentStems(text), ...(text.match(/\d+/g) ?? [])]
const shared = (quote: string, parts: readonly string[]): number => {
  const own = new Set(parts.flatMap(wordsOf))
  return new Set(wordsOf(quote).filter((word) => own.has(word))).size
}

/** The quotes that still belong to what is left of the value; where in doubt, none is claimed. */
function stillHolding(evidence: readonly Evidence[], kept: readonly string[], gone: readonly string[]): Evidence[] {
  if (kept.length === 0) return []
  if (gone.length === 0) return [...evidence]
  return evidence.filter(({ quote }) => shared(quote, kept) > 0 && shared(quote, kept) >= shared(quote, gone))
}

/** Words of the session that were added to the note: they were said, so they stand on their turn. */
const addedWords = (before: string, after: string, omissions: readonly Omission[]): Evidence[] =>
  omissions
    .filter(({ quote }) => fold(after).includes(fold(quote)) && !fold(before).includes(fold(quote)))
    .map(({ turn, quote, atMs }) => ({ turn, quote, ...(atMs === undefined ? {} : { atMs }) }))

/**
 * A value as a person left it. What they did not touch keeps its evidence and its flags; what they typed is named in
 * `byHand` and claims no words, but for statements of the session that they added. A value that is the same stays as it is.
 */
export function enteredByHand(
  field: Pick<Field, 'id' | 'type'>,
  value: string[],
  before: Result | undefined,
  omissions: readonly Omission[] = [],
): Result {
  if (before !== undefined && JSON.stringify(before.value) === JSON.stringify(value)) return before
  const whole = { id: field.id, type: field.type, value, confidence: 1, state: 'entered' } as const
  if (!inParts.has(field.type)) return { ...whole, evidence: [], flags: [] }
  const old = before?.value ?? []
  const parts = compare(partsOf(field, old), partsOf(field, value))
  // What was typed in an earlier change is still typed.
  const isTyped = before?.state === 'entered' && before.given === undefined
  const typedBefore = isTyped ? (before.byHand ?? partsOf(field, old)).map(fold) : []
  const kept = parts.kept.filter((part) => !typedBefore.includes(fold(part)))
  const byHand = partsOf(field, value).filter((part) => !kept.includes(part))
  const standing = stillHolding(before?.evidence ?? [], kept, parts.gone)
  // Statements added in an earlier change stay while they stand in the value.
  const earlier = (before?.evidence ?? []).filter(
    (one) => !standing.includes(one) && isTyped && fold(value.join('\n')).includes(fold(one.quote)),
  )
  const added = addedWords(old.join('\n'), value.join('\n'), omissions)
  const evidence = [...standing, ...earlier, ...added]
  const flags = (before?.flags ?? []).filter(({ text }) =>
    text === '' ? kept.length > 0 : kept.some((part) => part.includes(text)),
  )
  return {
    ...whole,
    ...(kept.length === 0 || before === undefined ? {} : { confidence: before.confidence }),
    evidence,
    flags,
    ...(kept.length === 0 && evidence.length === 0 ? {} : { byHand }),
  }
}
