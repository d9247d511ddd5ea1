import {
  type Flag,
  type Omission,
  omissionKinds,
  type Result,
  type ReviewFinding,
} from '../../../lib/contracts/index.ts'
import { settleQuotes } from '../check/quotes.ts'
import { type ReviewAnswer, type Statement, verdicts } from './statements.ts'

const reasonMax = 300

const findings: Record<ReviewFinding, Pick<Flag, 'severity' | 'reason'>> = {
  partly: { severity: 2, reason: 'The reviewer found that the session supports only a part of this.' },
  hedge_lost: { severity: 3, reason: 'The reviewer found that this was said less certainly.' },
  not: { severity: 3, reason: 'The reviewer found no support for this in the session.' },
  taken_back: { severity: 3, reason: 'The reviewer found that the speaker took this back.' },
  wrong_person: { severity: 3, reason: 'The reviewer found that this was said about somebody else.' },
  contradicted: { severity: 3, reason: 'The reviewer found that the session contradicts this.' },
}

/** If a statement has several judgements, the gravest one is used. */
function gravest(judged: ReviewAnswer['judged'], statements: readonly Statement[]) {
  const kept = new Map<number, ReviewAnswer['judged'][number]>()
  for (const one of judged) {
    const before = kept.get(one.statement)
    if (statements[one.statement] === undefined) continue
    if (before === undefined || verdicts.indexOf(one.verdict) > verdicts.indexOf(before.verdict))
      kept.set(one.statement, one)
  }
  return kept
}

export interface Reviewed {
  flags: Map<string, Flag[]>
  /** The ids of the fields with a statement that the reviewer did not judge. */
  unjudged: Set<string>
}

export function verdictsOf({ judged }: ReviewAnswer, statements: readonly Statement[]): Reviewed {
  const kept = gravest(judged, statements)
  const flags = new Map<string, Flag[]>()
  const unjudged = new Set<string>()
  for (const [index, { fieldId, text }] of statements.entries()) {
    const found = kept.get(index)
    if (found === undefined) unjudged.add(fieldId)
    if (found === undefined || found.verdict === 'supported') continue
    const { severity, reason } = findings[found.verdict]
    const words = [reason, found.reason.trim().slice(0, reasonMax)].filter(Boolean).join(' ')
    const flag: Flag = { severity, text, reason: words, finding: found.verdict }
    flags.set(fieldId, [...(flags.get(fieldId) ?? []), flag])
  }
  return { flags, unjudged }
}

const isSameStatement = (one: Pick<Omission, 'turn' | 'quote'>, other: Pick<Omission, 'turn' | 'quote'>): boolean =>
  one.turn === other.turn && (one.quote.includes(other.quote) || other.quote.includes(one.quote))

const isKind = (kind: string): kind is Omission['kind'] => omissionKinds.some((known) => known === kind)

/** Omissions with other quotes are dropped, because the reviewer may have invented them. */
export function omissionsOfReview({ missing }: ReviewAnswer, turns: readonly string[]): Omission[] {
  return missing.flatMap(({ kind, turn, quote }) => {
    if (!isKind(kind) || quote.trim() === '') return []
    return settleQuotes([{ turn, quote }], turns).evidence.map((one) => ({ kind, turn: one.turn, quote: one.quote }))
  })
}

export function withOmissions(found: readonly Omission[], added: readonly Omission[]): Omission[] {
  const all = [...found]
  for (const one of added) {
    if (!all.some((known) => isSameStatement(known, one))) all.push(one)
  }
  return all.sort((a, b) => a.turn - b.turn)
}

/** Keeps omissions that only a review can have found until a `written` result quotes them. */
export function stillMissing(
  found: readonly Omission[],
  before: readonly Omission[],
  written: readonly Pick<Result, 'evidence'>[],
): Omission[] {
  const isQuoted = (one: Omission) =>
    written.some(({ evidence }) => evidence.some((quoted) => isSameStatement(quoted, one)))
  return withOmissions(
    found,
    before.filter((one) => !isQuoted(one)),
  )
}

export function withReview(
  results: readonly Result[],
  statements: readonly Statement[],
  { flags, unjudged }: Reviewed,
  reviewer: string,
): Result[] {
  const read = new Set(statements.map(({ fieldId }) => fieldId).filter((id) => !unjudged.has(id)))
  return results.map((result) => ({
    ...result,
    flags: [...result.flags, ...(flags.get(result.id) ?? [])],
    ...(read.has(result.id) ? { reviewedBy: reviewer } : {}),
  }))
}
