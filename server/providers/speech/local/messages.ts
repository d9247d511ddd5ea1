import type { EngineEvent } from '../engine.ts'
import type { PocketsphinxFiles } from '../pocketsphinx/files.ts'
import type { SherpaFiles } from '../sherpa/files.ts'

/** Which recogniser, and its files. */
export type DecoderChoice = { kind: 'pocketsphinx'; files: PocketsphinxFiles } | { kind: 'sherpa'; files: SherpaFiles }

/** What a worker is started with. */
export interface WorkerSetting {
  decoder: DecoderChoice
}

/** To the worker that holds one decoder. */
export type ToWorker =
  | { type: 'begin'; take: number; channel: 0 | 1; knownFrame: number }
  | { type: 'audio'; take: number; samples: Int16Array; atFrame: number }
  | { type: 'finish'; take: number; endFrame: number }
  | { type: 'abandon'; take: number }

/** From it. A take's number keeps what an earlier take left on the way apart. */
export type FromWorker =
  | { type: 'loaded' }
  | { type: 'event'; take: number; event: EngineEvent }
  | { type: 'taken'; take: number; frames: number }
  | { type: 'finished'; take: number }
