import type { Field, Omission, Result } from '../../../lib/contracts/index.ts'
import { unclearResult } from '../check/index.ts'
import { kindsOf } from './subjects.ts'

/**
 * Returns the results of a note so that no field is called "not discussed" while an omission is about its subject
 * (product 10.26). Such a field becomes `unclear`, with the words of these omissions as its evidence.
 */
export function withMentions(
  fields: readonly Field[],
  results: readonly Result[],
  omissions: readonly Omission[],
): Result[] {
  const byId = new Map(fields.map((field) => [field.id, field]))
  return results.map((result) => {
    const field = byId.get(result.id)
    // A flag on an empty value says why the field has no answer, for example because the model failed.
    if (field === undefined || result.state !== 'not_discussed' || result.flags.length > 0) return result
    const kinds = kindsOf(field)
    const evidence = omissions.filter(({ kind }) => kinds.has(kind)).map(({ kind: _, ...words }) => words)
    if (evidence.length === 0) return result
    const { writer } = result
    return { ...unclearResult(field, evidence), ...(writer === undefined ? {} : { writer }) }
  })
}
