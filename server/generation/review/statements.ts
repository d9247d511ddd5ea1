import type { Evidence, Field, Result, Template, VisitContext } from '../../../lib/contracts/index.ts'
import { partsOfValue, spanKey } from '../../../lib/report/index.ts'

/** A sentence, item or cell of a note, with the quotes on which it is based. The reviewer judges each one. */
export interface Statement {
  /** The id of the field to which the statement belongs. */
  fieldId: string
  name: string
  text: string
  quotes: readonly Pick<Evidence, 'turn' | 'quote'>[]
}

/** The judgements that a reviewing model can give a statement. */
export const verdicts = ['supported', 'partly', 'not', 'contradicted'] as const
export type Verdict = (typeof verdicts)[number]

/** Everything that one review needs, as plain data. */
export interface ReviewInput {
  statements: readonly Statement[]
  turns: readonly string[]
  context: VisitContext
  about?: Pick<Template, 'name' | 'group'>
  byVoice?: boolean
  /** Code of the session's language, if it is known. */
  language?: string
}

/** The answer of a reviewing model, before it is verified. */
export interface ReviewAnswer {
  /** `statement` is the index of the statement in `ReviewInput`. */
  judged: { statement: number; verdict: Verdict; reason: string }[]
  missing: { kind: string; turn: number; quote: string }[]
}

/**
 * Returns the statements of all values that come from the session. Values that come from the details of the visit, from
 * the page or from a person are left out, because the session does not have to support them.
 */
export function statementsOf(fields: readonly Field[], results: readonly Result[]): Statement[] {
  const byId = new Map(fields.map((field) => [field.id, field]))
  return results.flatMap((result) => {
    const field = byId.get(result.id)
    if (field === undefined || result.state === 'entered') return []
    return partsOfValue(field, result.value).map(({ span, text }) => {
      const own = result.evidence.filter((one) => one.span !== undefined && spanKey(one.span) === spanKey(span))
      const whole = result.evidence.filter((one) => one.span === undefined)
      const quotes = (own.length > 0 ? own : whole).map(({ turn, quote }) => ({ turn, quote }))
      return { fieldId: field.id, name: field.name, text, quotes }
    })
  })
}
