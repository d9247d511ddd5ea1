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
  const judgements = new Map<number, ReviewAnswer['judged'][number]>()
  for (const one of judged) {
    const earlierJudgement = judgements.get(one.statement)
    if (statements[one.statement] === undefined) continue
    if (earlierJudgement === undefined || verdicts.indexOf(one.verdict) > verdicts.indexOf(earlierJudgement.verdict))
      judgements.set(one.statement, one)
  }
  return judgements
}

export interface Reviewed {
  flags: Map<string, Flag[]>
  /** The ids of the fields with a statement that the reviewer did not judge. */
  unjudged: Set<string>
}

export function verdictsOf({ judged }: ReviewAnswer, statements: readonly Statement[]): Reviewed {
  const judgements = gravest(judged, statements)
  const flags = new Map<string, Flag[]>()
  const unjudged = new Set<string>()
  for (const [index, { fieldId, text }] of statements.entries()) {
    const judgement = judgements.get(index)
    if (judgement === undefined) unjudged.add(fieldId)
    if (judgement === undefined || judgement.verdict === 'supported') continue
    const { severity, reason } = findings[judgement.verdict]
    const words = [reason, judgement.reason.trim().slice(0, reasonMax)].filter(Boolean).join(' ')
    const flag: Flag = { severity, text, reason: words, finding: judgement.verdict }
    flags.set(fieldId, [...(flags.get(fieldId) ?? []), flag])
  }
  return { flags, unjudged }
}

const isSameStatement = (one: Pick<Omission, 'turn' | 'quote'>, twin: Pick<Omission, 'turn' | 'quote'>): boolean =>
  one.turn === twin.turn && (one.quote.includes(twin.quote) || twin.quote.includes(one.quote))

const isKind = (kind: string): kind is Omission['kind'] => omissionKinds.some((omissionKind) => omissionKind === kind)

/** Omissions with other quotes are dropped, because the reviewer may have invented them. */
export function omissionsOfReview({ missing }: ReviewAnswer, turns: readonly string[]): Omission[] {
  return missing.flatMap(({ kind, turn, quote }) => {
    if (!isKind(kind) || quote.trim() === '') return []
    return settleQuotes([{ turn, quote }], turns).evidence.map((one) => ({ kind, turn: one.turn, quote: one.quote }))
  })
}

export function withOmissions(omissions: readonly Omission[], additions: readonly Omission[]): Omission[] {
  const all = [...omissions]
  for (const one of additions) {
    if (!all.some((omission) => isSameStatement(omission, one))) all.push(one)
  }
  return all.sort((a, b) => a.turn - b.turn)
}

/** Keeps omissions that only a review can have found until one of `results` quotes them. */
export function stillMissing(
  omissions: readonly Omission[],
  earlierOmissions: readonly Omission[],
  results: readonly Pick<Result, 'evidence'>[],
): Omission[] {
  const isQuoted = (one: Omission) =>
    results.some(({ evidence }) => evidence.some((quoted) => isSameStatement(quoted, one)))
  return withOmissions(
    omissions,
    earlierOmissions.filter((one) => !isQuoted(one)),
  )
}

export function withReview(
  results: readonly Result[],
  statements: readonly Statement[],
  { flags, unjudged }: Reviewed,
  reviewer: string,
): Result[] {
  const judgedFields = new Set(statements.map(({ fieldId }) => fieldId).filter((id) => !unjudged.has(id)))
  return results.map((result) => ({
    ...result,
    flags: [...result.flags, ...(flags.get(result.id) ?? [])],
    ...(judgedFields.has(result.id) ? { reviewedBy: reviewer } : {}),
  }))
}
