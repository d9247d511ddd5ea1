/**
 * Matches the browser's errors for a page in which no script may run: a page of the browser, the extension store, a
 * host without permission, or a tab or frame that is closed.
 */
const refusal =
  /^(?:Cannot access|No (?:tab|frame) with id|Frame with ID|The (?:tab|frame) was (?:closed|removed))|cannot be scripted/i

export const isRefusal = (error: unknown): boolean => error instanceof Error && refusal.test(error.message)
