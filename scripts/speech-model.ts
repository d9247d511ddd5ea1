// `npm run speech:model`: downloads a speech model, checks it and sets it up. See `docs/self-hosting.md`.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import type { SpeechEngine } from '../server/providers/speech/engine.ts'
import { createSherpa, findSherpaModel } from '../server/providers/speech/sherpa/index.ts'
import { type InstalledModel, modelPlaces } from '../server/providers/speech/sherpa/installed.ts'
import { argumentsOf, CommandError, exitCodes, runCommand, say } from './command.ts'
import { measureErrorRate } from './speech-error-rate.ts'
import { type ModelFile, type SpeechModel, speechModels } from './speech-models.ts'

const usage = `npm run speech:model -- [--language en] [--size small|large] [--data .data] [--from URL]

Downloads a speech model that works on this machine, checks its SHA-256, and sets it up for the server with this data folder.
Repeat the command after a break: it goes on where it stopped. --from: another address with the same files.

${speechModels.map(describe).join('\n')}

Exit codes: 0 done, 1 the download or the check failed, 2 an option is wrong.`

function describe({ name, language, size, license, source, files, publishedErrorRate }: SpeechModel): string {
  const megabytes = Math.round(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000)
  const rate =
    publishedErrorRate === null
      ? 'no word error rate published'
      : `word error rate by its authors ${publishedErrorRate.clean} % (LibriSpeech test-clean), ${publishedErrorRate.other} % (test-other), not measured here`
  return `  ${language} ${size}: ${name}, ${megabytes} MB, ${license}, ${rate}\n    ${source}`
}

const failure = (sentence: string, cause?: unknown) => new CommandError(sentence, exitCodes.failed, { cause })

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path)) hash.update(part as Buffer)
  return hash.digest('hex')
}

const lengthOf = async (path: string): Promise<number> => (existsSync(path) ? (await stat(path)).size : 0)

async function* partsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

/** Downloads a file to `path`, and goes on where an earlier download stopped. Throws a `CommandError`. */
async function download(url: string, path: string, { name, sha256, bytes }: ModelFile): Promise<void> {
  const part = `${path}.part`
  if ((await lengthOf(part)) > bytes) await rm(part)
  const from = await lengthOf(part)
  if (from < bytes) {
    say(from === 0 ? `Downloading ${name} …` : `Downloading ${name} from byte ${from} on …`)
    const response = await fetch(url, from === 0 ? {} : { headers: { range: `bytes=${from}-` } }).catch(
      (cause: unknown) => {
        throw failure(`${new URL(url).origin} cannot be reached.`, cause)
      },
    )
    if (!response.ok || response.body === null)
      throw failure(`${new URL(url).origin} answered ${response.status} for ${name}.`)
    const isContinued = response.status === 206
    await pipeline(partsOf(response.body), createWriteStream(part, { flags: isContinued ? 'a' : 'w' })).catch(
      (cause: unknown) => {
        throw failure(`The download of ${name} broke off. Run the command again: it goes on where it stopped.`, cause)
      },
    )
  }
  if ((await lengthOf(part)) < bytes)
    throw failure(`The download of ${name} broke off. Run the command again: it goes on where it stopped.`)
  if ((await hashOf(part)) !== sha256) {
    await rm(part)
    throw failure(`${name} has another SHA-256 than ${sha256}. It was deleted. Try again, or name another address.`)
  }
  await rename(part, path)
}

export interface Installation {
  model: SpeechModel
  dataFolder: string
  /** The address of the files. Default: that of the model. */
  from?: string | undefined
  /** Measures the share of wrong words. Null: it cannot be measured in this language. */
  measure: (folder: string) => Promise<number | null>
}

/**
 * Downloads and checks the files of a model, measures it, and sets it up: a server with this data folder uses it after
 * its next start. Files that are there and whole are not downloaded again. Throws a `CommandError` and sets nothing up if
 * a file cannot be downloaded, has another hash, or if the model cannot be loaded.
 */
export async function installSpeechModel({ model, dataFolder, from, measure }: Installation): Promise<InstalledModel> {
  const { folder, inUse } = modelPlaces(dataFolder, model.name)
  await mkdir(folder, { recursive: true })
  for (const file of model.files) {
    const path = join(folder, file.name)
    const isThere = existsSync(path) && (await hashOf(path)) === file.sha256
    if (!isThere) await download(`${(from ?? model.url).replace(/\/$/, '')}/${file.name}`, path, file)
  }
  const wordErrorRate = await measure(folder)
  const installed: InstalledModel = { name: model.name, language: model.language, wordErrorRate }
  await writeFile(`${inUse}.new`, `${JSON.stringify(installed, null, 2)}\n`)
  await rename(`${inUse}.new`, inUse)
  return installed
}

async function measureWith(engine: SpeechEngine): Promise<number> {
  try {
    const { clips, percent } = await measureErrorRate(engine)
    for (const clip of clips) console.log(`${clip.name}: ${clip.percent} % of the words are wrong`)
    console.log(`all: ${percent} % of the words are wrong`)
    console.log('The clips are synthetic speech, which is easy to recognize. Real visits have more wrong words.')
    return percent
  } finally {
    await engine.close()
  }
}

async function main(): Promise<void> {
  const { values } = argumentsOf({
    options: {
      language: { type: 'string', default: 'en' },
      size: { type: 'string', default: 'large' },
      data: { type: 'string', default: '.data' },
      from: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return void console.log(usage)
  const model = speechModels.find(({ language, size }) => language === values.language && size === values.size)
  if (model === undefined)
    throw new CommandError(
      `No model is listed for the language ${values.language} in the size ${values.size}.`,
      exitCodes.usage,
    )
  console.log(describe(model).trim())
  await installSpeechModel({
    model,
    dataFolder: resolve(values.data),
    from: values.from,
    async measure(folder) {
      const found = findSherpaModel(folder)
      if ('missing' in found) throw failure(found.missing)
      // The bundled clips are English.
      if (model.language !== 'en') return null
      return measureWith(createSherpa(found.files, model.language, 1)).catch((cause: unknown) => {
        throw failure(`The model was downloaded, but it cannot be used. ${(cause as Error).message}`, cause)
      })
    },
  })
  console.log(
    'The model is set up. Restart the server. SPEECH_ENGINE=sherpa chooses it if another engine is set up, too.',
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runCommand(usage, main)
