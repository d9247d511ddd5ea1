import type { Page } from 'puppeteer'
import type { Figure } from '../../../scripts/bench.ts'
import { component, unbroken } from '../../audio/tone.ts'
import type {} from './page.ts'

const blocksMs = [150, 300, 1000]
const aliasHz = [9000, 10_000, 11_500, 13_000, 15_000, 17_500, 20_000]
const passHz = [200, 1000, 2000, 3000, 4000, 5000, 6000, 6500]
const toneHz = 997
const cpuSeconds = 15
const cpuRounds = 3

const decibels = (ratio: number) => 20 * Math.log10(ratio)
const dB = (value: number) => `${value.toFixed(1)} dB`
/** Returns the frequency at which a tone is heard if it is sampled at 16 kHz without a filter. */
const aliasOf = (hertz: number) => Math.abs(hertz - 16_000 * Math.round(hertz / 16_000))
/** A tone that is played besides the measured tones. A gap in it shows that the browser's source was interrupted. */
const pilotHz = 440
const tries = 12

interface Take {
  samples: number[]
  /**
   * Number of takes that were discarded before this take, because samples were already missing when the browser passed
   * them to capture.
   */
  broken: number
}

/**
 * Returns the first take whose source reached capture without an interruption. On a busy machine, the browser may
 * interrupt the source. Such a take does not show what capture itself does.
 */
async function takeOfTones(page: Page, hertz: number[], amplitude: number): Promise<Take> {
  for (let broken = 0; broken < tries; broken++) {
    const take = await page.evaluate((tones, loud) => window.recordingBench.heard(tones, loud), hertz, amplitude)
    if (unbroken(take.source, hertz.includes(pilotHz) ? pilotHz : toneHz)) return { samples: take.samples, broken }
  }
  throw new Error(`In ${tries} takes the sound never came whole to capture: the machine is too busy to measure it.`)
}

/**
 * Returns tones as a conversion from 48 kHz to 16 kHz without a filter would return them: every third sample. The
 * aliasing of this conversion is shown beside the aliasing of capture, for comparison.
 */
const everyThird = (hertz: readonly number[], amplitude: number) =>
  Array.from({ length: 32_000 }, (_, i) =>
    Math.round(
      hertz.reduce((sum, one) => sum + Math.sin((2 * Math.PI * one * i * 3) / 48_000 + one), 0) * amplitude * 32_767,
    ),
  )

/** The power of the tone relative to everything else in the samples, in dB. */
function signalToNoise(samples: number[]): number {
  // Uses a whole number of periods. A partial period would count as noise.
  const part = samples.slice(0, 16_000)
  const { amplitude } = component(part, toneHz)
  const power = part.reduce((sum, one) => sum + (one / 32_767) ** 2, 0) / part.length
  const signal = amplitude ** 2 / 2
  return 10 * Math.log10(signal / Math.max(power - signal, 1e-12))
}

/**
 * If this many samples are missing in the browser's source, the machine was too busy, and the run says nothing about
 * capture.
 */
const suppliedBadly = 1600

/** Samples lost while the main thread is blocked. */
export async function blockedFigures(open: () => Promise<Page>): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const ms of blocksMs) {
    const take = async () => {
      const page = await open()
      const heardIn = await page.evaluate((one) => window.recordingBench.blocked(one), ms)
      await page.close()
      return heardIn
    }
    let broken = 0
    let taken = await take()
    while (taken.before > suppliedBadly && ++broken < tries) taken = await take()
    const { lost, before, beside, heard: all } = taken
    const again = broken === 0 ? '' : `, taken again ${broken} × since the sound came broken`
    figures.push({
      measure: `samples lost, main thread blocked 3 × ${ms} ms`,
      figure: `${lost} of ${all}, ${before} before they reached capture${again}; ScriptProcessor 4096 ${beside}`,
      limit: '0 lost',
      holds: lost === 0 && before <= suppliedBadly,
    })
  }
  return figures
}

/** How the resampling to 16 kHz changes the sound. */
export async function soundFigures(open: () => Promise<Page>): Promise<Figure[]> {
  const page = await open()
  const amplitude = 0.1
  const worst = (samples: number[]) =>
    Math.max(
      ...aliasHz.map((hertz) => decibels(component(samples.slice(0, 16_000), aliasOf(hertz)).amplitude / amplitude)),
    )
  const aliased = await takeOfTones(page, [pilotHz, ...aliasHz], amplitude)
  const alias = worst(aliased.samples)
  const beside = worst(everyThird(aliasHz, amplitude))
  const passed = await takeOfTones(page, [pilotHz, ...passHz], amplitude)
  const levels = passHz.map((hertz) =>
    decibels(component(passed.samples.slice(0, 16_000), hertz).amplitude / amplitude),
  )
  const ripple = Math.max(...levels.map(Math.abs))
  const clean = await takeOfTones(page, [toneHz], 0.5)
  const noise = signalToNoise(clean.samples)
  await page.close()
  const again = ({ broken }: Take) => (broken === 0 ? '' : `; taken again ${broken} × since the sound came broken`)
  return [
    {
      measure: 'aliasing, worst of tones from 9 to 20 kHz',
      figure: `${dB(alias)}; every third sample ${dB(beside)}${again(aliased)}`,
      limit: 'at most −50 dB',
      holds: alias <= -50,
    },
    {
      measure: 'passband to 6.5 kHz',
      figure: `within ${dB(ripple)}${again(passed)}`,
      limit: 'within 1 dB',
      holds: ripple <= 1,
    },
    {
      measure: 'in-band signal to noise',
      figure: `${dB(noise)}${again(clean)}`,
      limit: 'at least 60 dB',
      holds: noise >= 60,
    },
  ]
}

/**
 * Returns the CPU time in seconds that the browser's page processes use for one kind of capture.
 * - `product`: the capture of the product.
 * - `kept`: the capture of the product, together with the silence gate and the journal.
 * - `counting`: a worklet that only counts frames.
 */
async function cpuOf(open: () => Promise<Page>, kind: 'product' | 'kept' | 'counting'): Promise<number> {
  const page = await open()
  const session = await page.browser().target().createCDPSession()
  const spent = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0)
  }
  await page.evaluate((one) => window.recordingBench.stereo(one), kind)
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const before = await spent()
  await new Promise((resolve) => setTimeout(resolve, cpuSeconds * 1000))
  const after = await spent()
  await session.detach()
  await page.close()
  return after - before
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** CPU time of stereo capture compared with a worklet that only counts frames, alternating in one run. */
export async function cpuFigures(open: () => Promise<Page>): Promise<Figure[]> {
  const rounds: Record<'product' | 'kept' | 'counting', number[]> = { counting: [], product: [], kept: [] }
  for (let round = 0; round < cpuRounds; round++) {
    for (const kind of ['counting', 'product', 'kept'] as const) rounds[kind].push(await cpuOf(open, kind))
  }
  const least = median(rounds.counting)
  const times = (kind: 'product' | 'kept') => median(rounds[kind]) / least
  const percent = ((median(rounds.product) / cpuSeconds) * 100).toFixed(1)
  return [
    {
      measure: 'CPU of capture, stereo',
      figure: `${times('product').toFixed(2)} × (${percent} % of a core); with gate and journal ${times('kept').toFixed(2)} ×`,
      limit: 'at most 1.5 × a worklet that only counts',
      holds: times('product') <= 1.5,
    },
  ]
}
