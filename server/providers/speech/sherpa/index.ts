import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { SpeechEngine } from '../engine.ts'
import { languageCodes } from '../languages.ts'
import { createLocalEngine } from '../local/index.ts'
import type { SherpaFiles } from './files.ts'

export { findSherpaModel } from './files.ts'

/** A damaged model ends the process that loads it, so another one tries it first. */
async function check(files: SherpaFiles): Promise<void> {
  const probe = fileURLToPath(new URL('./probe.ts', import.meta.url))
  try {
    await promisify(execFile)(process.execPath, [probe, JSON.stringify(files)], { timeout: 120_000 })
  } catch (error) {
    throw new Error('sherpa-onnx cannot load the model in SHERPA_MODEL. Unpack it again.', { cause: error })
  }
}

/** sherpa-onnx with a streaming model of one's own: no network, no key. `language` is the model's, which it does not tell. */
export const createSherpa = (files: SherpaFiles, language: string): SpeechEngine =>
  createLocalEngine(
    {
      name: 'sherpa',
      label: 'sherpa-onnx: works offline. Its quality depends on the model that is installed on this server.',
      languages: languageCodes.filter((code) => code === language),
    },
    { kind: 'sherpa', files },
    () => check(files),
  )
