export interface Output {
  isTTY?: boolean
  write(text: string): unknown
}

export interface Progress {
  say(line: string): void
  /**
   * Runs a step and shows its name while it runs: in a terminal, in a line that changes each second; elsewhere, in one
   * line. Then shows what is `done`. Throws an error with a sentence that names the step if it fails.
   */
  step<Result>(name: string, work: () => Promise<Result>, done: (result: Result) => string): Promise<Result>
  close(): void
}

const everyMs = 1_000
const eraseLine = '\r\x1b[2K'

/** `now`: time in ms since the command began. */
export function showProgress(output: Output, elapsedMs: () => number): Progress {
  const running = new Map<string, number>()
  let isClosed = false
  const lasted = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  const timed = (line: string) => `${lasted(elapsedMs()).padStart(8)}  ${line}`
  const showRunning = () => {
    if (!output.isTTY || isClosed) return
    const steps = [...running].map(([name, begunAt]) => `${name} (${Math.round((elapsedMs() - begunAt) / 1000)} s)`)
    output.write(eraseLine + (steps.length === 0 ? '' : timed(`… ${steps.join(', ')}`)))
  }
  const timer = output.isTTY ? setInterval(showRunning, everyMs).unref() : undefined
  const say = (line: string) => {
    if (isClosed) return
    output.write(`${output.isTTY ? eraseLine : ''}${line.startsWith(' ') ? line : timed(line)}\n`)
    showRunning()
  }
  return {
    say,
    async step(name, work, resultWords) {
      const begunAt = elapsedMs()
      running.set(name, begunAt)
      if (output.isTTY) showRunning()
      else say(`… ${name}`)
      try {
        const result = await work()
        running.delete(name)
        say(`✓ ${resultWords(result)} (${lasted(elapsedMs() - begunAt)})`)
        return result
      } catch (cause) {
        running.delete(name)
        throw new Error(`${name} failed. ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
      }
    },
    close() {
      clearInterval(timer)
      running.clear()
      showRunning()
      isClosed = true
    },
  }
}
