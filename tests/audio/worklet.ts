import { registerPcmProcessor, type WorkletScope } from '../../lib/audio/pcm-processor.ts'

/**
 * A message of the `witness` worklet: samples that an audio source passed to its audio context. `atFrame` is the frame
 * of the context at which the first sample was passed.
 */
export interface Witnessed {
  atFrame: number
  samples: Float32Array
  /** The frame of the context at which capture's timeline starts. Null until capture starts. */
  captureFrom: number | null
}

type Rendering = new (options: never) => { port: MessagePort; process(inputs: Float32Array[][]): boolean }
const scope = globalThis as unknown as WorkletScope & {
  currentFrame: number
  registerProcessor(name: string, processor: new (options: never) => { port: MessagePort }): void
}
let captureFrom: number | null = null

registerPcmProcessor({
  AudioWorkletProcessor: scope.AudioWorkletProcessor,
  registerProcessor: (name, processor) =>
    scope.registerProcessor(
      name,
      class extends (processor as unknown as Rendering) {
        override process(inputs: Float32Array[][]): boolean {
          captureFrom ??= scope.currentFrame
          return super.process(inputs)
        }
      },
    ),
})

scope.registerProcessor(
  'witness',
  class extends scope.AudioWorkletProcessor {
    process(inputs: Float32Array[][]): boolean {
      const [samples = new Float32Array(128)] = inputs[0] ?? []
      const witnessed: Witnessed = { atFrame: scope.currentFrame, samples: samples.slice(), captureFrom }
      this.port.postMessage(witnessed)
      return true
    }
  },
)
