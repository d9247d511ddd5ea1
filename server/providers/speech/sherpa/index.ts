import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { SpeechEngine } from '../engine.ts'
import { languageCodes } from '../languages.ts'
import { createLocalEngine } from '../local/index.ts'
import type { SherpaFiles } from './files.ts'

export { findSherpaModel } from './files.ts'

export interface SherpaSettings {
  folder: string
  language: string
  name?: string
  /** Percent of the words that were wrong in the bundled clips. Null or absent: not measured. */
  wordErrorRate?: number | null
}

/** Loads the model in a separate process first, because a damaged model aborts the process that loads it. */
async function check(files: SherpaFiles): Promise<void> {
  const probe = fileURLToPath(new URL('./probe.ts', import.meta.url))
  try {
    await promisify(execFile)(process.execPath, [probe, JSON.stringify(files)], { timeout: 120_000 })
  } catch (error) {
    throw new Error('sherpa-onnx cannot load the model in SHERPA_MODEL. Unpack it again.', { cause: error })
  }
}

/**
 * Creates an engine that uses sherpa-onnx with the given streaming model. It needs no network and no key. `language` is
 * the language of the model, which its files do not declare.
 */
export const createSherpa = (files: SherpaFiles, language: string, channelsMost: number): SpeechEngine =>
  createLocalEngine(
    {
      name: 'sherpa',
      label: 'sherpa-onnx: works offline. Its quality depends on the model that is installed on this server.',
      languages: languageCodes.filter((code) => code === language),
    },
    { kind: 'sherpa', files },
    channelsMost,
    () => check(files),
  )
