import { type PcmCommand, type PcmMessage, pcmProcessorName } from './pcm-processor.ts'

export interface Graph {
  setMicrophone(stream: MediaStream): void
  /** Adds the sound of a tab. Call it at most once, and only if the graph was built without a tab. */
  addTab(stream: MediaStream): void
  setGain(gain: number): void
  command(command: PcmCommand): void
}

/** Options with which an audio node mixes any source down to one channel. */
const mono = { channelCount: 1, channelCountMode: 'explicit', channelInterpretation: 'speakers' } as const

/**
 * Two low-pass filters that correct errors of the browser's resampling to 16 kHz (`Q` in dB). With a 48 kHz source,
 * sound of 9 to 9.2 kHz appears at 7 kHz (aliasing), only 46 dB weaker, and sound of 6.5 kHz loses 1 dB. The filters
 * weaken 7 kHz by 10 dB, and make the band below 6.5 kHz flat.
 */
const lowPasses = [
  { frequency: 6700, Q: 7 },
  { frequency: 6400, Q: -5 },
] as const

export function buildGraph(
  context: AudioContext,
  sources: { microphone: MediaStream; tab: MediaStream | null; gain: number; channels: 1 | 2 },
  onMessage: (message: PcmMessage) => void,
): Graph {
  const merger = new ChannelMergerNode(context, { numberOfInputs: 2 })
  const voice = new GainNode(context, { ...mono, gain: sources.gain })
  voice.connect(merger, 0, 0)

  let source = context.createMediaStreamSource(sources.microphone)
  source.connect(voice)
  const addTab = (stream: MediaStream) => {
    if (stream.getAudioTracks().length === 0) return
    const downmix = new GainNode(context, mono)
    context.createMediaStreamSource(stream).connect(downmix)
    downmix.connect(merger, 0, 1)
  }
  if (sources.tab !== null) addTab(sources.tab)

  const processor = new AudioWorkletNode(context, pcmProcessorName, {
    numberOfInputs: 1,
    numberOfOutputs: 0,
    channelCount: 2,
    channelCountMode: 'explicit',
    channelInterpretation: 'discrete',
    processorOptions: { channels: sources.channels },
  })
  processor.port.onmessage = ({ data }: MessageEvent<PcmMessage>) => onMessage(data)
  lowPasses
    .reduce<AudioNode>(
      (node, options) => node.connect(new BiquadFilterNode(context, { type: 'lowpass', ...options })),
      merger,
    )
    .connect(processor)

  return {
    addTab,
    setMicrophone(stream) {
      const newSource = context.createMediaStreamSource(stream)
      source.disconnect()
      newSource.connect(voice)
      source = newSource
    },
    setGain(gain) {
      voice.gain.value = gain
    },
    command(command) {
      processor.port.postMessage(command)
    },
  }
}
