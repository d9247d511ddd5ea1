// `npm run speech:model`: downloads a speech model, checks it and sets it up. See `docs/self-hosting.md`.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import type { SpeechEngine } from '../server/providers/speech/engine.ts'
import { createSherpa, findSherpaModels, type SherpaSettings } from '../server/providers/speech/sherpa/index.ts'
import { type InstalledModel, modelPlaces } from '../server/providers/speech/sherpa/installed.ts'
import { argumentsOf, CommandError, exitCodes, runCommand, say } from './command.ts'
import { measureErrorRate } from './speech-error-rate.ts'
import { type ModelFile, type ModelUse, type SpeechModel, speechModels } from './speech-models.ts'

const uses: Record<ModelUse, string> = {
  live: 'for live speech',
  files: 'for files',
  punctuation: 'for punctuation',
}

const usage = `npm run speech:model -- [--language en] [--size small|large] [--punctuation] [--data .data] [--from URL]

Downloads a model for live speech and one for files that work on this machine, checks their SHA-256, and sets them up for the
server with this data folder. Repeat the command after a break: it goes on where it stopped.
--punctuation: a third model, which writes punctuation for live speech. Its authors name no license. The models for files write
  punctuation themselves.
--from: another address with the same files, each below the name of its model.

${speechModels.map(describe).join('\n')}

Exit codes: 0 done, 1 the download or the check failed, 2 an option is wrong.`

function describe(model: SpeechModel): string {
  const { name, use, language, size, version, license, source, files, publishedErrorRate } = model
  const megabytes = Math.round(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000)
  const rate =
    publishedErrorRate === null
      ? 'no word error rate published'
      : `word error rate by its authors ${publishedErrorRate.clean} % (LibriSpeech test-clean), ${publishedErrorRate.other} % (test-other), not measured here`
  return `  ${language} ${size} ${uses[use]}: ${name}, version ${version.slice(0, 10)}, ${megabytes} MB, ${license}, ${rate}\n    ${source}`
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
  /** The models: one for live speech, at most one for files and one for punctuation. */
  models: readonly SpeechModel[]
  dataFolder: string
  /** The address of the files, each below the name of its model. Default: those of the models. */
  from?: string | undefined
  /** Measures the share of wrong words of live speech and of files. Null: it cannot be measured in this language. */
  measure: (settings: SherpaSettings) => Promise<{ live: number | null; files: number | null }>
}

/**
 * Downloads and checks the files of the models, measures them, and sets them up: a server with this data folder uses them
 * after its next start. Files that are there and whole are not downloaded again. Throws a `CommandError` and sets nothing up
 * if a file cannot be downloaded, has another hash, or if a model cannot be loaded.
 */
export async function installSpeechModels({
  models,
  dataFolder,
  from,
  measure,
}: Installation): Promise<InstalledModel> {
  for (const model of models) await fetchModel(model, dataFolder, from)
  const nameFor = (use: ModelUse) => models.find((model) => model.use === use)?.name ?? null
  const live = models.find(({ use }) => use === 'live')
  if (live === undefined) throw new Error('There must be a model for live speech.')
  const [fileModel, punctuation] = [nameFor('files'), nameFor('punctuation')]
  const folderOf = (name: string) => modelPlaces(dataFolder, name).folder
  const rates = await measure({
    folder: folderOf(live.name),
    language: live.language,
    fileModel: fileModel === null ? null : { folder: folderOf(fileModel) },
    punctuation: punctuation === null ? null : folderOf(punctuation),
  })
  const installed: InstalledModel = {
    name: live.name,
    language: live.language,
    wordErrorRate: rates.live,
    fileModel: fileModel === null ? null : { name: fileModel, wordErrorRate: rates.files },
    punctuation,
  }
  const { inUse } = modelPlaces(dataFolder, live.name)
  await writeFile(`${inUse}.new`, `${JSON.stringify(installed, null, 2)}\n`)
  await rename(`${inUse}.new`, inUse)
  return installed
}

async function fetchModel({ name, url, files }: SpeechModel, dataFolder: string, from?: string): Promise<void> {
  const { folder } = modelPlaces(dataFolder, name)
  await mkdir(folder, { recursive: true })
  const base = from === undefined ? url : `${from.replace(/\/$/, '')}/${name}`
  for (const file of files) {
    const path = join(folder, file.name)
    const isThere = existsSync(path) && (await hashOf(path)) === file.sha256
    if (!isThere) await download(`${base}/${file.name}`, path, file)
  }
}

async function measureWith(engine: SpeechEngine, what: string, late: boolean): Promise<number> {
  const { clips, percent } = await measureErrorRate(engine, { late })
  for (const clip of clips) console.log(`${what}, ${clip.name}: ${clip.percent} % of the words are wrong`)
  console.log(`${what}, all: ${percent} % of the words are wrong`)
  return percent
}

async function measureModels(settings: SherpaSettings) {
  const found = findSherpaModels(settings)
  if ('missing' in found) throw failure(found.missing)
  // The bundled clips are English.
  if (settings.language !== 'en') return { live: null, files: null }
  const engine = createSherpa(found.models, settings.language, 1)
  try {
    const live = await measureWith(engine, 'live speech', false)
    const files = found.models.files === null ? null : await measureWith(engine, 'files', true)
    console.log('The clips are synthetic speech, which is easy to recognize. Real visits have more wrong words.')
    return { live, files }
  } catch (cause) {
    throw failure(`The models were downloaded, but they cannot be used. ${(cause as Error).message}`, cause)
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
      punctuation: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return void console.log(usage)
  const models = speechModels.filter(
    ({ language, size, use }) =>
      language === values.language && size === values.size && (use !== 'punctuation' || values.punctuation),
  )
  if (models.length === 0)
    throw new CommandError(
      `No model is listed for the language ${values.language} in the size ${values.size}.`,
      exitCodes.usage,
    )
  console.log(models.map(describe).join('\n'))
  const dataFolder = resolve(values.data)
  await installSpeechModels({ models, dataFolder, from: values.from, measure: measureModels })
  console.log(
    'The models are set up. Restart the server. SPEECH_ENGINE=sherpa chooses them if another engine is set up, too.',
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runCommand(usage, main)
