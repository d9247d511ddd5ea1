export interface Figure {
  measure: string
  figure: string
  limit: string
  holds: boolean
}

/**
 * Returns the figures of one part of a benchmark. If the part fails, returns one figure that misses its limit, with the
 * reason. Without this, one failure would lose the figures of all other parts. Never rejects.
 */
export async function figuresOf(part: string, measure: () => Promise<Figure[]>): Promise<Figure[]> {
  try {
    return await measure()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [{ measure: part, figure: `ended without figures: ${reason}`, limit: 'ends with figures', holds: false }]
  }
}
