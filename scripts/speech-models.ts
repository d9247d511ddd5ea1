/**
 * A file of a model. Its hash and its length in bytes are those of the publisher's Git LFS, as other projects list them:
 * the files themselves were not downloaded when this list was made.
 */
export interface ModelFile {
  name: string
  sha256: string
  bytes: number
}

/** What a model is for. `live`: speech while it is recorded. `files`: uploads and late parts of recordings. */
export type ModelUse = 'live' | 'files' | 'punctuation'

/** A model for the engine sherpa. */
export interface SpeechModel {
  name: string
  use: ModelUse
  language: string
  size: 'small' | 'large'
  /** The revision of the files at their publisher, or the date in their name. */
  version: string
  license: string
  source: string
  /** The address below which the files lie. */
  url: string
  /** True if the model writes punctuation and capital letters. */
  punctuates: boolean
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

const punctuationFiles: readonly ModelFile[] = [
  {
    name: 'model.int8.onnx',
    sha256: '9d611f445fe4a46186080fe161be6059d87d72eb88d3a8cb00c1a06e83a6067e',
    bytes: 7_490_500,
  },
  { name: 'bpe.vocab', sha256: 'e118b7ad88c54db562517df49e1cffd4836d166c34fb190fd311d7f34eb238f5', bytes: 149_430 },
]
/** The publisher has only an archive. This is a copy of its files, with the same hashes in two other projects. */
const punctuation = (size: SpeechModel['size']): SpeechModel => ({
  name: 'sherpa-onnx-online-punct-en-2024-08-06',
  use: 'punctuation',
  language: 'en',
  size,
  version: '2024-08-06',
  license: 'no license named by its authors',
  punctuates: true,
  source: 'https://huggingface.co/lorneluo/sherpa-onnx-online-punct-en-2024-08-06',
  url: 'https://huggingface.co/lorneluo/sherpa-onnx-online-punct-en-2024-08-06/resolve/main',
  publishedErrorRate: null,
  files: punctuationFiles,
})

/** The models that `npm run speech:model` installs: for each language and size one for live speech, one for files, and punctuation. */
export const speechModels: readonly SpeechModel[] = [
  {
    name: 'sherpa-onnx-streaming-zipformer-en-20M-2023-02-17',
    use: 'live',
    language: 'en',
    size: 'small',
    version: '2023-02-17',
    license: 'Apache-2.0',
    punctuates: false,
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
    use: 'live',
    language: 'en',
    size: 'large',
    version: '672fbf1b30579d6585301139bb363f42a0ad4a24',
    license: 'Apache-2.0',
    punctuates: false,
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
  {
    name: 'sherpa-onnx-moonshine-base-en-int8',
    use: 'files',
    language: 'en',
    size: 'small',
    version: '052b0798ad1bf046a140fdd4efcd9426530fa3f5',
    license: 'MIT',
    punctuates: true,
    source: 'https://huggingface.co/csukuangfj/sherpa-onnx-moonshine-base-en-int8',
    url: hosted('sherpa-onnx-moonshine-base-en-int8', '052b0798ad1bf046a140fdd4efcd9426530fa3f5'),
    publishedErrorRate: { clean: 3.23, other: 8.18 },
    files: [
      {
        name: 'preprocess.onnx',
        sha256: 'ffa630d395c5ccf76f5d4954be5b882df76aaf6491519ec01fd82ea7a3819fb2',
        bytes: 14_077_290,
      },
      {
        name: 'encode.int8.onnx',
        sha256: '7e38770f776f2e5583a53b052936005df2ba5c833d7e09c2a5fd796b94bf73e2',
        bytes: 50_311_494,
      },
      {
        name: 'uncached_decode.int8.onnx',
        sha256: 'c01f4b35093bcac20d352d23a75a539e772964579f9d024a90e5e6f09cae9987',
        bytes: 122_120_451,
      },
      {
        name: 'cached_decode.int8.onnx',
        sha256: '2db74e51cedf64a8b1be3c8192e0bb5e4923af0e90bd9e87f8e8771873f8ea03',
        bytes: 99_983_837,
      },
      {
        name: 'tokens.txt',
        sha256: '1165c2aeb9f72f457a83be2d459a09054f27490acd9b41bd43794dfd25e296ea',
        bytes: 436_688,
      },
    ],
  },
  {
    name: 'sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8',
    use: 'files',
    language: 'en',
    size: 'large',
    version: '1ab9323565ddb038682214b292f588070a538ce2',
    license: 'CC-BY-4.0',
    punctuates: true,
    source: 'https://huggingface.co/csukuangfj/sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8',
    url: hosted('sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8', '1ab9323565ddb038682214b292f588070a538ce2'),
    publishedErrorRate: { clean: 1.69, other: 3.19 },
    files: [
      {
        name: 'encoder.int8.onnx',
        sha256: 'a32b12d17bbbc309d0686fbbcc2987b5e9b8333a7da83fa6b089f0a2acd651ab',
        bytes: 652_184_296,
      },
      {
        name: 'decoder.int8.onnx',
        sha256: 'b6bb64963457237b900e496ee9994b59294526439fbcc1fecf705b31a15c6b4e',
        bytes: 7_257_753,
      },
      {
        name: 'joiner.int8.onnx',
        sha256: '7946164367946e7f9f29a122407c3252b680dbae9a51343eb2488d057c3c43d2',
        bytes: 1_739_080,
      },
      {
        name: 'tokens.txt',
        sha256: 'ec182b70dd42113aff6c5372c75cac58c952443eb22322f57bbd7f53977d497d',
        bytes: 9384,
      },
    ],
  },
  punctuation('small'),
  punctuation('large'),
]
