/** A text of about so many characters. */
type TextOf = (length: number) => string

/**
 * Maximum factor by which the CPU time may grow when the text becomes four times as long. A time of n log n
 * grows by a factor of 4.7, and a time of n² by 16.
 */
const growthMax = 10
/** CPU time in ms below which the growth is not measurable: start-up and garbage collection take as long. */
const tellingMs = 20
const roundsMax = 8

/** Measures the CPU time of `work` on this thread, in ms. Other work of the machine does not count. */
function processorMs(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/**
 * Measures the CPU time for each length, in up to `roundsMax` rounds. Stops after the first round in which the times do
 * not grow too fast. Returns the shortest time for each length over all rounds, and `tooFast`: whether these times grow
 * too fast.
 */
export function growth(
  read: (text: string) => unknown,
  textOf: TextOf,
  lengths: readonly [short: number, middle: number, long: number],
): { least: number[]; tooFast: boolean } {
  const least = lengths.map(() => Number.POSITIVE_INFINITY)
  const tooFast = () => {
    const [short = 0, , long = 0] = least
    return long > tellingMs && long > growthMax * Math.max(short, tellingMs / growthMax)
  }
  for (let round = 0; round < roundsMax && (round === 0 || tooFast()); round++)
    for (const [index, length] of lengths.entries()) {
      const text = textOf(length)
      least[index] = Math.min(
        least[index] ?? 0,
        processorMs(() => read(text)),
      )
    }
  return { least, tooFast: tooFast() }
}
