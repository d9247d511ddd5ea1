import { createRequire } from 'node:module'
import type { SherpaResult } from './words.ts'

export interface Stream {
  acceptWaveform(sound: { samples: Float32Array; sampleRate: number }): void
}
export interface OnlineStream extends Stream {
  inputFinished(): void
}
export interface OnlineRecognizer {
  createStream(): OnlineStream
  isReady(stream: OnlineStream): boolean
  decode(stream: OnlineStream): void
  getResult(stream: OnlineStream): SherpaResult
}
export interface OfflineRecognizer {
  createStream(): Stream
  decode(stream: Stream): void
  getResult(stream: Stream): SherpaResult
}
export interface Punctuation {
  addPunct(text: string): string
}

interface RecognizerConfig {
  featConfig: { sampleRate: number; featureDim: number }
  modelConfig: Record<string, unknown>
  decodingMethod: string
}

/** The part of sherpa-onnx-node that is used here. The package has no types. */
interface Sherpa {
  OnlineRecognizer: new (config: RecognizerConfig & { enableEndpoint: boolean }) => OnlineRecognizer
  OfflineRecognizer: new (config: RecognizerConfig) => OfflineRecognizer
  OnlinePunctuation: new (config: { model: Record<string, unknown> }) => Punctuation
}

export const sampleRate = 16_000

export const loadSherpa = () => createRequire(import.meta.url)('sherpa-onnx-node') as Sherpa

/** Settings of every model: it has a thread of its own already. */
export const onOneThread = { numThreads: 1, provider: 'cpu', debug: 0 } as const

export const floatsOf = (samples: Int16Array): Float32Array => Float32Array.from(samples, (one) => one / 32_768)
