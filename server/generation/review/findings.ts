import { type Flag, type Omission, omissionKinds, type Result } from '../../../lib/contracts/index.ts'
import { settleQuotes } from '../check/quotes.ts'
import type { ReviewAnswer, Statement, Verdict } from './statements.ts'

const reasonMax = 300

const severities: Record<Exclude<Verdict, 'supported'>, Flag['severity']> = { partly: 1, not: 2, contradicted: 3 }
const findings: Record<Exclude<Verdict, 'supported'>, string> = {
  partly: 'A second model finds this only partly supported.',
  not: 'A second model finds no support for this in the session.',
  contradicted: 'A second model finds that the session contradicts this.',
}

/** The judgements of a review, by the index of the statement. If there are several for one, the gravest counts. */
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

/** Flags for the statements that a reviewer does not find supported, and the number of statements without a judgement. */
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

/** The omissions of a review whose quotes occur in the session, letter by letter. The others are dropped. */
export function omissionsOfReview({ missing }: ReviewAnswer, turns: readonly string[]): Omission[] {
  return missing.flatMap(({ kind, turn, quote }) => {
    if (!isKind(kind) || quote.trim() === '') return []
    return settleQuotes([{ turn, quote }], turns).evidence.map((one) => ({ kind, turn: one.turn, quote: one.quote }))
  })
}

/** Adds the omissions of a review to those that rules have found. Words that are listed already are not listed again. */
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

/** The results with the flags of a review behind their own. */
export const withFlags = (results: readonly Result[], flags: ReadonlyMap<string, Flag[]>): Result[] =>
  results.map((result) => ({ ...result, flags: [...result.flags, ...(flags.get(result.id) ?? [])] }))
