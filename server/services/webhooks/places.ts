/** Maximum number of waiting deliveries that a server keeps in memory for one organisation. */
const waitingMax = 1_000

/**
 * Limits how many deliveries one server sends at the same time for each organisation. A place is the right to send one
 * delivery. Further deliveries wait in memory, so that the next one begins as soon as a place is free.
 */
export function createPlaces(atMost: number, onFree: (deliveryId: string) => void) {
  const counts = new Map<string, number>()
  const waiting = new Map<string, Set<string>>()
  return {
    /**
     * Takes a place for a delivery. Returns false if no place is free. `onFree` is then called with this delivery as
     * soon as a place is free, unless too many deliveries wait.
     */
    take(organisation: string, deliveryId: string): boolean {
      const count = counts.get(organisation) ?? 0
      if (count < atMost) {
        counts.set(organisation, count + 1)
        return true
      }
      const others = waiting.get(organisation) ?? new Set()
      // A regular search for due deliveries finds those that are not kept in memory.
      if (others.size < waitingMax) waiting.set(organisation, others.add(deliveryId))
      return false
    },
    free(organisation: string): void {
      const count = (counts.get(organisation) ?? 1) - 1
      if (count === 0) counts.delete(organisation)
      else counts.set(organisation, count)
      const others = waiting.get(organisation)
      const [next] = others ?? []
      if (others === undefined || next === undefined) return
      others.delete(next)
      if (others.size === 0) waiting.delete(organisation)
      onFree(next)
    },
  }
}
