import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { SpeechEngine } from '../engine.ts'
import { languageCodes } from '../languages.ts'
import { createLocalEngine } from '../local/index.ts'
import type { DecoderChoice } from '../local/messages.ts'
import { findFileModel, findPunctuation, findSherpaModel, type SherpaFileModel, type SherpaFiles } from './files.ts'

/** A model in its folder. `wordErrorRate`: percent of the words that were wrong in the bundled clips. */
export interface ModelFolder {
  folder: string
  name?: string
  /** Null or absent: not measured. */
  wordErrorRate?: number | null
}

/** The models of sherpa-onnx: for live speech, for files, and for punctuation. */
export interface SherpaSettings extends ModelFolder {
  language: string
  /** Null or absent: files are read with the model for live speech. */
  fileModel?: ModelFolder | null
  /** The folder of the model that writes punctuation for live speech. Null or absent: each utterance is one sentence. */
  punctuation?: string | null
}

export interface SherpaModels {
  live: SherpaFiles
  files: SherpaFileModel | null
}

/** Finds the files of all models. `missing`: a sentence for the administrator. */
export function findSherpaModels(settings: SherpaSettings): { models: SherpaModels } | { missing: string } {
  const live = findSherpaModel(settings.folder)
  if ('missing' in live) return live
  const punctuation = settings.punctuation ? findPunctuation(settings.punctuation) : null
  if (punctuation !== null && 'missing' in punctuation) return punctuation
  const files = settings.fileModel ? findFileModel(settings.fileModel.folder) : null
  if (files !== null && 'missing' in files) return files
  return { models: { live: { ...live.files, punctuation: punctuation?.files }, files: files?.files ?? null } }
}

/** Loads the model in a separate process first, because a damaged model aborts the process that loads it. */
async function check(decoder: DecoderChoice): Promise<void> {
  const probe = fileURLToPath(new URL('./probe.ts', import.meta.url))
  try {
    await promisify(execFile)(process.execPath, [probe, JSON.stringify(decoder)], { timeout: 120_000 })
  } catch (error) {
    const setting = decoder.kind === 'sherpa-files' ? 'SHERPA_FILE_MODEL' : 'SHERPA_MODEL'
    throw new Error(`sherpa-onnx cannot load the model in ${setting}. Unpack it again.`, { cause: error })
  }
}

/**
 * Creates an engine that uses sherpa-onnx with the given models. It needs no network and no key. `language` is the language
 * of the models, which their files do not declare.
 */
export const createSherpa = ({ live, files }: SherpaModels, language: string, channelsMost: number): SpeechEngine =>
  createLocalEngine(
    {
      name: 'sherpa',
      label: 'sherpa-onnx: works offline. Its quality depends on the models that are installed on this server.',
      languages: languageCodes.filter((code) => code === language),
    },
    {
      live: { kind: 'sherpa', files: live },
      late: files === null ? undefined : { kind: 'sherpa-files', files },
      check,
    },
    channelsMost,
  )
