/**
 * Returns the property `unclear` of a message or an answer. If no word of any turn is unclear, the property is left
 * out.
 */
export const markedOnly = (unclear: readonly (readonly number[])[]): { unclear?: number[][] } =>
  unclear.some((words) => words.length > 0) ? { unclear: unclear.map((words) => [...words]) } : {}
