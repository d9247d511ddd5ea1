import type { Config } from './config.ts'
import { embeddedWriter, type Writer } from './generation/index.ts'
import { languageWriter } from './providers/language/index.ts'
import { findOllama, ollamaContextSize } from './providers/language/ollama.ts'
import { languageProviderNames } from './providers/language/provider-names.ts'
import type { ModelRow } from './services/models.ts'

/**
 * The configured models. If there are none, the model of a local Ollama, if one runs (product 10.9). An Ollama model
 * without a configured context size gets the one that Ollama reports.
 */
export async function presentModels({ models, languageProviders }: Config): Promise<Config['models']> {
  const { baseUrl } = languageProviders.ollama
  if (models.length === 0) {
    const found = await findOllama(baseUrl)
    return found === null ? [] : [found]
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
 * Returns the writer for a model slot, built from the rows of the models table. An empty slot uses slot 0. A row whose
 * provider is not configured uses the embedded writer.
 */
export function chooseWriters(
  rows: readonly ModelRow[],
  { languageProviders }: Pick<Config, 'languageProviders'>,
): (slot: number) => Writer {
  const writers = new Map<number, Writer>()
  for (const row of rows) {
    const provider = languageProviderNames.find((name) => name === row.provider)
    const served = provider !== undefined && languageProviders[provider] !== null
    writers.set(row.slot, served ? languageWriter({ ...row, provider }, languageProviders) : embeddedWriter)
  }
  const first = writers.get(0) ?? embeddedWriter
  return (slot) => writers.get(slot) ?? first
}
