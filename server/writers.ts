import type { Config } from './config.ts'
import { embeddedWriter, type Writer } from './generation/index.ts'
import { openAiCompatibleWriter } from './providers/language/openai-compatible.ts'

/** The writer of each model slot: the configured model where there is one, else the embedded writer. */
export function chooseWriters({ model }: Pick<Config, 'model'>): (slot: number) => Writer {
  const writer = model
    ? openAiCompatibleWriter({
        baseUrl: model.baseUrl,
        model: model.name,
        ...(model.apiKey === null ? {} : { apiKey: model.apiKey }),
      })
    : embeddedWriter
  return () => writer
}
