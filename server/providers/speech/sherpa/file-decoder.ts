import type { Decoder, HeardWord } from '../local/decoder.ts'
import type { SherpaFileModel } from './files.ts'
import { floatsOf, loadSherpa, type OfflineRecognizer, onOneThread, sampleRate } from './library.ts'
import { wordsOfTokens, wordsOfUtterance } from './words.ts'

function pathsOf(model: SherpaFileModel['model']): Record<string, unknown> {
  switch (model.kind) {
    case 'nemo-transducer': {
      const { encoder, decoder, joiner } = model
      return { transducer: { encoder, decoder, joiner }, modelType: 'nemo_transducer' }
    }
    case 'nemo-ctc':
      return { nemoCtc: { model: model.model } }
    case 'moonshine': {
      const { kind: _, ...moonshine } = model
      return { moonshine }
    }
  }
}

/** Loads a model that recognises whole utterances. Throws if it cannot be loaded. */
export function createFileDecoder({ tokens, model }: SherpaFileModel): Decoder {
  const { OfflineRecognizer } = loadSherpa()
  let recognizer: OfflineRecognizer
  try {
    recognizer = new OfflineRecognizer({
      featConfig: { sampleRate, featureDim: 80 },
      modelConfig: { ...pathsOf(model), tokens, ...onOneThread },
      decodingMethod: 'greedy_search',
    })
  } catch (error) {
    throw new Error('sherpa-onnx could not load the model in SHERPA_FILE_MODEL.', { cause: error })
  }
  let sound: Float32Array[] = []
  let words: HeardWord[] = []

  return {
    begin() {
      sound = []
      words = []
    },
    take: (samples) => void sound.push(floatsOf(samples)),
    words: () => words,
    end() {
      const frames = sound.reduce((sum, { length }) => sum + length, 0)
      const samples = new Float32Array(frames)
      let at = 0
      for (const piece of sound) {
        samples.set(piece, at)
        at += piece.length
      }
      sound = []
      if (frames === 0) return
      const stream = recognizer.createStream()
      stream.acceptWaveform({ samples, sampleRate })
      recognizer.decode(stream)
      const result = recognizer.getResult(stream)
      words =
        result.timestamps.length === result.tokens.length && result.tokens.length > 0
          ? wordsOfTokens(result, { hasCase: true })
          : wordsOfUtterance(result.text, frames)
    },
    write: (all) => all.join(' '),
    close() {
      sound = []
    },
  }
}
