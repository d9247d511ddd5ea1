/** Time as filling sees it; tests bring their own. */
export interface Clock {
  nowMs(): number
  wait(ms: number): Promise<void>
}

export const pageClock: Clock = {
  nowMs: () => performance.now(),
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
}
