import { type DoubtfulField, doubtfulFieldsMax, type FieldNamesRequest } from '../../../lib/contracts/field-names.ts'
import { limits } from '../../../lib/contracts/limits.ts'
import type { PageReading } from '../../../lib/page/shapes.ts'
import { type FormChoices, isUnsure, offeredNames } from './draft.ts'

const wordsMax = 500
const short = (words: string): string => words.slice(0, wordsMax)
/** Printed text beside a field may hold a value, such as a weight or a date. */
const withoutNumbers = (words: string): string => words.replaceAll(/\p{N}+/gu, '#')

/**
 * Returns the request for names of the doubtful fields that the clinician has kept and not named, and the ids of these
 * fields in the same order. Null: there is no such field. The request has words of the page and no value.
 */
export function namesRequest(
  { form, fields }: Pick<PageReading, 'form' | 'fields'>,
  { dropped, names }: FormChoices,
): { request: FieldNamesRequest; ids: string[] } | null {
  const doubtful = fields
    .map((field, at) => ({ field, before: fields[at - 1]?.label, after: fields[at + 1]?.label }))
    .filter(({ field }) => !field.locked && isUnsure(field) && !dropped.has(field.id) && !names[field.id]?.trim())
    .slice(0, doubtfulFieldsMax)
  if (doubtful.length === 0) return null
  const title = (form?.title ?? '').slice(0, limits.nameMax)
  const described = doubtful.map(
    ({ field, before, after }): DoubtfulField => ({
      kind: field.kind,
      candidates: offeredNames(field).slice(0, 10).map(short),
      section: short(field.section),
      near: short(withoutNumbers(field.near ?? '')),
      options: field.options.slice(0, 20).map(short),
      before: short(before ?? ''),
      after: short(after ?? ''),
    }),
  )
  return { request: { title, fields: described }, ids: doubtful.map(({ field }) => field.id) }
}
