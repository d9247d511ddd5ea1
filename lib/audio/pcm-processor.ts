import { type Batch, Batcher } from './batcher.ts'

export const pcmProcessorName = 'chartside-pcm'

export type PcmCommand = 'pause' | 'resume' | 'finish'
export type PcmMessage = ({ type: 'batch' } & Batch) | { type: 'finished' }

interface Processor {
  readonly port: MessagePort
}
export interface WorkletScope {
  AudioWorkletProcessor: new () => Processor
  registerProcessor(
    name: string,
    processor: new (options: { processorOptions: { channels: 1 | 2 } }) => Processor,
  ): void
}

export function registerPcmProcessor(scope: WorkletScope): void {
  class PcmProcessor extends scope.AudioWorkletProcessor {
    readonly #batcher: Batcher
    #running = true

    constructor(options: { processorOptions: { channels: 1 | 2 } }) {
      super()
      this.#batcher = new Batcher({
        channels: options.processorOptions.channels,
        emit: (batch) => this.#post({ type: 'batch', ...batch }, [batch.pcm.buffer]),
      })
      this.port.onmessage = ({ data }: MessageEvent<PcmCommand>) => this.#obey(data)
    }

    process(inputs: Float32Array[][]): boolean {
      const [microphone, tab] = inputs[0] ?? []
      if (this.#running) this.#batcher.push(microphone, tab, microphone?.length ?? 128)
      return this.#running
    }

    #obey(command: PcmCommand): void {
      if (command === 'finish') {
        this.#running = false
        this.#batcher.flush()
        this.#post({ type: 'finished' })
      } else {
        this.#batcher.setPaused(command === 'pause')
      }
    }

    #post(message: PcmMessage, transfer: Transferable[] = []): void {
      this.port.postMessage(message, transfer)
    }
  }
  scope.registerProcessor(pcmProcessorName, PcmProcessor)
}
