export interface ReconnectPolicy {
  waitMs(attempt: number, readyMs: number): number | null
  refusedWaitMs: number | null
  pingMs: number
  pongMs: number
  watchdogMs: number
}

/** The number of reconnects after which a connection counts as disconnected. */
export const reconnectsMax = 30
const reconnectWaitMs = 1000
/** After 30 reconnects, a take tries again at this interval, because the server may be away for hours. */
const takeWaitMs = 30_000
/**
 * Wait before the first reconnect. The wait is short, because a restarted server may already be running again. The wait
 * is random, so that the clients do not all reconnect at the same moment.
 */
const firstWaitMs = { least: 50, most: 350 }

/**
 * Up to 30 reconnects, 1 s apart, until sound is committed (product 14.2). If the lost connection was ready for at least one second, the first
 * reconnect comes after 50 to 350 ms. Even then, more than one second lies between the start of the lost connection and
 * the reconnect. `random` returns a number from 0 to 1.
 */
export const createReconnectPolicy = (random: () => number): ReconnectPolicy => ({
  waitMs(attempt, readyMs) {
    if (attempt > reconnectsMax) return null
    if (readyMs < reconnectWaitMs) return reconnectWaitMs
    return firstWaitMs.least + random() * (firstWaitMs.most - firstWaitMs.least)
  },
  refusedWaitMs: null,
  pingMs: 30_000,
  pongMs: 20_000,
  watchdogMs: 5000,
})

/** The policy of a single socket: it gives up after 30 reconnects and at the first refusal. */
export const reconnectPolicy = createReconnectPolicy(Math.random)

/**
 * The policy of a take, which never gives up: 30 reconnects 1 s apart, then one every 30 s. A refused take is tried
 * again every 30 s, because the refusal may end (for example when the user signs in).
 */
export const takeReconnectPolicy: ReconnectPolicy = {
  ...reconnectPolicy,
  waitMs: (attempt, readyMs) => reconnectPolicy.waitMs(attempt, readyMs) ?? takeWaitMs,
  refusedWaitMs: takeWaitMs,
}
