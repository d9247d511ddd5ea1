import type { Decoder } from '../local/decoder.ts'
import type { SherpaFiles } from './files.ts'
import { floatsOf, loadSherpa, type OnlineRecognizer, type OnlineStream, onOneThread, sampleRate } from './library.ts'
import { createPunctuation } from './punctuation.ts'
import { wordsOfTokens } from './words.ts'

/**
 * Length, in 16 kHz frames (0.5 s), of the silence that is added after an utterance. Without the silence, the model
 * does not report the last word.
 */
const tailFrames = 8000

/** Loads a model for live speech. Throws if it cannot be loaded. */
export function createSherpaDecoder({ tokens, model, punctuation }: SherpaFiles): Decoder {
  const { OnlineRecognizer } = loadSherpa()
  const paths =
    model.kind === 'ctc'
      ? { zipformer2Ctc: { model: model.model } }
      : { transducer: { encoder: model.encoder, decoder: model.decoder, joiner: model.joiner } }
  let recognizer: OnlineRecognizer
  try {
    recognizer = new OnlineRecognizer({
      featConfig: { sampleRate, featureDim: 80 },
      modelConfig: { ...paths, tokens, ...onOneThread },
      decodingMethod: 'greedy_search',
      // Endpoint detection is not needed, because the speech check has already separated the utterances.
      enableEndpoint: false,
    })
  } catch (error) {
    throw new Error('sherpa-onnx could not load the model in SHERPA_MODEL.', { cause: error })
  }
  let stream: OnlineStream | null = null
  const decode = () => {
    while (stream !== null && recognizer.isReady(stream)) recognizer.decode(stream)
  }

  return {
    begin() {
      stream = recognizer.createStream()
    },
    take(samples) {
      stream?.acceptWaveform({ samples: floatsOf(samples), sampleRate })
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
    ...(punctuation && { write: createPunctuation(punctuation) }),
    close() {
      stream = null
    },
  }
}
