import { Problem } from '../problem.ts'
import type { Person } from './callers.ts'

/**
 * Throws `forbidden` if an administrator acts as this person. Call it before everything that only the person may do:
 * signing, and changing how the person signs in (product 12.28).
 */
export function refuseActing({ administratorId }: Pick<Person, 'administratorId'>): void {
  if (administratorId === null) return
  throw new Problem(
    'forbidden',
    'You are acting as another person, and only that person may do this. Ask that person to do it.',
  )
}
