import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { embeddedWriter, type Writer } from './generation/index.ts'
import { describeFailure } from './problem.ts'
import { languageWriter } from './providers/language/index.ts'
import { findOllama, ollamaContextSize } from './providers/language/ollama.ts'
import { languageProviderNames } from './providers/language/provider-names.ts'
import { type ModelRow, modelRows, modelsTopic } from './services/models.ts'
import type { Store } from './store/index.ts'

/**
 * Returns the configured models. If none is configured, returns the model of a local Ollama, if one runs (product
 * 10.9). An Ollama model without a configured context size gets the size that Ollama reports.
 */
export async function presentModels({ models, languageProviders }: Config): Promise<Config['models']> {
  const { baseUrl } = languageProviders.ollama
  if (models.length === 0) {
    const ollama = await findOllama(baseUrl)
    return ollama === null ? [] : [ollama]
  }
  return Promise.all(
    models.map(async (model) =>
      model.provider === 'ollama' && model.contextSize === 0
        ? { ...model, contextSize: await ollamaContextSize(baseUrl, model.modelId) }
        : model,
    ),
  )
}

/**
 * Creates the writers for the rows of the models table. Returns a function from slot to writer. A row whose
 * provider is not configured gets the embedded writer. A slot without a row gets the writer of slot 0, or the embedded
 * writer if slot 0 has no row.
 */
export function chooseWriters(
  rows: readonly ModelRow[],
  { languageProviders, modelWaits }: Pick<Config, 'languageProviders' | 'modelWaits'>,
): (slot: number) => Writer {
  const writers = new Map<number, Writer>()
  for (const row of rows) {
    const provider = languageProviderNames.find((name) => name === row.provider)
    const served = provider !== undefined && languageProviders[provider] !== null
    const writer = served ? languageWriter({ ...row, provider }, languageProviders, modelWaits) : embeddedWriter
    writers.set(row.slot, { ...writer, slot: row.slot })
  }
  for (const { slot, fallbackSlot, reviewer } of rows) {
    const writer = writers.get(slot)
    if (writer === undefined) continue
    const fallback = fallbackSlot === null || fallbackSlot === slot ? undefined : writers.get(fallbackSlot)
    if (fallback !== undefined) writer.fallback = fallback
    if (reviewer === 'off') writer.reviewer = null
    // If the named slot has no model any more, the writer reviews its notes itself.
    const reviewingWriter = typeof reviewer === 'number' && reviewer !== slot ? writers.get(reviewer) : undefined
    if (reviewingWriter?.review !== undefined) writer.reviewer = reviewingWriter
  }
  const first = writers.get(0) ?? embeddedWriter
  return (slot) => writers.get(slot) ?? first
}

const readAgainMs = 1_000

export interface FollowedWriters {
  writers: (slot: number) => Writer
  close(): void
}

/**
 * Returns writers that follow the models table. They are created again whenever a server of this database has changed
 * the table, so a change needs no restart. A note that is being written uses the new writer from its next request to
 * the model on.
 */
export async function followWriters(
  store: Pick<Store, 'database' | 'notifications'>,
  config: Pick<Config, 'languageProviders' | 'modelWaits'>,
  log: Logger,
): Promise<FollowedWriters> {
  let current = (_slot: number): Writer => embeddedWriter
  let isClosed = false
  // Each reading waits for the one before. Otherwise, an older state of the table that was read slowly could replace a
  // newer one.
  let reading: Promise<void> = Promise.resolve()
  const readRows = () => {
    reading = reading
      .catch(() => {})
      .then(async () => {
        current = chooseWriters(await modelRows(store), config)
      })
    return reading
  }
  const readAgain = () => {
    if (isClosed) return
    readRows().catch((error: unknown) => {
      log.warn(describeFailure(error), 'changed models were not read')
      setTimeout(readAgain, readAgainMs).unref()
    })
  }
  // Listen before the first reading. Otherwise, a change after the reading and before the listening would be missed.
  const stop = store.notifications.listen(modelsTopic, readAgain)
  await readRows()
  return {
    writers: (slot) => current(slot),
    close() {
      isClosed = true
      stop()
    },
  }
}
