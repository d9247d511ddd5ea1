import type { Field, Output } from '../../../lib/contracts/index.ts'
import { unclearResult } from '../check/index.ts'
import { asksFor } from './subjects.ts'

/** Calls no field "not discussed" while an omission is about its subject (product 10.26). */
export function withMentions(
  fields: readonly Field[],
  { results, omissions, unanswered = [] }: Pick<Output, 'results' | 'omissions' | 'unanswered'>,
): Output['results'] {
  const byId = new Map(fields.map((field) => [field.id, field]))
  return results.map((result) => {
    const field = byId.get(result.id)
    if (field === undefined || result.state !== 'not_discussed' || unanswered.includes(result.id)) return result
    const evidence = omissions.filter((omission) => asksFor(field, omission)).map(({ kind: _, ...words }) => words)
    if (evidence.length === 0) return result
    return { ...result, ...unclearResult(field, evidence, 0, result.flags) }
  })
}
