/**
 * A file of a model. Its hash and its length in bytes are those of the publisher's Git LFS, as other projects list them:
 * the files themselves were not downloaded when this list was made.
 */
export interface ModelFile {
  name: string
  sha256: string
  bytes: number
}

/** A streaming model for the engine sherpa. */
export interface SpeechModel {
  name: string
  language: string
  size: 'small' | 'large'
  license: string
  source: string
  /** The address below which the files lie. */
  url: string
  /**
   * Percent of the words that are wrong on LibriSpeech, test-clean and test-other, by the authors, in full precision. Null:
   * not published with the model.
   */
  publishedErrorRate: { clean: number; other: number } | null
  files: readonly ModelFile[]
}

const hosted = (repository: string, revision: string) =>
  `https://huggingface.co/csukuangfj/${repository}/resolve/${revision}`
const tokens: ModelFile = {
  name: 'tokens.txt',
  sha256: '49e3c2646595fd907228b3c6787069658f67b17377c60aeb8619c4551b2316fb',
  bytes: 5048,
}

/** The models that `npm run speech:model` installs. */
export const speechModels: readonly SpeechModel[] = [
  {
    name: 'sherpa-onnx-streaming-zipformer-en-20M-2023-02-17',
    language: 'en',
    size: 'small',
    license: 'Apache-2.0',
    source: 'https://huggingface.co/csukuangfj/sherpa-onnx-streaming-zipformer-en-20M-2023-02-17',
    url: hosted('sherpa-onnx-streaming-zipformer-en-20M-2023-02-17', 'main'),
    publishedErrorRate: null,
    files: [
      {
        name: 'encoder-epoch-99-avg-1.int8.onnx',
        sha256: '3810755ce7c3ab26b42a8bcf39d191308fa27fb0f53358823ba46141d03b7eb3',
        bytes: 42_845_182,
      },
      {
        name: 'decoder-epoch-99-avg-1.onnx',
        sha256: '45a7f940ecfb53d89fa270ad11b88b961e53a317203eb24b1c8e95ed208b0f30',
        bytes: 2_092_272,
      },
      {
        name: 'joiner-epoch-99-avg-1.int8.onnx',
        sha256: 'e085d73b593cf9b0707f370dbd656d58327d3fe36d80d849202ef81df02cb01e',
        bytes: 259_572,
      },
      tokens,
    ],
  },
  {
    name: 'sherpa-onnx-streaming-zipformer-en-2023-06-26',
    language: 'en',
    size: 'large',
    license: 'Apache-2.0',
    source: 'https://huggingface.co/csukuangfj/sherpa-onnx-streaming-zipformer-en-2023-06-26',
    url: hosted('sherpa-onnx-streaming-zipformer-en-2023-06-26', '672fbf1b30579d6585301139bb363f42a0ad4a24'),
    publishedErrorRate: { clean: 3.06, other: 7.79 },
    files: [
      {
        name: 'encoder-epoch-99-avg-1-chunk-16-left-128.int8.onnx',
        sha256: '563fde436d16cf7607cf408cd6b30909819d03162652ef389c2450ced3f45ac1',
        bytes: 71_083_163,
      },
      {
        name: 'decoder-epoch-99-avg-1-chunk-16-left-128.int8.onnx',
        sha256: '98da299f471e38bb4e1a8df579b8cc9122d6039576a77e357b3c60f17dd83b02',
        bytes: 1_307_236,
      },
      {
        name: 'joiner-epoch-99-avg-1-chunk-16-left-128.int8.onnx',
        sha256: 'd944208d660d67c8d72cd2acaeac971fa5ceb8c80e76c1968148846fedd6e297',
        bytes: 259_335,
      },
      tokens,
    ],
  },
]
