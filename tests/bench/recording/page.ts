import { startCapture } from '../../../lib/audio/capture.ts'
import { createSilenceGate } from '../../../lib/audio/silence-gate.ts'
import { createJournal, createJournalStore } from '../../../lib/transcript/journal/index.ts'
import { createWitness } from '../../audio/witness.ts'

const contexts: AudioContext[] = []

/** A media stream of the audio graph that `build` makes in a context of this sample rate. */
async function streamOf(sampleRateHz: number, build: (context: AudioContext) => AudioNode): Promise<MediaStream> {
  const context = new AudioContext({ sampleRate: sampleRateHz })
  contexts.push(context)
  const out = new MediaStreamAudioDestinationNode(context, { channelCount: 1 })
  build(context).connect(out)
  await context.resume()
  return out.stream
}
/** Samples that rise by one step each, so that every lost or duplicated sample is visible. */
const rampPeriod = 60_000
const ramp = (context: AudioContext) => {
  const buffer = new AudioBuffer({ length: rampPeriod, sampleRate: context.sampleRate })
  buffer.copyToChannel(
    Float32Array.from({ length: rampPeriod }, (_, i) => (i - rampPeriod / 2) / 32_767),
    0,
  )
  const source = new AudioBufferSourceNode(context, { buffer, loop: true })
  source.start()
  return source
}
const tones = (hertz: readonly number[], amplitude: number) => (context: AudioContext) => {
  const sum = new GainNode(context, { gain: amplitude })
  for (const frequency of hertz) {
    const tone = new OscillatorNode(context, { frequency })
    tone.connect(sum)
    tone.start()
  }
  return sum
}

/**
 * Captures a stream with the product's code, as if the stream were the microphone. `stop` returns the `samples` that
 * capture has delivered, and in `source` the samples that the browser has passed to capture. The same index is the same
 * time in both lists.
 */
async function capture(stream: MediaStream) {
  const samples: number[] = []
  const witness = createWitness()
  class Watched extends AudioContext {
    override createMediaStreamSource(one: MediaStream): MediaStreamAudioSourceNode {
      const source = super.createMediaStreamSource(one)
      witness.watch(source)
      return source
    }
  }
  const running = await startCapture({
    microphoneId: null,
    gain: 1,
    tab: null,
    mode: 'channels',
    workletUrl: '/worklet.js',
    onBatch({ pcm }) {
      for (const one of pcm) samples.push(one)
    },
    onLevel() {},
    onProblem() {},
    media: { getUserMedia: async () => stream },
    AudioContext: Watched,
  })
  return {
    async stop() {
      await running.stop()
      return { samples, source: witness.samplesOf(0, samples.length) }
    },
  }
}

/**
 * False for a sample near the point at which the ramp falls back to its lowest value. Filters oscillate there, so such
 * samples are ignored.
 */
const steady = (sample: number) => Math.abs(sample) < rampPeriod / 2 - 2000
const windowSamples = 256
/** Number of samples after which filters and source have become stable. */
const settleSamples = 8000

const stepsOf = (samples: readonly number[], at: number): number[] =>
  samples
    .slice(at, at + windowSamples)
    .flatMap((sample, i) => (steady(sample) ? [(((sample - at - i) % rampPeriod) + rampPeriod) % rampPeriod] : []))

/**
 * Returns the difference between value and index of the samples in a window (median, modulo the period of the ramp). It
 * stays constant until a sample is lost or duplicated. Null if the ramp falls back inside the window.
 */
function courseAt(samples: readonly number[], at: number): number | null {
  const steps = stepsOf(samples, at)
  return steps.length < windowSamples ? null : (steps.sort((a, b) => a - b)[windowSamples / 2] ?? null)
}

/**
 * Returns true if the ramp rises without a gap through this window and the two windows before it. The earlier windows
 * are included because capture lags a little behind its source.
 */
function risesThrough(samples: readonly number[], at: number): boolean {
  const windows = [at - 2 * windowSamples, at - windowSamples, at]
  const steps = windows.flatMap((each) => stepsOf(samples, each))
  return steps.length === windows.length * windowSamples && Math.max(...steps) - Math.min(...steps) < 2
}

const shift = (from: number, to: number): number => {
  const moved = Math.abs(to - from)
  const least = Math.min(moved, rampPeriod - moved)
  // A shift of one step comes from rounding, so it counts as none.
  return least > 1 ? Math.round(least) : 0
}

/** Counts the samples that are missing or duplicated in a ramp: adds up the changes of `courseAt` between windows. */
function lostIn(samples: readonly number[]): number {
  let lost = 0
  let course: number | null = null
  for (let at = settleSamples; at + windowSamples <= samples.length; at += windowSamples) {
    const next = courseAt(samples, at)
    if (next === null) continue
    if (course !== null) lost += shift(course, next)
    course = next
  }
  return lost
}

