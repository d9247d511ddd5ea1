/**
 * Runs a write that may trigger the page's own event handlers. Returns false if it threw; the caller then reads the
 * field and tries the next strategy.
 */
export function attempt(write: () => void): boolean {
  try {
    write()
    return true
  } catch {
    return false
  }
}
