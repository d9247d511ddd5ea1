import type { Config } from './config.ts'
import { embeddedWriter, type Writer } from './generation/index.ts'
import { openAiCompatibleWriter } from './providers/language/openai-compatible.ts'
import { configuredModels } from './services/models.ts'

/** The writer of each model slot: the configured model where there is one, else the embedded writer. An empty slot is slot 0. */
export function chooseWriters(config: Pick<Config, 'model'>): (slot: number) => Writer {
  const { model } = config
  const first = model
    ? openAiCompatibleWriter({
        baseUrl: model.baseUrl,
        model: model.name,
        ...(model.apiKey === null ? {} : { apiKey: model.apiKey }),
      })
    : embeddedWriter
  const builtIn = new Set(
    configuredModels(config).flatMap(({ slot, provider }) => (provider === 'embedded' ? [slot] : [])),
  )
  return (slot) => (builtIn.has(slot) ? embeddedWriter : first)
}
