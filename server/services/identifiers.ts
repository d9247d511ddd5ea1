import type { Caller } from '../authority/index.ts'
import { Problem } from '../problem.ts'

/** The identifier of a new thing: the one that the customer has chosen, otherwise its id. Null for a person. */
export const identifierOf = ({ kind }: Pick<Caller, 'kind'>, id: string, chosen: string | undefined): string | null =>
  kind === 'customer' ? (chosen ?? id) : null

/**
 * Throws `conflict` if nothing was stored, because a thing of this owner has the identifier already. Pass the returned
 * rows of an insert that does nothing on a conflict: an error of the database would end the transaction.
 */
export function refuseTaken(stored: readonly unknown[]): void {
  if (stored.length > 0) return
  throw new Problem('conflict', 'There is already one with this identifier. Choose another one.')
}