/**
 * Returns how many samples capture lost although the source had them. Subtracts the source's `courseAt` from that of
 * the captured samples, and adds up the changes of this difference between windows.
 */
function lostAfter(source: readonly number[], samples: readonly number[]): number {
  let lost = 0
  let distance: number | null = null
  for (let at = settleSamples; at + windowSamples <= samples.length; at += windowSamples) {
    if (!risesThrough(source, at)) continue
    const [given, got] = [courseAt(source, at), courseAt(samples, at)]
    if (given === null || got === null) continue
    const next = (got - given + rampPeriod) % rampPeriod
    if (distance !== null) lost += shift(distance, next)
    distance = next
  }
  return lost
}

const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1000))
const block = (ms: number) => {
  const end = performance.now() + ms
  while (performance.now() < end);
}

const bench = {
  /**
   * Blocks the main thread for `ms`, three times. Returns the samples that the product lost, the samples that were lost
   * before they reached the product, and the samples that a ScriptProcessor lost.
   */
  async blocked(ms: number) {
    const stream = await streamOf(16_000, ramp)
    const running = await capture(stream)
    const context = new AudioContext({ sampleRate: 16_000 })
    contexts.push(context)
    const old = context.createScriptProcessor(4096, 1, 1)
    const beside: number[] = []
    old.onaudioprocess = ({ inputBuffer }) => {
      for (const one of inputBuffer.getChannelData(0)) beside.push(Math.round(one * 32_767))
    }
    context.createMediaStreamSource(stream).connect(old).connect(context.destination)
    await seconds(1)
    for (let i = 0; i < 3; i++) {
      block(ms)
      await seconds(0.6)
    }
    const { samples, source } = await running.stop()
    old.disconnect()
    return {
      lost: lostAfter(source, samples),
      before: lostIn(source),
      beside: lostIn(beside),
      heard: samples.length,
    }
  },

  /**
   * Captures tones from a 48 kHz source. Returns the captured samples, and the samples that the browser passed to
   * capture (`source`).
   */
  async heard(hertz: number[], amplitude: number, lengthS = 2) {
    const running = await capture(await streamOf(48_000, tones(hertz, amplitude)))
    await seconds(lengthS + 0.6)
    const { samples, source } = await running.stop()
    const settled = (all: number[]) => all.slice(settleSamples, settleSamples + lengthS * 16_000)
    return { samples: settled(samples), source: settled(source) }
  },

  /**
   * Plays a microphone and a tab to one kind of capture for the lifetime of the page:
   * - `product`: the capture of the product.
   * - `kept`: the capture of the product, together with the silence gate and the journal.
   * - `counting`: a worklet that only counts frames.
   */
  async stereo(kind: 'product' | 'kept' | 'counting') {
    const voice = await streamOf(48_000, tones([441], 0.3))
    const tab = await streamOf(48_000, tones([1171], 0.3))
    if (kind === 'counting') {
      const context = new AudioContext({ sampleRate: 16_000 })
      await context.audioWorklet.addModule('/counting.js')
      const merger = new ChannelMergerNode(context, { numberOfInputs: 2 })
      context.createMediaStreamSource(voice).connect(merger, 0, 0)
      context.createMediaStreamSource(tab).connect(merger, 0, 1)
      const counting = new AudioWorkletNode(context, 'counting', { numberOfOutputs: 0 })
      merger.connect(counting)
      // Capturing a tab mutes it, so every capture must also play it back. The comparison must include this cost.
      const playing = new AudioContext()
      playing.createMediaStreamSource(tab).connect(playing.destination)
      await Promise.all([context.resume(), playing.resume()])
      contexts.push(context, playing)
      return
    }
    const journal = createJournal({
      account: async () => null,
      store: createJournalStore(),
      serverUrl: 'http://server.example',
      keyHolder: async () => null,
      unwrap: async () => '',
      forget: async () => null,
    })
    const id = crypto.randomUUID()
    const take = {
      id,
      place: 'session',
      language: 'en',
      skipSave: false,
      channels: 2,
      patient: null,
      owner: null,
    } as const
    const kept = kind === 'kept' ? await journal.begin(take) : null
    const gate = createSilenceGate({ channels: 2 })
    await startCapture({
      microphoneId: null,
      gain: 1,
      tab,
      mode: 'channels',
      workletUrl: '/worklet.js',
      onBatch(batch) {
        if (kept === null) return
        gate.push(batch)
        void kept.add(batch)
      },
      onLevel() {},
      onProblem() {},
      media: { getUserMedia: async () => voice },
    })
  },
}
export type RecordingBench = typeof bench

declare global {
  interface Window {
    recordingBench: RecordingBench
  }
}
window.recordingBench = bench
