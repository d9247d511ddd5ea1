/** When a connection counts as dead, and how often to reconnect. All times in milliseconds. */
export interface ReconnectPolicy {
  /**
   * Wait before reconnect number `attempt` (from 1), after a connection that was ready for `readyMs`. Null: give up.
   */
  waitMs(attempt: number, readyMs: number): number | null
  pingMs: number
  /** The connection is dead when a pong, or the `ready` of a new connection, takes longer than this. */
  pongMs: number
  /** The connection is dead when audio was sent and no message arrived for this long. */
  watchdogMs: number
}

const reconnectsMax = 30
const reconnectWaitMs = 1000
/**
 * A restarted server may already be running again. The wait is random, so that the clients do not all reconnect at the
 * same moment.
 */
const firstWaitMs = { least: 50, most: 350 }

/**
 * Up to 30 reconnects, 1 s apart (product 14.2). If the connection was ready for at least one second, the first
 * reconnect comes after 50 to 350 ms, because it is then more than one second after the previous connect. `random`
 * returns 0 to 1.
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
