import type { Condition } from '../contracts/index.ts'

const fold = (text: string): string => text.trim().toLowerCase()

/**
 * Whether a condition holds for the answer it looks at; case and outer blanks do not count.
 * `equals ''` holds for an empty answer; the other operators never hold for one (spec §3).
 */
export function conditionHolds(condition: Condition, answer: readonly string[]): boolean {
  const values = answer.map(fold).filter((value) => value !== '')
  if ('equals' in condition) {
    const wanted = fold(condition.equals)
    return wanted === '' ? values.length === 0 : values.includes(wanted) || values.join(', ') === wanted
  }
  const parts = ('contains' in condition ? [condition.contains] : condition.contains_any).map(fold)
  return parts.some((part) => part !== '' && values.some((value) => value.includes(part)))
}
