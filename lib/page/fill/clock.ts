/** The clock that filling uses. Tests pass their own. */
export interface Clock {
  nowMs(): number
  /** Resolves after `ms`. Even with 0 ms, at least one task of the page runs first. */
  wait(ms: number): Promise<void>
}

/** After the last write, the form must keep its values for this long. */
export const lastQuietMs = 1000

/** Waits for one task. `setTimeout` is not used because browsers delay nested timers by at least 4 ms. */
const oneTask = (): Promise<void> =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      done()
    }
    port2.postMessage(null)
  })

export const pageClock: Clock = {
  nowMs: () => performance.now(),
  wait: (ms) => (ms > 0 ? new Promise((done) => setTimeout(done, ms)) : oneTask()),
}
