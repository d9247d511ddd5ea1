import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'puppeteer'
import { built } from '../../scripts/builds.ts'
import { type DemoBrowser, demoHost, openDemoBrowser } from '../../scripts/demo/browser.ts'
import { signIn, text } from '../../scripts/demo/panel.ts'
import { type ServerProcess, startServer } from '../../scripts/demo/server-process.ts'
import { findBrowser } from '../../scripts/find-browser.ts'
import { demoUser } from '../../server/services/demo-user.ts'
import { tone, wav } from '../audio/tone.ts'
import { demandListed, readLedger, seenRequests } from './request-log.ts'

const waitMs = 30_000
/**
 * Frequency of the tone that the fake microphone of the browser delivers. A tone is sufficient, although it contains no
 * words: the scripted speech engine returns the lines of its script for any audio.
 */
export const toneHz = 441

export interface Line {
  speaker: 0 | 1
  text: string
  fromMs: number
  toMs: number
}

/** A script with a numbered word in each of 200 seconds: "word0.", "word1." and so on. */
export const wordsEverySecond = (word = 'word'): Line[] =>
  Array.from({ length: 200 }, (_, i) => ({
    speaker: 0,
    text: `${word}${i}.`,
    fromMs: i * 1000 + 100,
    toMs: i * 1000 + 800,
  }))

/**
 * The real extension in a real browser, with a real server whose engine returns the lines of a script at their times.
 */
export interface RecordingStage {
  server: ServerProcess
  /** Holds the profiles of the browsers, their logs, and the data of the server. */
  folder: string
  /**
   * Opens a browser with a profile of this stage, which keeps the data of earlier browsers. People who work at the same
   * time need a profile each.
   */
  openBrowser(profile?: string): Promise<PanelBrowser>
  close(): Promise<void>
}

export interface PanelBrowser {
  demo: DemoBrowser
  /** Opens the panel beside the chart, as a click on the toolbar button does. Signs in if necessary. */
  panel(): Promise<Page>
  /** Evaluates `task` in the service worker. If the service worker is not running, waits until it runs. */
  inWorker<Answer>(task: () => Answer | Promise<Answer>): Promise<Answer>
  offscreen(): Promise<Page>
  /** Ends the browser as a crash would. */
  kill(): Promise<void>
}

interface RecordingStageOptions {
  /** The words that the engine returns for any audio. Without a script, the PocketSphinx engine is used. */
  script?: Line[]
  /** 16 kHz samples that the fake microphone delivers once. Without them, it delivers a continuous tone. */
  microphone?: Int16Array
  /** Settings of the server. If they are given, the server runs without `--demo`, so it has no data of the demo. */
  env?: Record<string, string>
  /**
   * Settings that choose another speech engine. With `SPEECH_FALLBACK_ENGINE: 'scripted'`, the engine that returns
   * `script` becomes the second engine.
   */
  speech?: Record<string, string>
}

export async function openRecordingStage({
  script,
  microphone,
  env,
  speech,
}: RecordingStageOptions): Promise<RecordingStage> {
  const folder = await mkdtemp(join(tmpdir(), 'chartside-recording-'))
  const file = (name: string) => join(folder, name)
  await writeFile(file('script.json'), JSON.stringify(script ?? []))
  const sound = microphone ?? tone({ hertz: toneHz, seconds: 200, sampleRateHz: 16_000 })
  await writeFile(file('microphone.wav'), wav(sound, 16_000))
  const extensionDir = await built('extension')
  const server = await startServer(['--port', '0', '--data', file('data'), ...(env ? [] : ['--demo'])], {
    ...env,
    SPEECH_ENGINE: script === undefined ? 'pocketsphinx' : 'scripted',
    SPEECH_SCRIPT: file('script.json'),
    ...speech,
  })
  /** The browsers that run, each with its profile. */
  const open = new Map<DemoBrowser, string>()
  /** The log file in which each browser has stored its requests, with the profile of the browser. */
  const logs: { profile: string; log: string }[] = []

  return {
    server,
    folder,
    async openBrowser(profile = 'profile') {
      const log = file(`requests-${logs.length + 1}.json`)
      logs.push({ profile, log })
      const demo = await openDemoBrowser({
        executablePath: await findBrowser(),
        extensionDir,
        serverUrl: server.url,
        headless: true,
        microphone: file('microphone.wav'),
        profile: file(profile),
        requestLog: log,
      })
      open.set(demo, profile)
      demo.browser.once('disconnected', () => open.delete(demo))
      await demo.chart.goto(`http://${demoHost}/patients/4812/patient_evaluations/77/edit?process=3`)
      return {
        demo,
        async panel() {
          const panel = await demo.openPanel()
          const screen = await panel.waitForFunction(
            () => ['Sign in', 'Ready to record', 'Finish'].find((words) => document.body.textContent.includes(words)),
            { timeout: waitMs },
          )
          if ((await screen.jsonValue()) !== 'Sign in') return panel
          await signIn(panel, demoUser)
          await text(panel, 'Maya Okafor').wait()
          return panel
        },
        async inWorker(task) {
          const target = await demo.browser.waitForTarget(
            (each) => each.type() === 'service_worker' && each.url().includes(demo.extensionId),
          )
          const worker = await target.worker()
          if (!worker) throw new Error('The service worker cannot be reached.')
          return worker.evaluate(task)
        },
        async offscreen() {
          return (await demo.browser.waitForTarget((each) => each.url().includes('/offscreen.html'))).asPage()
        },
        async kill() {
          open.delete(demo)
          const gone = new Promise((resolve) => demo.browser.once('disconnected', resolve))
          demo.browser.process()?.kill('SIGKILL')
          await gone
        },
      }
    },
    async close() {
      // All browsers of one profile share one ledger. So the ledger is compared with the logs of all these browsers.
      const readings = await Promise.all(
        [...open].map(async ([demo, profile]) => ({ profile, reading: await readLedger(demo) })),
      )
      for (const demo of [...open.keys()]) await demo.browser.close()
      await server.stop()
      const compared = await Promise.all(
        readings.map(async ({ profile, reading }) => {
          const own = logs.filter((one) => one.profile === profile)
          const seen = await Promise.all(own.map(({ log }) => seenRequests(log, reading.readAt)))
          return { seen: seen.flat(), reading }
        }),
      )
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
      for (const { seen, reading } of compared) demandListed(seen, reading)
    },
  }
}
