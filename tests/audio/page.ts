import { type Capture, type CaptureOptions, startCapture } from '../../lib/audio/capture.ts'
import { listAudioDevices } from '../../lib/audio/devices.ts'
import { createWitness } from './witness.ts'

/** The options of a capture in a test. */
export interface Wanted {
  mode: CaptureOptions['mode']
  /** Frequency in Hz of a tone that is used in place of the tab's audio. */
  tabToneHz: number | null
  gain?: number
  microphoneId?: string
  workletUrl?: string
  /** Turns off the browser's voice processing, so that samples can be compared. */
  raw?: boolean
  /**
   * Records the samples that each source passes to the context. If samples are missing in the result, the record shows
   * if the overloaded machine or the capture lost them.
   */
  witnessed?: boolean
}

const contexts: AudioContext[] = []
const streams: MediaStream[] = []
const asked: MediaStreamConstraints[] = []
const batches: { atFrame: number; pcm: number[] }[] = []
const levels: { microphone: number; tab: number | null }[] = []
const problems: string[] = []
const microphones: { label: string; fallback: boolean }[] = []
let capture: Capture | null = null
let life = new AbortController()
let witnessing = false
let witness = createWitness()

class Context extends AudioContext {
  constructor(options?: AudioContextOptions) {
    super(options)
    contexts.push(this)
  }

  override createMediaStreamSource(stream: MediaStream): MediaStreamAudioSourceNode {
    const source = super.createMediaStreamSource(stream)
    // Only the first context captures. The second one plays the tab back to the user.
    if (witnessing && this === contexts[0]) witness.watch(source)
    return source
  }
}

async function toneStream(hertz: number): Promise<MediaStream> {
  const context = new AudioContext()
  const tone = new OscillatorNode(context, { frequency: hertz })
  const quieter = new GainNode(context, { gain: 0.5 })
  const out = new MediaStreamAudioDestinationNode(context, { channelCount: 1 })
  tone.connect(quieter).connect(out)
  tone.start()
  await context.resume()
  streams.push(out.stream)
  return out.stream
}

const media = (raw: boolean) => ({
  async getUserMedia(constraints: MediaStreamConstraints) {
    asked.push(constraints)
    const plain = { echoCancellation: false, noiseSuppression: false, autoGainControl: false }
    const audio = raw && typeof constraints.audio === 'object' ? { ...constraints.audio, ...plain } : constraints.audio
    const stream = await navigator.mediaDevices.getUserMedia({ ...constraints, audio })
    streams.push(stream)
    return stream
  },
})

const page = {
  async begin(wanted: Wanted) {
    for (const list of [contexts, streams, asked, batches, levels, problems, microphones]) list.length = 0
    witnessing = wanted.witnessed ?? false
    witness = createWitness()
    life = new AbortController()
    capture = await startCapture({
      microphoneId: wanted.microphoneId ?? null,
      gain: wanted.gain ?? 1,
      tab: wanted.tabToneHz === null ? null : await toneStream(wanted.tabToneHz),
      mode: wanted.mode,
      workletUrl: wanted.workletUrl ?? '/worklet.js',
      onBatch: ({ atFrame, pcm }) => batches.push({ atFrame, pcm: [...pcm] }),
      onLevel: (level) => levels.push(level),
      onMicrophone: ({ label, fallback }) => microphones.push({ label, fallback }),
      onProblem: ({ message }) => problems.push(message),
      signal: life.signal,
      media: media(wanted.raw ?? true),
      AudioContext: Context,
    })
    return capture.channels
  },
  pause: () => capture?.pause(),
  resume: () => capture?.resume(),
  useMicrophone: (id: string | null) => capture?.useMicrophone(id),
  addTab: async (hertz: number) => capture?.addTab(await toneStream(hertz)),
  setGain: (gain: number) => capture?.setGain(gain),
  /** Ends the microphone's track as the browser does when a device is unplugged. */
  unplug() {
    const [track] = streams.at(-1)?.getAudioTracks() ?? []
    track?.stop()
    track?.dispatchEvent(new Event('ended'))
  },
  stop: () => capture?.stop(),
  abort: () => life.abort(),
  devices: () => listAudioDevices(),
  told: () => ({ batches, levels, problems, asked, microphones }),
  /** Samples of source `index`, in the order of opening: microphone, tab, then the microphones that took over. */
  sourceSamples: (index: number) => witness.samplesOf(index, page.endFrame()),
  clockSeconds: () => contexts[0]?.currentTime ?? 0,
  endFrame: () => (batches.at(-1)?.atFrame ?? 0) + 2048,
  /**
   * For each stream, in the order of opening (the tone of the tab, if there is one, and then the microphones): true if
   * its track is live and enabled.
   */
  hearing: () =>
    streams.map((stream) =>
      stream.getAudioTracks().some(({ enabled, readyState }) => enabled && readyState === 'live'),
    ),
  /** The states of all contexts and tracks. Everything except 'closed' contexts and 'ended' tracks is open. */
  open: () => ({
    contexts: contexts.map(({ state }) => state),
    tracks: streams.flatMap((stream) => stream.getTracks().map(({ readyState }) => readyState)),
  }),
}
export type Page = typeof page

declare global {
  interface Window {
    capturing: Page
  }
}
window.capturing = page
