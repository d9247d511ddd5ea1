import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { measureErrorRate, wordErrors } from '../../scripts/speech-error-rate.ts'
import { installSpeechModels } from '../../scripts/speech-model.ts'
import { type SpeechModel, speechModels } from '../../scripts/speech-models.ts'
import { readConfig } from '../../server/config.ts'
import { createScriptedEngine, readSpeechScript } from '../../server/providers/speech/scripted.ts'
import { findSherpaModels, type SherpaSettings } from '../../server/providers/speech/sherpa/index.ts'
import { modelPlaces } from '../../server/providers/speech/sherpa/installed.ts'

type Contents = Record<string, Buffer>
const tokens = Buffer.from('<blk> 0\n▁a 1\n')
const transducer = (word: string): Contents => ({
  'encoder.int8.onnx': Buffer.alloc(300_000, `${word} encoder `),
  'decoder.onnx': Buffer.alloc(20_000, `${word} decoder `),
  'joiner.onnx': Buffer.alloc(10_000, `${word} joiner `),
  'tokens.txt': tokens,
})
const moonshine: Contents = {
  'preprocess.onnx': Buffer.alloc(9000, 'preprocess '),
  'encode.int8.onnx': Buffer.alloc(9000, 'encode '),
  'uncached_decode.int8.onnx': Buffer.alloc(9000, 'uncached '),
  'cached_decode.int8.onnx': Buffer.alloc(9000, 'cached '),
  'tokens.txt': tokens,
}
const published: Record<string, Contents> = {
  'live-model': transducer('live'),
  'file-model': moonshine,
  punctuation: { 'model.int8.onnx': Buffer.alloc(5000, 'punctuation '), 'bpe.vocab': Buffer.from('▁a 1') },
}
const modelOf = (name: string, use: SpeechModel['use']): SpeechModel => ({
  name,
  use,
  language: 'en',
  size: 'small',
  version: '1',
  license: 'Apache-2.0',
  source: 'https://models.example',
  url: 'https://models.example',
  punctuates: use !== 'live',
  publishedErrorRate: null,
  files: Object.entries(published[name] ?? {}).map(([file, content]) => ({
    name: file,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  })),
})
const models = [modelOf('live-model', 'live'), modelOf('file-model', 'files'), modelOf('punctuation', 'punctuation')]

let folder: string
let from: string
let answer: (name: string, request: IncomingMessage, response: ServerResponse) => void
let ranges: [name: string, range: string | undefined][]
const server = createServer((request, response) => {
  const name = (request.url ?? '').split('/').slice(-2).join('/')
  ranges.push([name, request.headers.range])
  answer(name, request, response)
})

/** Gets a file by the names of its model and of itself. */
function contentOf(path: string): Buffer | undefined {
  const [model = '', file = ''] = path.split('/')
  return published[model]?.[file]
}

/** Sends a file, or the rest of it from the byte that is asked for. */
function send(name: string, request: IncomingMessage, response: ServerResponse): void {
  const content = contentOf(name)
  if (content === undefined) return void response.writeHead(404).end()
  const [, first] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? []
  response.writeHead(first === undefined ? 200 : 206).end(content.subarray(Number(first ?? 0)))
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chartside-model-'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  from = `http://127.0.0.1:${(server.address() as AddressInfo).port}/files`
  answer = send
  ranges = []
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true })
})

let measured: SherpaSettings | undefined
const install = (
  measure = async (settings: SherpaSettings): Promise<{ live: number | null; files: number | null }> => {
    measured = settings
    return { live: 7.5, files: 2.5 }
  },
) => installSpeechModels({ models, dataFolder: folder, from, measure })
const inUse = () => readConfig({ DATA: folder }).sherpa

test('models are downloaded, checked and set up for the server with this data folder', async () => {
  expect(inUse()).toBeNull()
  await install()
  const folderOf = (name: string) => modelPlaces(folder, name).folder
  expect(inUse()).toEqual({
    name: 'live-model',
    language: 'en',
    wordErrorRate: 7.5,
    folder: folderOf('live-model'),
    fileModel: { name: 'file-model', wordErrorRate: 2.5, folder: folderOf('file-model') },
    punctuation: folderOf('punctuation'),
  })
  expect(measured).toMatchObject({ folder: folderOf('live-model'), fileModel: { folder: folderOf('file-model') } })
  expect(findSherpaModels(inUse() ?? { folder: '', language: 'en' })).toMatchObject({
    models: {
      live: {
        model: { kind: 'transducer' },
        punctuation: { vocabulary: join(folderOf('punctuation'), 'bpe.vocab') },
      },
      files: { model: { kind: 'moonshine', cachedDecoder: join(folderOf('file-model'), 'cached_decode.int8.onnx') } },
    },
  })
  expect(readConfig({ DATA: folder, SHERPA_MODEL: '/own' }).sherpa).toEqual({
    folder: '/own',
    language: 'en',
    fileModel: null,
    punctuation: null,
  })
  ranges = []
  await install()
  expect(ranges).toEqual([])
})

