import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { measureErrorRate, wordErrors } from '../../scripts/speech-error-rate.ts'
import { installSpeechModel } from '../../scripts/speech-model.ts'
import { type SpeechModel, speechModels } from '../../scripts/speech-models.ts'
import { readConfig } from '../../server/config.ts'
import { createScriptedEngine, readSpeechScript } from '../../server/providers/speech/scripted.ts'
import { findSherpaModel } from '../../server/providers/speech/sherpa/index.ts'
import { modelPlaces } from '../../server/providers/speech/sherpa/installed.ts'

const contents: Record<string, Buffer> = {
  'encoder.int8.onnx': Buffer.alloc(300_000, 'encoder '),
  'decoder.onnx': Buffer.alloc(20_000, 'decoder '),
  'joiner.onnx': Buffer.alloc(10_000, 'joiner '),
  'tokens.txt': Buffer.from('<blk> 0\n▁a 1\n'),
}
const model: SpeechModel = {
  name: 'small-model',
  language: 'en',
  size: 'small',
  license: 'Apache-2.0',
  source: 'https://models.example',
  url: 'https://models.example',
  publishedErrorRate: null,
  files: Object.entries(contents).map(([name, content]) => ({
    name,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  })),
}

let folder: string
let from: string
let answer: (name: string, request: IncomingMessage, response: ServerResponse) => void
let ranges: [name: string, range: string | undefined][]
const server = createServer((request, response) => {
  const name = (request.url ?? '').split('/').at(-1) ?? ''
  ranges.push([name, request.headers.range])
  answer(name, request, response)
})

/** Sends a file, or the rest of it from the byte that is asked for. */
function send(name: string, request: IncomingMessage, response: ServerResponse): void {
  const content = contents[name]
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

const install = (measure = async (): Promise<number | null> => 7.5) =>
  installSpeechModel({ model, dataFolder: folder, from, measure })
const inUse = () => readConfig({ DATA: folder }).sherpa

test('a model is downloaded, checked and set up for the server with this data folder', async () => {
  expect(inUse()).toBeNull()
  await install()
  expect(inUse()).toEqual({
    name: 'small-model',
    language: 'en',
    wordErrorRate: 7.5,
    folder: modelPlaces(folder, 'small-model').folder,
  })
  expect(findSherpaModel(inUse()?.folder ?? '')).toMatchObject({ files: { model: { kind: 'transducer' } } })
  expect(readConfig({ DATA: folder, SHERPA_MODEL: '/own' }).sherpa).toEqual({ folder: '/own', language: 'en' })
  ranges = []
  await install()
  expect(ranges).toEqual([])
})

test('a download that broke off goes on where it stopped', async () => {
  answer = (name, request, response) => {
    if (name !== 'encoder.int8.onnx' || request.headers.range !== undefined) return send(name, request, response)
    response.writeHead(200, { 'content-length': 300_000 })
    response.write(contents[name]?.subarray(0, 100_000), () => response.destroy())
  }
  await expect(install()).rejects.toThrow('broke off. Run the command again')
  expect(inUse()).toBeNull()
  await install()
  expect(ranges).toContainEqual(['encoder.int8.onnx', expect.stringMatching(/^bytes=[1-9]\d*-$/)])
  expect(inUse()).not.toBeNull()
})

test.each([
  ['another content', () => Buffer.alloc(20_000, 'other ')],
  ['less than declared', () => contents['decoder.onnx']?.subarray(0, 19_999)],
  ['more than declared', () => Buffer.alloc(20_001, 'decoder ')],
])('a file with %s is refused, and nothing is set up', async (_, content) => {
  answer = (name, request, response) =>
    name === 'decoder.onnx' ? void response.writeHead(200).end(content()) : send(name, request, response)
  await expect(install()).rejects.toThrow(/decoder\.onnx (has another SHA-256|broke off)/)
  expect(inUse()).toBeNull()
  answer = send
  await install()
  expect(inUse()).not.toBeNull()
})

test('a file that was changed later is downloaded again', async () => {
  await install()
  const path = join(modelPlaces(folder, 'small-model').folder, 'joiner.onnx')
  await writeFile(path, 'changed')
  await install()
  expect(await readFile(path)).toEqual(contents['joiner.onnx'])
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
    installSpeechModel({ model, dataFolder: folder, from: 'http://127.0.0.1:1', measure: async () => null }),
  ).rejects.toThrow('http://127.0.0.1:1 cannot be reached.')
})

test('every listed model names its licence, its source, and the hash and length of each file', () => {
  for (const { files, license, source, url } of speechModels) {
    expect(new URL(url).protocol).toBe('https:')
    expect(url.startsWith(source)).toBe(true)
    expect(license).not.toBe('')
    expect(files.map(({ name }) => name).filter((name) => name.endsWith('.onnx'))).toHaveLength(3)
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
