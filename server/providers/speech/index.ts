import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { createDeepgram, type DeepgramSettings } from './deepgram/index.ts'
import type { SpeechEngine } from './engine.ts'
import type { SpeechEngineName } from './engine-names.ts'
import { createFallbackEngine } from './fallback.ts'
import { createOpenAiSpeech, type TranscriptionSettings } from './openai/index.ts'
import { createPocketsphinx, findPocketsphinx } from './pocketsphinx/index.ts'
import { createScriptedEngine, readSpeechScript } from './scripted.ts'
import { createSherpa, findSherpaModels, type ModelFolder, type SherpaSettings } from './sherpa/index.ts'

export type { EngineEvent, Segment, SpeechEngine } from './engine.ts'

export interface SpeechConfig {
  speechEngine: SpeechEngineName | null
  speechFallbackEngine?: SpeechEngineName | null
  speechChannels?: 1 | 2
  speechLocalChannels?: number
  speechScript: string | null
  deepgram?: DeepgramSettings | null
  openAiSpeech?: TranscriptionSettings | null
  sherpa?: SherpaSettings | null
}

export type SpeechChoice = { engine: SpeechEngine; message: null } | { engine: null; message: string }

const none = (message: string): SpeechChoice => ({ engine: null, message })
const serves = (engine: SpeechEngine): SpeechChoice => ({ engine, message: null })

const choices: Record<SpeechEngineName, (config: SpeechConfig) => SpeechChoice> = {
  none: () => none('Turning speech into text is switched off on this server. Type the note instead.'),
  scripted: ({ speechScript }) =>
    speechScript === null
      ? none(
          'The scripted speech engine needs a file with the words that it returns. Set SPEECH_SCRIPT to the path of this file.',
        )
      : serves(createScriptedEngine(readSpeechScript(speechScript))),
  deepgram: ({ deepgram }) =>
    deepgram
      ? serves({ ...createDeepgram(deepgram), model: { name: deepgram.model, wordErrorRate: null } })
      : none('The speech engine deepgram needs DEEPGRAM_API_KEY.'),
  openai: ({ openAiSpeech }) =>
    openAiSpeech
      ? serves({ ...createOpenAiSpeech(openAiSpeech), model: { name: openAiSpeech.model, wordErrorRate: null } })
      : none('The speech engine openai needs SPEECH_BASE_URL and SPEECH_MODEL.'),
  sherpa({ sherpa, speechLocalChannels = availableParallelism() }) {
    if (!sherpa) return none('The speech engine sherpa needs SHERPA_MODEL, the folder of a streaming model.')
    const found = findSherpaModels(sherpa)
    if ('missing' in found) return none(found.missing)
    const engine = createSherpa(found.models, sherpa.language, speechLocalChannels)
    const { fileModel } = sherpa
    return serves({ ...engine, model: modelOf(sherpa), ...(fileModel && { fileModel: modelOf(fileModel) }) })
  },
  pocketsphinx({ speechLocalChannels = availableParallelism() }) {
    const result = findPocketsphinx()
    if ('files' in result) return serves(createPocketsphinx(result.files, speechLocalChannels))
    return none(
      `No speech engine is installed on this server. Install ${result.missing.join(' and ')} and restart the server, or type the note instead.`,
    )
  },
}

const modelOf = ({ name, folder, wordErrorRate = null }: ModelFolder) => ({
  name: name ?? basename(folder),
  wordErrorRate,
})

function chooseFirst(config: SpeechConfig): SpeechChoice {
  if (config.speechEngine !== null) return choices[config.speechEngine](config)
  if (config.deepgram) return choices.deepgram(config)
  if (config.openAiSpeech) return choices.openai(config)
  if (config.sherpa) return choices.sherpa(config)
  return choices.pocketsphinx(config)
}

/**
 * Chooses the speech engine by configuration, or else the first of these that is available: Deepgram, an
 * OpenAI-compatible endpoint, a sherpa-onnx model, PocketSphinx. Adds the second engine, if one is set. Does not load
 * models yet. Throws if the second engine cannot be used. Without this error, an administrator would notice the problem
 * only when the first engine fails.
 */
export function chooseSpeechEngine(config: SpeechConfig): SpeechChoice {
  const { speechFallbackEngine = null, speechChannels = 2 } = config
  const first = chooseFirst(config)
  if (first.engine === null) return first
  const engine = speechFallbackEngine === null ? first.engine : withSecond(first.engine, speechFallbackEngine, config)
  return serves(speechChannels === 1 ? { ...engine, channels: 1 } : engine)
}

const modelsOf = ({ model, fileModel }: SpeechEngine) => ({ ...(model && { model }), ...(fileModel && { fileModel }) })

function withSecond(first: SpeechEngine, name: SpeechEngineName, config: SpeechConfig): SpeechEngine {
  const { engine, message } = choices[name](config)
  if (engine === null) throw new Error(`SPEECH_FALLBACK_ENGINE cannot be used. ${message}`)
  if (engine.name === first.name) throw new Error('SPEECH_FALLBACK_ENGINE must name another engine than the first one.')
  return { ...createFallbackEngine(first, engine), ...modelsOf(first) }
}
