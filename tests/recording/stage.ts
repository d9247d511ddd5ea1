import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Browser, type Page, type Target } from 'puppeteer'
import type { OffscreenMessages } from '../../lib/browser/messages.ts'
import type { RecordingOptions } from '../../lib/transcript/recording-state.ts'
import { findBrowser } from '../../scripts/find-browser.ts'
import { soundFlags, unmuted } from '../../scripts/sound-flags.ts'
import { tone, wav } from '../audio/tone.ts'
import type { RecordingServer } from '../fakes/recording-server.ts'

/**
 * Frequency of the tone of the fake microphone, in Hz. The sample rate of 16,000 Hz is no multiple of it, so the
 * samples do not repeat after each period of the tone. If audio is lost, later samples differ from the captured ones.
 */
const microphoneToneHz = 441
const tabToneHz = 1171

type Asked<Type extends keyof OffscreenMessages> = Parameters<OffscreenMessages[Type]>[0]
type Answered<Type extends keyof OffscreenMessages> = ReturnType<OffscreenMessages[Type]>

export const takeOptions: RecordingOptions = {
  place: 'session',
  language: 'en',
  skipSave: false,
  microphoneId: null,
  gain: 1,
  tab: null,
  patient: { name: 'Ada Example', identifier: 'MR-1' },
}

/** A real browser with the extension, signed in to a server that stores every sample. */
export interface Stage {
  browser: Browser
  extensionId: string
  /** A page of the extension. From here, tests talk to the offscreen page as the panel does. */
  page: Page
  ask<Type extends keyof OffscreenMessages>(type: Type, data?: Asked<Type>): Promise<Answered<Type>>
  /** All samples captured so far, interleaved. In the end, the server must have the same samples. */
  captured(): Promise<Int16Array>
  start(over?: Partial<{ options: RecordingOptions; streamId: string }>): Promise<void>
  /** Opens a tab that plays a tone, and captures it with a click on the toolbar button. */
  openTab(): Promise<{ tab: Page; otherOrigin: string; streamId: string; tabId: number }>
  worker(): Promise<Target>
  signIn(): Promise<void>
  close(): Promise<void>
}

/** Runs in the offscreen page. Records the messages of the audio worklet, in addition to the product's own listener. */
function writeDown() {
  const batches: string[] = []
  Reflect.set(globalThis, 'heard', batches)
  const Node = AudioWorkletNode
  globalThis.AudioWorkletNode = class extends Node {
    constructor(...args: ConstructorParameters<typeof Node>) {
      super(...args)
      this.port.addEventListener('message', ({ data }: MessageEvent<{ type: string; pcm: Int16Array }>) => {
        if (data.type === 'batch') batches.push(btoa(String.fromCharCode(...new Uint8Array(data.pcm.slice().buffer))))
      })
    }
  }
}

/** Serves pages on two origins that play a tone. */
async function startSite() {
  const html = `<!doctype html><title>Visit</title><script>
    const context = new AudioContext()
    const tone = new OscillatorNode(context, { frequency: ${tabToneHz} })
    tone.connect(new GainNode(context, { gain: 0.3 })).connect(context.destination)
    tone.start()
  </script>`
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, otherOrigin: `http://localhost:${port}`, close: () => server.close() }
}

export async function openStage(options: {
  extensionDir: string
  server: RecordingServer
  /** The browser profile. Pass the profile of an earlier browser to find the data that it left. */
  profile?: string
}): Promise<Stage> {
  const { server } = options
  const folder = mkdtempSync(join(tmpdir(), 'recording-'))
  const microphone = join(folder, 'microphone.wav')
  writeFileSync(microphone, wav(tone({ hertz: microphoneToneHz, seconds: 30, sampleRateHz: 48_000 }), 48_000))
  const site = await startSite()
  const browser = await puppeteer.launch({
    executablePath: await findBrowser(),
    headless: true,
    pipe: true,
    enableExtensions: [options.extensionDir],
    defaultViewport: null,
    userDataDir: options.profile ?? join(folder, 'profile'),
    ignoreDefaultArgs: unmuted,
    args: soundFlags({ microphone, playsUnasked: true }),
  })
  // The service worker starts a moment after the browser.
  await browser.waitForTarget((each) => each.type() === 'service_worker')
  const extension = [...(await browser.extensions()).values()].find(({ name }) => name === 'Chartside')
  if (!extension) throw new Error('The browser did not load the extension.')
  const origin = `chrome-extension://${extension.id}`
  await browser.defaultBrowserContext().overridePermissions(origin, ['microphone'])
  const worker = () =>
    browser.waitForTarget((each) => each.type() === 'service_worker' && each.url().includes(extension.id))
  await worker()
  const page = await browser.newPage()
  await page.goto(`${origin}/welcome.html`)

  const signIn = async () => {
    const stored = { settings: { serverUrl: server.url }, session: server.session(), email: 'ana@example.org' }
    await page.evaluate((values) => chrome.storage.local.set(values), stored)
  }
  await signIn()

  const offscreenPage = async () => {
    const target = await browser.waitForTarget((each) => each.url().includes('/offscreen.html'))
    return target.asPage()
  }

  const stage: Stage = {
    browser,
    extensionId: extension.id,
    page,
    signIn,
    worker,
    async ask(type, data) {
      const from = (await browser.pages()).find((each) => each.url().startsWith(origin)) ?? page
      const answer = await from.evaluate(
        (message) => chrome.runtime.sendMessage({ id: 1, timestamp: Date.now(), ...message }),
        { type, data },
      )
      if (answer?.err) throw new Error(answer.err.message)
      return answer?.res
    },
    async captured() {
      const batches = await (await offscreenPage()).evaluate(() => Reflect.get(globalThis, 'heard') as string[])
      const bytes = Uint8Array.from(Buffer.concat(batches.map((one) => Buffer.from(one, 'base64'))))
      return new Int16Array(bytes.buffer)
    },
    async start(over = {}) {
      await page.evaluate(() =>
        chrome.runtime.sendMessage({ id: 1, timestamp: Date.now(), type: 'offscreen.open', data: undefined }),
      )
      await (await offscreenPage()).evaluate(writeDown)
      await stage.ask('recording.start', { options: takeOptions, streamId: null, serverUrl: server.url, ...over })
    },
    async openTab() {
      const tab = await browser.newPage()
      await tab.goto(site.origin)
      await tab.bringToFront()
      await tab.triggerExtensionAction(extension)
      const panelTarget = await browser.waitForTarget((each) => each.url().includes('/sidepanel.html'), {
        timeout: 15_000,
      })
      const panel = await panelTarget.asPage()
      const { tabId, streamId } = await panel.evaluate(async () => {
        const [active] = await chrome.tabs.query({ active: true, currentWindow: true })
        const targetTabId = active?.id ?? 0
        return { tabId: targetTabId, streamId: await chrome.tabCapture.getMediaStreamId({ targetTabId }) }
      })
      return { tab, tabId, streamId, otherOrigin: site.otherOrigin }
    },
    async close() {
      await browser.close()
      site.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return stage
}
