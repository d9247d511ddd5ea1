import { createRequire } from 'node:module'
import type { Decoder } from '../local/decoder.ts'
import type { SherpaFiles } from './files.ts'
import { type SherpaResult, wordsOfTokens } from './words.ts'

/** The part of sherpa-onnx-node that is used; the package has no types of its own. */
interface Sherpa {
  OnlineRecognizer: new (config: {
    featConfig: { sampleRate: number; featureDim: number }
    modelConfig: Record<string, unknown>
    decodingMethod: string
    enableEndpoint: boolean
  }) => Recognizer
}
interface Recognizer {
  createStream(): Stream
  isReady(stream: Stream): boolean
  decode(stream: Stream): void
  getResult(stream: Stream): SherpaResult
}
interface Stream {
  acceptWaveform(sound: { samples: Float32Array; sampleRate: number }): void
  inputFinished(): void
}

const sampleRate = 16_000
/** Silence after the last word, so that the model says it. */
const tailFrames = 8000

/** Loads the model; throws a sentence when the library does not take it. */
export function createSherpaDecoder({ tokens, model }: SherpaFiles): Decoder {
  const { OnlineRecognizer } = createRequire(import.meta.url)('sherpa-onnx-node') as Sherpa
  const paths =
    model.kind === 'ctc'
      ? { zipformer2Ctc: { model: model.model } }
      : { transducer: { encoder: model.encoder, decoder: model.decoder, joiner: model.joiner } }
  let recognizer: Recognizer
  try {
    recognizer = new OnlineRecognizer({
      featConfig: { sampleRate, featureDim: 80 },
      modelConfig: { ...paths, tokens, numThreads: 1, provider: 'cpu', debug: 0 },
      decodingMethod: 'greedy_search',
      // Utterances are cut before: the speech check stands before every engine.
      enableEndpoint: false,
    })
  } catch (error) {
    throw new Error('sherpa-onnx could not load the model in SHERPA_MODEL.', { cause: error })
  }
  let stream: Stream | null = null
  const decode = () => {
    while (stream !== null && recognizer.isReady(stream)) recognizer.decode(stream)
  }

  return {
    begin() {
      stream = recognizer.createStream()
    },
    take(samples) {
      stream?.acceptWaveform({ samples: Float32Array.from(samples, (one) => one / 32_768), sampleRate })
      decode()
    },
    words() {
      return stream === null ? [] : wordsOfTokens(recognizer.getResult(stream))
    },
    end() {
      stream?.acceptWaveform({ samples: new Float32Array(tailFrames), sampleRate })
      stream?.inputFinished()
      decode()
    },
    close() {
      stream = null
    },
  }
}
