import type { Condition, Result } from '../contracts/index.ts'

const fold = (text: string): string => text.trim().toLowerCase()

/**
 * Returns true if the condition holds for an answer. Ignores case and surrounding whitespace. For an empty answer, only
 * `equals ''` holds; `contains` and `contains_any` never hold (product 3.4).
 */
export function conditionHolds(condition: Condition, answer: readonly string[]): boolean {
  const values = answer.map(fold).filter((value) => value !== '')
  if ('equals' in condition) {
    const expectedText = fold(condition.equals)
    return expectedText === ''
      ? values.length === 0
      : values.includes(expectedText) || values.join(', ') === expectedText
  }
  const parts = ('contains' in condition ? [condition.contains] : condition.contains_any).map(fold)
  return parts.some((part) => part !== '' && values.some((value) => value.includes(part)))
}

/**
 * Returns true if the condition holds for the result of the field on which it depends. Undefined: the field was not
 * asked. Nothing depends on an `unclear` result, because its answer is not known yet; so it does not count as empty.
 */
export const meetsCondition = (condition: Condition, result: Pick<Result, 'value' | 'state'> | undefined): boolean =>
  result?.state !== 'unclear' && conditionHolds(condition, result?.value ?? [])
