/**
 * Matches the browser's refusals to run a script: its own pages, the extension store, hosts without permission, and
 * tabs and frames that are gone.
 */
const refusal =
  /^(?:Cannot access|No (?:tab|frame) with id|Frame with ID|The (?:tab|frame) was (?:closed|removed))|cannot be scripted/i

/** Returns true if the browser has refused to run a script in a page. */
export const isRefusal = (error: unknown): boolean => error instanceof Error && refusal.test(error.message)
