import type { Config } from './config.ts'
import { embeddedWriter, type Writer } from './generation/index.ts'
import { languageWriter } from './providers/language/index.ts'
import { findOllama } from './providers/language/ollama.ts'
import { languageProviderNames } from './providers/language/provider-names.ts'
import type { ModelRow } from './services/models.ts'

/** The configured models; where there are none, that of an Ollama beside the server (design §6). */
export async function presentModels({ models, languageProviders }: Config): Promise<Config['models']> {
  if (models.length > 0) return models
  const found = await findOllama(languageProviders.ollama.baseUrl)
  return found === null ? [] : [found]
}

/**
 * The writer of each model slot, from the rows of the models table. An empty slot is slot 0; a row whose provider this server
 * is not configured for is the embedded writer.
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
