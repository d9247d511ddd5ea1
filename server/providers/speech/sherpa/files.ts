import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The model that writes punctuation and capital letters, for words that were recognised without. */
export interface PunctuationFiles {
  model: string
  vocabulary: string
}

/** A model for live speech. */
export interface SherpaFiles {
  tokens: string
  model: { kind: 'transducer'; encoder: string; decoder: string; joiner: string } | { kind: 'ctc'; model: string }
  punctuation?: PunctuationFiles | undefined
}

/** A model for whole utterances, which writes punctuation itself. */
export interface SherpaFileModel {
  tokens: string
  model:
    | { kind: 'nemo-transducer'; encoder: string; decoder: string; joiner: string }
    | { kind: 'nemo-ctc'; model: string }
    | { kind: 'moonshine'; preprocessor: string; encoder: string; uncachedDecoder: string; cachedDecoder: string }
}

type Found<Files> = { files: Files } | { missing: string }

function find(names: readonly string[], begins: RegExp): string | null {
  const fitting = names.filter((name) => begins.test(name) && name.endsWith('.onnx'))
  return fitting.find((name) => name.includes('int8')) ?? fitting[0] ?? null
}

interface Listed {
  names: readonly string[]
  at(name: string): string
  tokens: string
}

/** Lists a folder of a model. `setting`: the name of the setting in the sentences. */
function list(folder: string, setting: string): Listed | { missing: string } {
  if (!existsSync(folder)) return { missing: `${setting} names a folder that is not there.` }
  const names = readdirSync(folder)
  if (!names.includes('tokens.txt')) return { missing: `The folder ${setting} has no tokens.txt.` }
  const at = (name: string) => join(folder, name)
  return { names, at, tokens: at('tokens.txt') }
}

const transducerParts = (names: readonly string[]) => [/^encoder/, /^decoder/, /^joiner/].map((one) => find(names, one))

export function findSherpaModel(folder: string): Found<SherpaFiles> {
  const listed = list(folder, 'SHERPA_MODEL')
  if ('missing' in listed) return listed
  const { names, at, tokens } = listed
  const [encoder, decoder, joiner] = transducerParts(names)
  if (encoder && decoder && joiner) {
    return {
      files: { tokens, model: { kind: 'transducer', encoder: at(encoder), decoder: at(decoder), joiner: at(joiner) } },
    }
  }
  if (encoder || decoder || joiner) {
    const lacks = [encoder ? [] : ['encoder'], decoder ? [] : ['decoder'], joiner ? [] : ['joiner']].flat()
    return { missing: `The folder SHERPA_MODEL has no ${lacks.join(' and no ')} file (.onnx).` }
  }
  const model = find(names, /^(model|ctc)/)
  if (model !== null) return { files: { tokens, model: { kind: 'ctc', model: at(model) } } }
  return {
    missing:
      'The folder SHERPA_MODEL has no streaming model. It must contain an encoder, a decoder and a joiner, or one model file (.onnx).',
  }
}

/** Finds a model for files: one of NVIDIA NeMo (a transducer or CTC), or one of Moonshine. */
export function findFileModel(folder: string): Found<SherpaFileModel> {
  const listed = list(folder, 'SHERPA_FILE_MODEL')
  if ('missing' in listed) return listed
  const { names, at, tokens } = listed
  const [encoder, decoder, joiner] = transducerParts(names)
  if (encoder && decoder && joiner)
    return {
      files: {
        tokens,
        model: { kind: 'nemo-transducer', encoder: at(encoder), decoder: at(decoder), joiner: at(joiner) },
      },
    }
  const [preprocessor, encode, uncached, cached] = [
    /^preprocess/,
    /^encode\./,
    /^uncached_decode/,
    /^cached_decode/,
  ].map((one) => find(names, one))
  if (preprocessor && encode && uncached && cached)
    return {
      files: {
        tokens,
        model: {
          kind: 'moonshine',
          preprocessor: at(preprocessor),
          encoder: at(encode),
          uncachedDecoder: at(uncached),
          cachedDecoder: at(cached),
        },
      },
    }
  const model = find(names, /^model/)
  if (model !== null) return { files: { tokens, model: { kind: 'nemo-ctc', model: at(model) } } }
  return {
    missing:
      'The folder SHERPA_FILE_MODEL has no model of NeMo or Moonshine. It must contain an encoder, a decoder and a joiner, the four files of Moonshine, or one model file (.onnx).',
  }
}

/** Finds a model for punctuation: one model file, and its vocabulary `bpe.vocab`. */
export function findPunctuation(folder: string): Found<PunctuationFiles> {
  const names = existsSync(folder) ? readdirSync(folder) : []
  const model = find(names, /^model/)
  if (model === null || !names.includes('bpe.vocab'))
    return { missing: 'The folder SHERPA_PUNCTUATION must contain a model file (.onnx) and bpe.vocab.' }
  return { files: { model: join(folder, model), vocabulary: join(folder, 'bpe.vocab') } }
}
