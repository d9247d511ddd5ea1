/** Time as filling sees it; tests bring their own. */
export interface Clock {
  nowMs(): number
  /** At least one task of the page passes, also for 0 ms. */
  wait(ms: number): Promise<void>
}

/** The form must keep what was written this long after the last write. */
export const lastQuietMs = 1000

/** A task without the 4 ms that a browser puts between timers that start one another. */
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
