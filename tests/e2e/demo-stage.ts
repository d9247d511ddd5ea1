import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { built } from '../../scripts/builds.ts'
import { type DemoBrowser, openDemoBrowser, unpackedId } from '../../scripts/demo/browser.ts'
import { startServer } from '../../scripts/demo/server-process.ts'
import { findBrowser } from '../../scripts/find-browser.ts'
import { demandListed, readLedger, seenRequests } from './request-log.ts'

/** The demo build in a real browser without a microphone, with its own server that holds demo data. */
export interface DemoStage {
  demo: DemoBrowser
  serverUrl: string
  /** Holds all files of this stage. Removed by `close`. */
  folder: string
  close(): Promise<void>
}

/**
 * `env`: settings of the server, in addition to those of the demo, or a function that makes them from the id of the
 * extension. `port`: the port of the server; 0 means any free port.
 */
export async function openDemoStage(
  env: Record<string, string> | ((extensionId: string) => Record<string, string>) = {},
  port = 0,
): Promise<DemoStage> {
  const folder = await mkdtemp(join(tmpdir(), 'chartside-panel-'))
  const extensionDir = await built('extension')
  const settings = typeof env === 'function' ? env(await unpackedId(extensionDir)) : env
  const server = await startServer(['--port', String(port), '--data', join(folder, 'data'), '--demo'], settings)
  const demo = await openDemoBrowser({
    executablePath: await findBrowser(),
    extensionDir,
    serverUrl: server.url,
    headless: true,
    microphone: null,
    profile: join(folder, 'profile'),
    requestLog: join(folder, 'requests.json'),
  })
  return {
    demo,
    serverUrl: server.url,
    folder,
    async close() {
      const reading = await readLedger(demo)
      await demo.browser.close()
      await server.stop()
      const seen = await seenRequests(join(folder, 'requests.json'), reading.readAt)
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
      demandListed(seen, reading)
    },
  }
}
