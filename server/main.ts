import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { createApp } from './app.ts'
import { systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { generate } from './generation/index.ts'
import { describeFailure } from './problem.ts'
import { chooseSpeechEngine } from './providers/speech/index.ts'
import { seedModels } from './services/models.ts'
import { keepDemoApart, seedDemo, seedLayouts } from './services/seed.ts'
import { readSiteRules } from './services/site-rules.ts'
import { openConfiguredStore } from './store/index.ts'
import { followWriters, presentModels } from './writers.ts'

export interface RunningServer {
  url: string
  /** Waits for running requests, then closes everything, including the embedded database. */
  close(): Promise<void>
}

/**
 * Opens the store, the speech engine and the writers from the configuration, and listens. Throws a `ConfigError` for an
 * invalid setting.
 */
export async function startServer(config: Config): Promise<RunningServer> {
  const log = pino({ level: config.logLevel, serializers: { err: describeFailure } }, pino.destination(2))
  // Reads the site rules once at the start. Otherwise, an error in the file would appear only at the first request for
  // them.
  await readSiteRules(config.siteRulesFile)
  const store = await openConfiguredStore(config, log)
  try {
    const seeding = { database: store.database, clock: systemClock }
    await keepDemoApart(seeding, config.demo)
    await seedLayouts(seeding)
    await seedModels(seeding, await presentModels(config))
    if (config.demo) await seedDemo(seeding)
    const speech = chooseSpeechEngine(config)
    const followed = await followWriters(store, config, log)
    const { writers } = followed
    const app = await createApp({ config, store, speech, generate, writers, log })
    await app.listen({ host: config.host, port: config.port }).catch(async (error: unknown) => {
      await app.close()
      throw error
    })
    const { port } = app.server.address() as AddressInfo
    return {
      url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
      async close() {
        await app.close()
        followed.close()
        await speech.engine?.close()
        await store.close()
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}