test('a model of an earlier version of the command is still used', async () => {
  await install()
  const { inUse: place } = modelPlaces(folder, '')
  await writeFile(place, JSON.stringify({ name: 'live-model', language: 'en', wordErrorRate: 7.5 }))
  expect(inUse()).toMatchObject({ name: 'live-model', fileModel: null, punctuation: null })
})

test('a download that broke off goes on where it stopped', async () => {
  answer = (name, request, response) => {
    if (name !== 'live-model/encoder.int8.onnx' || request.headers.range !== undefined)
      return send(name, request, response)
    response.writeHead(200, { 'content-length': 300_000 })
    response.write(contentOf(name)?.subarray(0, 100_000), () => response.destroy())
  }
  await expect(install()).rejects.toThrow('broke off. Run the command again')
  expect(inUse()).toBeNull()
  await install()
  expect(ranges).toContainEqual(['live-model/encoder.int8.onnx', expect.stringMatching(/^bytes=[1-9]\d*-$/)])
  expect(inUse()).not.toBeNull()
})

test.each([
  ['another content', () => Buffer.alloc(9000, 'other ')],
  ['less than declared', () => moonshine['encode.int8.onnx']?.subarray(0, 8999)],
  ['more than declared', () => Buffer.alloc(9001, 'encode ')],
])('a file with %s is refused, and nothing is set up', async (_, content) => {
  answer = (name, request, response) =>
    name === 'file-model/encode.int8.onnx' ? void response.writeHead(200).end(content()) : send(name, request, response)
  await expect(install()).rejects.toThrow(/encode\.int8\.onnx (has another SHA-256|broke off)/)
  expect(inUse()).toBeNull()
  answer = send
  await install()
  expect(inUse()).not.toBeNull()
})

test('a file that was changed later is downloaded again', async () => {
  await install()
  const path = join(modelPlaces(folder, 'live-model').folder, 'joiner.onnx')
  await writeFile(path, 'changed')
  await install()
  expect(await readFile(path)).toEqual(published['live-model']?.['joiner.onnx'])
})

test('a model that cannot be loaded is not set up', async () => {
  const refuse = install(async () => {
    throw new Error('It cannot be used.')
  })
  await expect(refuse).rejects.toThrow('cannot be used')
  expect(inUse()).toBeNull()
})

test('a missing file and a server that is not there are told', async () => {
  answer = (_, __, response) => void response.writeHead(404).end()
  await expect(install()).rejects.toThrow('answered 404 for encoder.int8.onnx')
  await expect(
    installSpeechModels({
      models,
      dataFolder: folder,
      from: 'http://127.0.0.1:1',
      measure: async () => ({ live: null, files: null }),
    }),
  ).rejects.toThrow('http://127.0.0.1:1 cannot be reached.')
})

test('each size has a model for live speech and one for files, and both come with punctuation', () => {
  for (const size of ['small', 'large'] as const) {
    const all = speechModels.filter((one) => one.language === 'en' && one.size === size)
    expect(all.map(({ use }) => use).sort()).toEqual(['files', 'live', 'punctuation'])
    expect(all.find(({ use }) => use === 'files')?.punctuates).toBe(true)
  }
})

test('every listed model names its licence, its source, its version, and the hash and length of each file', () => {
  for (const { files, license, source, url, version, use } of speechModels) {
    expect(new URL(url).protocol).toBe('https:')
    expect(url.startsWith(source)).toBe(true)
    expect([license, version]).not.toContain('')
    const names = files.map(({ name }) => name)
    expect(names).toContain(use === 'punctuation' ? 'bpe.vocab' : 'tokens.txt')
    expect(names.some((name) => name.endsWith('.onnx'))).toBe(true)
    for (const { sha256, bytes } of files)
      expect([sha256, bytes > 0]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), true])
  }
})

test('the share of wrong words counts words that are other, missing or too many', async () => {
  expect(wordErrors('I sleep six hours.', 'i sleep SIX hours')).toEqual({ errors: 0, words: 4 })
  expect(wordErrors('I sleep six hours.', 'I sleep sixty hours now')).toEqual({ errors: 2, words: 4 })
  const demo = readSpeechScript(new URL('../../assets/demo/script.json', import.meta.url).pathname)
  const none = await measureErrorRate(createScriptedEngine([]))
  expect([none.percent, none.clips.length]).toEqual([100, 3])
  const own = demo.filter(({ speaker }) => speaker === 0).map((line) => ({ ...line, speaker: 0 as const }))
  const [clinician] = (await measureErrorRate(createScriptedEngine(own))).clips
  expect(clinician?.percent).toBe(0)
})
