import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { createApp } from './app.ts'
import { systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { generate } from './generation/index.ts'
import { describeFailure } from './problem.ts'
import { chooseSpeechEngine } from './providers/speech/index.ts'
import { modelRows, seedModels } from './services/models.ts'
import { keepDemoApart, seedDemo, seedLayouts } from './services/seed.ts'
import { readSiteRules } from './services/site-rules.ts'
import { openConfiguredStore } from './store/index.ts'
import { chooseWriters, presentModels } from './writers.ts'

/** A server that listens. */
export interface RunningServer {
  url: string
  /** Finishes what was begun, then closes everything, the embedded database included. */
  close(): Promise<void>
}

/** Opens store, engine and writers as configured, and listens. Throws a `ConfigError` with a sentence for what cannot be. */
export async function startServer(config: Config): Promise<RunningServer> {
  // The standard output belongs to the command that starts the server; logs go beside it.
  // Whoever logs an error, its message stays out: a database error quotes the row it was about.
  const log = pino({ level: config.logLevel, serializers: { err: describeFailure } }, pino.destination(2))
  // A file that does not fit is told now, not to the first clinician who asks.
  await readSiteRules(config.siteRulesFile)
  const store = await openConfiguredStore(config, log)
  try {
    const seeding = { database: store.database, clock: systemClock }
    await keepDemoApart(seeding, config.demo)
    await seedLayouts(seeding)
    await seedModels(seeding, await presentModels(config))
    if (config.demo) await seedDemo(seeding)
    const speech = chooseSpeechEngine(config)
    const writers = chooseWriters(await modelRows(seeding), config)
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
        await speech.engine?.close()
        await store.close()
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}
