import type { Clock } from '../clock.ts'
import type { ReconnectPolicy } from './reconnect-policy.ts'

export interface Heartbeat {
  sent(): void
  received(): void
  pong(): void
  stop(): void
}

/**
 * Sends pings at intervals. Calls `onDead` once when a pong is late, or when no message arrives in time after audio was
 * sent.
 */
export function startHeartbeat(
  policy: ReconnectPolicy,
  clock: Clock,
  { ping, onDead }: { ping: () => void; onDead: () => void },
): Heartbeat {
  let cancelPing = () => {}
  let cancelPong: (() => void) | null = null
  let cancelWatchdog: (() => void) | null = null

  const received = () => {
    cancelWatchdog?.()
    cancelWatchdog = null
  }
  const pong = () => {
    cancelPong?.()
    cancelPong = null
  }
  const stop = () => {
    cancelPing()
    received()
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
    received,
    pong,
    stop,
  }
}
