/** False where the page's own doing made it throw: what stands there is read, and the next way is tried. */
export function attempt(write: () => void): boolean {
  try {
    write()
    return true
  } catch {
    return false
  }
}
