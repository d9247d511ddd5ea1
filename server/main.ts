import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { createApp } from './app.ts'
import { systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { errorHook } from './error-hook.ts'
import { generate } from './generation/index.ts'
import { createMetrics, serveMetrics } from './metrics/index.ts'
import { describeFailure } from './problem.ts'
import { chooseSpeechEngine } from './providers/speech/index.ts'
import { seedModels } from './services/models.ts'
import { keepDemoApart, seedDemo, seedLayouts } from './services/seed.ts'
import { readSiteRules } from './services/site-rules.ts'
import { openConfiguredStore } from './store/index.ts'
import { followWriters, presentModels } from './writers.ts'

export interface RunningServer {
  url: string
  /** The address of `/metrics`. Null: metrics are not served. */
  metricsUrl: string | null
  /**
   * Makes `/readyz` answer 503 and waits for `NOT_READY_SECONDS`, so that proxies stop sending requests. The server
   * serves everything meanwhile.
   */
  leave(): Promise<void>
  /** Waits for running requests, then closes everything, including the embedded database. */
  close(): Promise<void>
}

/**
 * Opens the store, the speech engine and the writers from the configuration, and listens. Throws a `ConfigError` for an
 * invalid setting.
 */
export async function startServer(config: Config): Promise<RunningServer> {
  const log = pino(
    { level: config.logLevel, serializers: { err: describeFailure }, ...errorHook(config.errorUrl) },
    pino.destination(2),
  )
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
    const leaving = new AbortController()
    const metrics = createMetrics()
    const app = await createApp({ config, store, speech, generate, writers, log, metrics, leaving: leaving.signal })
    await app.listen({ host: config.host, port: config.port }).catch(async (error: unknown) => {
      await app.close()
      throw error
    })
    const monitoring =
      config.metricsAddress === null
        ? null
        : await serveMetrics(metrics.registry, config.metricsAddress).catch(async (error: unknown) => {
            await app.close()
            throw error
          })
    const urlOf = (host: string, server: { address(): unknown }) =>
      `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`
    return {
      url: urlOf(config.host, app.server),
      metricsUrl: monitoring && config.metricsAddress && urlOf(config.metricsAddress.host, monitoring),
      async leave() {
        leaving.abort()
        await setTimeout(config.notReadyMs)
      },
      async close() {
        monitoring?.close()
        monitoring?.closeAllConnections()
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
