import { type Flag, type Omission, omissionKinds, type Result } from '../../../lib/contracts/index.ts'
import { settleQuotes } from '../check/quotes.ts'
import type { ReviewAnswer, Statement, Verdict } from './statements.ts'

const reasonMax = 300

const severities: Record<Exclude<Verdict, 'supported'>, Flag['severity']> = { partly: 1, not: 2, contradicted: 3 }
const findings: Record<Exclude<Verdict, 'supported'>, string> = {
  partly: 'A second model found that the session supports only a part of this statement.',
  not: 'A second model finds no support for this statement in the session.',
  contradicted: 'A second model finds that the session contradicts this statement.',
}

/**
 * Returns the judgements of a review by the index of the statement. If a statement has several judgements, the worst
 * one is used.
 */
function gravest(judged: ReviewAnswer['judged'], statements: readonly Statement[]) {
  const order: readonly Verdict[] = ['supported', 'partly', 'not', 'contradicted']
  const kept = new Map<number, ReviewAnswer['judged'][number]>()
  for (const one of judged) {
    const before = kept.get(one.statement)
    if (statements[one.statement] === undefined) continue
    if (before === undefined || order.indexOf(one.verdict) > order.indexOf(before.verdict)) kept.set(one.statement, one)
  }
  return kept
}

/**
 * Returns, by field id, the flags for statements with any verdict other than `supported`. Also returns the number of
 * statements that the reviewer did not judge.
 */
export function flagsOfReview(
  { judged }: ReviewAnswer,
  statements: readonly Statement[],
): { flags: Map<string, Flag[]>; unjudged: number } {
  const kept = gravest(judged, statements)
  const flags = new Map<string, Flag[]>()
  for (const [index, { fieldId, text }] of statements.entries()) {
    const found = kept.get(index)
    if (found === undefined || found.verdict === 'supported') continue
    const reason = [findings[found.verdict], found.reason.trim().slice(0, reasonMax)].filter(Boolean).join(' ')
    flags.set(fieldId, [...(flags.get(fieldId) ?? []), { severity: severities[found.verdict], text, reason }])
  }
  return { flags, unjudged: statements.length - kept.size }
}

const isKind = (kind: string): kind is Omission['kind'] => omissionKinds.some((known) => known === kind)

/**
 * Returns the omissions of a review whose quotes occur literally in the session. Omissions with other quotes are
 * dropped, because the reviewer may have invented them.
 */
export function omissionsOfReview({ missing }: ReviewAnswer, turns: readonly string[]): Omission[] {
  return missing.flatMap(({ kind, turn, quote }) => {
    if (!isKind(kind) || quote.trim() === '') return []
    return settleQuotes([{ turn, quote }], turns).evidence.map((one) => ({ kind, turn: one.turn, quote: one.quote }))
  })
}

/**
 * Adds the omissions of a review to `found`, the omissions that the rules have found. An omission whose words are
 * already in `found` is not added again.
 */
export function withOmissions(found: readonly Omission[], added: readonly Omission[]): Omission[] {
  const all = [...found]
  for (const one of added) {
    const isKnown = all.some(
      ({ turn, quote }) => turn === one.turn && (quote.includes(one.quote) || one.quote.includes(quote)),
    )
    if (!isKnown) all.push(one)
  }
  return all.sort((a, b) => a.turn - b.turn)
}

/** Appends the flags of a review to the flags of the results. */
export const withFlags = (results: readonly Result[], flags: ReadonlyMap<string, Flag[]>): Result[] =>
  results.map((result) => ({ ...result, flags: [...result.flags, ...(flags.get(result.id) ?? [])] }))
