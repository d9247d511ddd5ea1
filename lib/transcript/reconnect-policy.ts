/** When a connection counts as dead, and how long another is tried for. Times in milliseconds. */
export interface ReconnectPolicy {
  /** Wait before reconnect number `attempt` (from 1) after a connection that was ready for `readyMs`; null: give up. */
  waitMs(attempt: number, readyMs: number): number | null
  pingMs: number
  /** A pong, or the `ready` of a new connection, later than this: dead. */
  pongMs: number
  /** Audio sent and nothing heard for this long: dead. */
  watchdogMs: number
}

const reconnectsMax = 30
const reconnectWaitMs = 1000
/** Another server may be there already. Each client takes a moment of its own, so that not all of them come to it at once. */
const firstWaitMs = { least: 50, most: 350 }

/**
 * Spec §9: up to 30 reconnects, 1 s apart. The first after a connection that stood for a second is one second
 * from the last as it is, and comes in a moment. The watchdog is design §5. `random` answers 0 to 1.
 */
export const createReconnectPolicy = (random: () => number): ReconnectPolicy => ({
  waitMs(attempt, readyMs) {
    if (attempt > reconnectsMax) return null
    if (attempt > 1 || readyMs < reconnectWaitMs) return reconnectWaitMs
    return firstWaitMs.least + random() * (firstWaitMs.most - firstWaitMs.least)
  },
  pingMs: 30_000,
  pongMs: 20_000,
  watchdogMs: 5000,
})

export const reconnectPolicy = createReconnectPolicy(Math.random)
