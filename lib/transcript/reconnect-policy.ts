/** When a connection counts as dead, and how long another is tried for. Times in milliseconds. */
export interface ReconnectPolicy {
  /** Wait before reconnect number `attempt` (from 1), or null: give up. */
  waitMs(attempt: number): number | null
  pingMs: number
  /** A pong, or the `ready` of a new connection, later than this: dead. */
  pongMs: number
  /** Audio sent and nothing heard for this long: dead. */
  watchdogMs: number
}

const reconnectsMax = 30
const reconnectWaitMs = 1000

/** Spec §9; the watchdog is design §5. */
export const reconnectPolicy: ReconnectPolicy = {
  waitMs: (attempt) => (attempt <= reconnectsMax ? reconnectWaitMs : null),
  pingMs: 30_000,
  pongMs: 20_000,
  watchdogMs: 5000,
}
