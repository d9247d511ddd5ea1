import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export interface SherpaFiles {
  tokens: string
  model: { kind: 'transducer'; encoder: string; decoder: string; joiner: string } | { kind: 'ctc'; model: string }
}

function find(names: readonly string[], begins: RegExp): string | null {
  const fitting = names.filter((name) => begins.test(name) && name.endsWith('.onnx'))
  return fitting.find((name) => name.includes('int8')) ?? fitting[0] ?? null
}

export function findSherpaModel(folder: string): { files: SherpaFiles } | { missing: string } {
  if (!existsSync(folder)) return { missing: 'SHERPA_MODEL names a folder that is not there.' }
  const names = readdirSync(folder)
  const at = (name: string) => join(folder, name)
  if (!names.includes('tokens.txt')) return { missing: 'The folder SHERPA_MODEL has no tokens.txt.' }
  const tokens = at('tokens.txt')
  const [encoder, decoder, joiner] = [/^encoder/, /^decoder/, /^joiner/].map((begins) => find(names, begins))
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
