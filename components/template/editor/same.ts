const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Deep equality of plain values. Key order and undefined values are ignored. */
export function same(one: unknown, two: unknown): boolean {
  if (Object.is(one, two)) return true
  if (!isRecord(one) || !isRecord(two) || Array.isArray(one) !== Array.isArray(two)) return false
  if (Array.isArray(one) && Array.isArray(two) && one.length !== two.length) return false
  const keys = new Set([...Object.keys(one), ...Object.keys(two)])
  return [...keys].every((key) => same(one[key], two[key]))
}
