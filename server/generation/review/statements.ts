import { type Evidence, type Field, type Result, reviewFindings } from '../../../lib/contracts/index.ts'
import { partsOfValue, spanKey } from '../../../lib/report/index.ts'
import type { WriteInput } from '../draft.ts'

export interface Statement {
  fieldId: string
  name: string
  text: string
  quotes: readonly Pick<Evidence, 'turn' | 'quote'>[]
}

/** The judgements that a reviewing model can give a statement, the gravest last. */
export const verdicts = ['supported', ...reviewFindings] as const
export type Verdict = (typeof verdicts)[number]

export interface ReviewInput extends Omit<WriteInput, 'fields'> {
  statements: readonly Statement[]
}

export interface ReviewAnswer {
  judged: { statement: number; verdict: Verdict; reason: string }[]
  missing: { kind: string; turn: number; quote: string }[]
}

/** The session does not have to support what comes from the visit, the page or a person. */
export function statementsOf(fields: readonly Field[], results: readonly Result[]): Statement[] {
  const byId = new Map(fields.map((field) => [field.id, field]))
  return results.flatMap((result) => {
    const field = byId.get(result.id)
    if (field === undefined || result.state === 'entered') return []
    return partsOfValue(field, result.value).map(({ span, text }) => {
      const partEvidence = result.evidence.filter(
        (one) => one.span !== undefined && spanKey(one.span) === spanKey(span),
      )
      const fieldEvidence = result.evidence.filter((one) => one.span === undefined)
      const quotes = (partEvidence.length > 0 ? partEvidence : fieldEvidence).map(({ turn, quote }) => ({
        turn,
        quote,
      }))
      return { fieldId: field.id, name: field.name, text, quotes }
    })
  })
}

/** How many turns before and after a quoted turn a reviewer must read to understand it. */
const neighbours = 2

export function turnsToReview(statements: readonly Statement[], count: number): number[] {
  const cited = [...new Set(statements.flatMap(({ quotes }) => quotes.map(({ turn }) => turn)))]
  const nearTurns = Array.from({ length: neighbours }, (_, at) => at + 1).flatMap((step) =>
    cited.flatMap((turn) => [turn - step, turn + step]),
  )
  return [...new Set([...cited, ...nearTurns])].filter((turn) => turn >= 0 && turn < count)
}
