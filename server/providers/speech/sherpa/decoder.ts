import { createRequire } from 'node:module'
import type { Decoder } from '../local/decoder.ts'
import type { SherpaFiles } from './files.ts'
import { type SherpaResult, wordsOfTokens } from './words.ts'

/** The part of sherpa-onnx-node that is used here. The package has no types. */
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
/**
 * Length, in 16 kHz frames (0.5 s), of the silence that is added after an utterance. Without the silence, the model
 * does not report the last word.
 */
const tailFrames = 8000

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
      // Endpoint detection is not needed, because the speech check has already separated the utterances.
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
