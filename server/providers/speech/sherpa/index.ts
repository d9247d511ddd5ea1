import type { SpeechEngine } from '../engine.ts'
import { languageCodes } from '../languages.ts'
import { createLocalEngine } from '../local/index.ts'
import type { SherpaFiles } from './files.ts'

export { findSherpaModel } from './files.ts'

/** sherpa-onnx with a streaming model of one's own: no network, no key. `language` is the model's, which it does not tell. */
export const createSherpa = (files: SherpaFiles, language: string): SpeechEngine =>
  createLocalEngine(
    {
      name: 'sherpa',
      label: 'sherpa-onnx: works offline with the model this server was given; as good as that model is.',
      languages: languageCodes.filter((code) => code === language),
    },
    { kind: 'sherpa', files },
  )
