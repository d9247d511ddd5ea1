import { type Capture, startCapture } from '../../../lib/audio/capture.ts'
import { createSilenceGate } from '../../../lib/audio/silence-gate.ts'
import { createJournal, createJournalStore } from '../../../lib/transcript/journal/index.ts'

const contexts: AudioContext[] = []

/** A stream of the sound that `build` makes in a context of this rate. */
async function streamOf(sampleRateHz: number, build: (context: AudioContext) => AudioNode): Promise<MediaStream> {
  const context = new AudioContext({ sampleRate: sampleRateHz })
  contexts.push(context)
  const out = new MediaStreamAudioDestinationNode(context, { channelCount: 1 })
  build(context).connect(out)
  await context.resume()
  return out.stream
}
/** Samples that rise by one step each, so that every lost or doubled one shows. */
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

interface Heard {
  samples: number[]
  capture: Capture
}
/** Captures the stream as the product captures a microphone. */
async function capture(stream: MediaStream, tab: MediaStream | null = null): Promise<Heard> {
  const samples: number[] = []
  const running = await startCapture({
    microphoneId: null,
    gain: 1,
    tab,
    mode: 'channels',
    workletUrl: '/worklet.js',
    onBatch: ({ pcm }) => {
      for (const one of pcm) samples.push(one)
    },
    onLevel() {},
    onProblem() {},
    media: { getUserMedia: async () => stream },
  })
  return { samples, capture: running }
}

/** A ramp's neighbourhood of its fall says nothing: filters ring there. */
const steady = (sample: number) => Math.abs(sample) < rampPeriod / 2 - 2000
const windowSamples = 256

/** Samples that are missing or doubled in a ramp: by how far its course is moved from one window to the next. */
function lostIn(samples: readonly number[], settleSamples = 8000): number {
  let lost = 0
  let course: number | null = null
  for (let at = settleSamples; at + windowSamples <= samples.length; at += windowSamples) {
    const offsets = samples
      .slice(at, at + windowSamples)
      .flatMap((sample, i) => (steady(sample) ? [(((sample - at - i) % rampPeriod) + rampPeriod) % rampPeriod] : []))
    if (offsets.length < windowSamples) continue
    const next = offsets.sort((a, b) => a - b)[windowSamples / 2] ?? 0
    const moved = course === null ? 0 : Math.abs(next - course)
    // One step is rounding.
    if (Math.min(moved, rampPeriod - moved) > 1) lost += Math.min(moved, rampPeriod - moved)
    course = next
  }
  return lost
}

const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1000))
const block = (ms: number) => {
  const end = performance.now() + ms
  while (performance.now() < end);
}

const bench = {
  /** Samples lost by the product and by a ScriptProcessor while the main thread stands still for `ms`, three times. */
  async blocked(ms: number) {
    const stream = await streamOf(16_000, ramp)
    const { samples, capture: running } = await capture(stream)
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
    await running.stop()
    old.disconnect()
    return { lost: lostIn(samples), beside: lostIn(beside), heard: samples.length }
  },

  /** What is captured of tones that come at 48 kHz. */
  async heard(hertz: number[], amplitude: number, lengthS = 2) {
    const { samples, capture: running } = await capture(await streamOf(48_000, tones(hertz, amplitude)))
    await seconds(lengthS + 0.6)
    await running.stop()
    return samples.slice(8000, 8000 + lengthS * 16_000)
  },

  /** Microphone and tab, for as long as the page lives; `kept`: through gate and journal, too. */
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
      // Whoever captures a tab has to play it back.
      const playing = new AudioContext()
      playing.createMediaStreamSource(tab).connect(playing.destination)
      await Promise.all([context.resume(), playing.resume()])
      contexts.push(context, playing)
      return
    }
    const journal = createJournal({
      store: createJournalStore(),
      keyHolder: async () => null,
      unwrap: async () => '',
      forget: async () => {},
    })
    const id = crypto.randomUUID()
    const take = { id, place: 'session', language: 'en', skipSave: false, channels: 2, patient: null } as const
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
