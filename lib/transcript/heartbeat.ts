import type { Clock } from './clock.ts'
import type { ReconnectPolicy } from './reconnect-policy.ts'

/** Watches over one connection. */
export interface Heartbeat {
  /** Audio went out. */
  sent(): void
  /** Any message came in. */
  heard(): void
  pong(): void
  stop(): void
}

/** Pings at intervals and calls `onDead` once when a pong, or any message after audio was sent, fails to come in time. */
export function startHeartbeat(
  policy: ReconnectPolicy,
  clock: Clock,
  { ping, onDead }: { ping: () => void; onDead: () => void },
): Heartbeat {
  let cancelPing = () => {}
  let cancelPong: (() => void) | null = null
  let cancelWatchdog: (() => void) | null = null

  const heard = () => {
    cancelWatchdog?.()
    cancelWatchdog = null
  }
  const pong = () => {
    cancelPong?.()
    cancelPong = null
  }
  const stop = () => {
    cancelPing()
    heard()
    pong()
  }
  const dead = () => {
    stop()
    onDead()
  }
  const schedule = () => {
    cancelPing = clock.after(policy.pingMs, () => {
      ping()
      cancelPong ??= clock.after(policy.pongMs, dead)
      schedule()
    })
  }
  schedule()

  return {
    sent() {
      cancelWatchdog ??= clock.after(policy.watchdogMs, dead)
    },
    heard,
    pong,
    stop,
  }
}
