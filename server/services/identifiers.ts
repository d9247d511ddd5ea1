import type { Caller } from '../authority/index.ts'
import { Problem } from '../problem.ts'

/**
 * Returns the identifier of a new object: the identifier that the customer has chosen, otherwise the object's id. Null
 * if the caller is a person.
 */
export const identifierOf = (
  { kind }: Pick<Caller, 'kind'>,
  id: string,
  chosenIdentifier: string | undefined,
): string | null => (kind === 'customer' ? (chosenIdentifier ?? id) : null)

/**
 * Throws `conflict` if no row was stored, because the owner already has an object with this identifier. Pass the
 * returned rows of an insert with `on conflict do nothing`: a database error would abort the transaction.
 */
export function refuseTaken(rows: readonly unknown[]): void {
  if (rows.length > 0) return
  throw new Problem('conflict', 'This identifier is already in use. Choose another identifier.')
}
