import type { Condition } from '../contracts/index.ts'

const fold = (text: string): string => text.trim().toLowerCase()

/**
 * Returns true if the condition holds for an answer. Ignores case and surrounding whitespace. For an empty answer, only
 * `equals ''` holds; `contains` and `contains_any` never hold (product 3.4).
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
