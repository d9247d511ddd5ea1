import type { Page } from 'puppeteer'
import type { Figure } from '../../../scripts/bench.ts'
import { aria, text } from '../../../scripts/demo/panel.ts'
import { type Line, openRecordingStage } from '../../e2e/recording-stage.ts'
import { percentile } from '../recording-server/latency.ts'

const words = 200
/**
 * Length of a word in ms. It is not a multiple of the length of a batch (128 ms), so that the ends of the words fall on
 * different positions within a batch.
 */
const wordMs = 300
const wordsPerLine = 10
const framesPerMs = 16
const nearBatches = 20
const limitMs = { p50: 160, p95: 250 }

/** Ten words per turn, spoken by two speakers in alternation. */
const script: Line[] = Array.from({ length: words / wordsPerLine }, (_, line) => ({
  speaker: line % 2 === 0 ? 0 : 1,
  text: Array.from({ length: wordsPerLine }, (_, i) => `w${line * wordsPerLine + i}.`).join(' '),
  fromMs: line * wordsPerLine * wordMs,
  toMs: (line + 1) * wordsPerLine * wordMs,
}))

interface Captured {
  atFrame: number
  frames: number
  /** Milliseconds since 1970 at which the page received the batch. */
  atMs: number
}

/** Runs in the offscreen page. Records the arrival time of each batch of the audio thread. */
function noteBatches() {
  const captured: Captured[] = []
  Reflect.set(globalThis, 'captured', captured)
  const Node = AudioWorkletNode
  globalThis.AudioWorkletNode = class extends Node {
    constructor(...args: ConstructorParameters<typeof Node>) {
      super(...args)
      const channels = args[2]?.processorOptions.channels as number
      this.port.addEventListener('message', ({ data }: MessageEvent<{ atFrame: number; pcm: Int16Array }>) => {
        if (data.pcm === undefined) return
        const atMs = performance.timeOrigin + performance.now()
        captured.push({ atFrame: data.atFrame, frames: data.pcm.length / channels, atMs })
      })
    }
  }
}

/** Runs in the panel. Records the time at which the first frame with each word was painted. */
function noteWords(count: number) {
  const paintedMs: number[] = []
  Reflect.set(globalThis, 'paintedMs', paintedMs)
  let next = 0
  new MutationObserver(() => {
    const shown = document.querySelector('[role="log"]')?.textContent ?? ''
    const first = next
    while (next < count && shown.includes(`w${next}.`)) next++
    if (next === first) return
    const last = next
    requestAnimationFrame(() => {
      // A message that is posted in an animation frame callback is delivered only after that frame was painted.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        for (let word = first; word < last; word++) paintedMs[word] = performance.timeOrigin + performance.now()
      }
      port2.postMessage(null)
    })
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
}

async function playTake(panel: Page, offscreen: Page) {
  await offscreen.evaluate(noteBatches)
  await panel.evaluate(noteWords, words)
  await panel.locator('label ::-p-text(In the room)').click()
  await aria(panel, 'button', 'Record session').click()
  await aria(panel, 'button', 'Finish').wait()
  const painted = await panel.waitForFunction(
    (count) => {
      const all = Reflect.get(globalThis, 'paintedMs') as number[]
      return all.length === count && all
    },
    { timeout: words * wordMs * 2 },
    words,
  )
  return {
    paintedMs: (await painted.jsonValue()) as number[],
    captured: await offscreen.evaluate(() => Reflect.get(globalThis, 'captured') as Captured[]),
  }
}

/** Time from the end of a word's audio to the frame that shows the word, in the real extension with a real server. */
export async function paintedFigures(): Promise<Figure[]> {
  const stage = await openRecordingStage({ script })
  try {
    const opened = await stage.openBrowser()
    const panel = await opened.panel()
    await text(panel, 'Ready to record').wait()
    const { paintedMs, captured } = await playTake(panel, await opened.offscreen())
    const heardMs = captured.map(({ atFrame, frames, atMs }) => atMs - (atFrame + frames) / framesPerMs)
    const batchOf = (word: number) =>
      captured.findIndex(({ atFrame, frames }) => atFrame + frames >= (word + 1) * wordMs * framesPerMs)
    const fromWord = paintedMs.map((atMs, word) => {
      // Estimates the time at which the take started. Each batch gives an estimate: its arrival time minus its position
      // in the take. A delayed batch gives a later time, so the earliest estimate is used. Only batches near the word
      // are used. After a stall of the audio clock, all estimates are later, so the estimates from before the stall
      // would be too early.
      const around = heardMs.slice(Math.max(0, batchOf(word) - nearBatches), batchOf(word) + nearBatches)
      return atMs - Math.min(...around) - (word + 1) * wordMs
    })
    const fromBatch = paintedMs.map((atMs, word) => atMs - (captured[batchOf(word)]?.atMs ?? Number.NaN))
    const shares = (values: number[]) =>
      `p50 ${percentile(values, 0.5).toFixed(0)} ms, p95 ${percentile(values, 0.95).toFixed(0)} ms`
    return [
      {
        measure: `end of a word’s sound → its text painted, ${words} words`,
        figure: `${shares(fromWord)}; from its batch captured ${shares(fromBatch)}`,
        limit: `p50 at most ${limitMs.p50} ms, p95 at most ${limitMs.p95} ms; waiting for the batch to fill is 0 to 128 ms of it`,
        holds: percentile(fromWord, 0.5) <= limitMs.p50 && percentile(fromWord, 0.95) <= limitMs.p95,
      },
    ]
  } finally {
    await stage.close()
  }
}
