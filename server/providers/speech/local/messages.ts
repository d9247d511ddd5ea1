import type { EngineEvent } from '../engine.ts'
import type { PocketsphinxFiles } from '../pocketsphinx/files.ts'
import type { SherpaFileModel, SherpaFiles } from '../sherpa/files.ts'

export type DecoderChoice =
  | { kind: 'pocketsphinx'; files: PocketsphinxFiles }
  | { kind: 'sherpa'; files: SherpaFiles }
  | { kind: 'sherpa-files'; files: SherpaFileModel }

export interface WorkerSetting {
  decoder: DecoderChoice
}

export type ToWorker =
  | { type: 'begin'; take: number; channel: 0 | 1; knownFrame: number }
  | { type: 'audio'; take: number; samples: Int16Array; atFrame: number }
  | { type: 'finish'; take: number; endFrame: number }
  | { type: 'abandon'; take: number }

/**
 * Messages from the worker thread of a decoder. `take` is the number of the take. The receiver ignores messages with
 * the number of an earlier take, which may arrive late.
 */
export type FromWorker =
  | { type: 'loaded' }
  | { type: 'event'; take: number; event: EngineEvent }
  | { type: 'taken'; take: number; frames: number }
  | { type: 'finished'; take: number }
