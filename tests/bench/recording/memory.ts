import { readdirSync, readFileSync } from 'node:fs'
import { type CDPSession, CDPSessionEvent, type Page } from 'puppeteer'
import type { Figure } from '../../../scripts/bench.ts'
import { aria, text } from '../../../scripts/demo/panel.ts'
import { type Line, openRecordingStage, type PanelBrowser, type RecordingStage } from '../../e2e/recording-stage.ts'
import { installFastSound, play } from './fast-sound.ts'

const minutes = { first: 5, last: 90 }
/** 45 times real time: as much as the disk of a slow machine can write. */
const batchesPerSecond = 350
const lineMs = 3000

const script: Line[] = Array.from({ length: (minutes.last * 60_000) / lineMs }, (_, line) => ({
  speaker: line % 2 === 0 ? 0 : 1,
  text: Array.from({ length: 9 }, (_, i) => `word${(line * 9 + i) % 997}`).join(' '),
  fromMs: line * lineMs,
  toMs: line * lineMs + 2800,
}))

/** Finds the process of the extension's pages. */
function extensionProcess(browserPid: number): string {
  const found = readdirSync('/proc').filter((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      return command.includes('--extension-process') && isBelow(parent, browserPid)
    } catch {
      // The process ended in the meantime, or the entry is no process.
      return false
    }
  })
  const [pid] = found
  if (pid === undefined || found.length > 1) throw new Error(`${found.length} processes hold the extension's pages`)
  return pid
}

function isBelow(pid: string | undefined, ancestor: number): boolean {
  if (pid === undefined || pid === '0') return false
  if (Number(pid) === ancestor) return true
  return isBelow(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1], ancestor)
}

interface Memory {
  /** Memory in use after a garbage collection, buffers included. */
  needed: number
  /** Resident memory of the process, measured without garbage in its heaps. */
  resident: number
}

const anonymousBytes = (pid: string): number =>
  Number(/^RssAnon:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

/**
 * Returns a DevTools session for each JavaScript heap in the page's process: the window, the audio thread and the
 * service worker.
 */
async function heapsOf(window: CDPSession): Promise<CDPSession[]> {
  const others: CDPSession[] = []
  const join = (session: CDPSession) => others.push(session)
  window.on(CDPSessionEvent.SessionAttached, join)
  await window.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true })
  window.off(CDPSessionEvent.SessionAttached, join)
  if (others.length < 2)
    throw new Error(`${others.length} heaps beside the window's: an audio thread and a worker have one`)
  return [window, ...others]
}

/**
 * Measures the memory after garbage collections. Freed memory returns to the system in parts, and later on a busy
 * machine. So this function measures once a second, until five measurements in a row show no decrease of more than 1 %,
 * and at most 60 times.
 */
async function memoryOf(session: CDPSession, pid: string): Promise<Memory> {
  const heaps = await heapsOf(session)
  let resident = Number.POSITIVE_INFINITY
  for (let still = 0, looks = 0; still < 5 && looks < 60; looks++) {
    for (const heap of heaps) await heap.send('HeapProfiler.collectGarbage')
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const now = anonymousBytes(pid)
    still = now < resident * 0.99 ? 0 : still + 1
    resident = Math.min(resident, now)
  }
  const { usedSize, backingStorageSize = 0, embedderHeapUsedSize = 0 } = await session.send('Runtime.getHeapUsage')
  // Detach from the audio thread and the service worker. A service worker cannot become idle while it is being
  // inspected.
  await session.send('Target.setAutoAttach', { autoAttach: false, waitForDebuggerOnStart: false, flatten: true })
  return { needed: usedSize + backingStorageSize + embedderHeapUsedSize, resident }
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

async function takeFigures(
  offscreen: Page,
  opened: PanelBrowser,
  kind: 'with the server there' | 'the server away all the time',
): Promise<Figure[]> {
  const session = await offscreen.createCDPSession()
  const pid = extensionProcess(opened.demo.browser.process()?.pid ?? 0)
  await play(offscreen, 0, minutes.first)
  const early = await memoryOf(session, pid)
  await play(offscreen, minutes.first, minutes.last)
  const late = await memoryOf(session, pid)
  await session.detach()
  return (['needed', 'resident'] as const).map((what) => {
    const ratio = late[what] / early[what]
    return {
      measure: `memory of the offscreen page, minute ${minutes.last} against minute ${minutes.first}, ${kind}, ${what === 'needed' ? 'needed after a collection' : 'its process, resident'}`,
      figure: `${ratio.toFixed(2)} × (${megabytes(early[what])}, ${megabytes(late[what])})`,
      limit: 'at most 1.1 ×',
      holds: ratio <= 1.1,
    }
  })
}

/** Starts a take with fast audio and closes the panel, so that the recording page is alone in its process. */
async function beginTake(opened: PanelBrowser): Promise<Page> {
  const panel = await opened.panel()
  await text(panel, 'Ready to record').wait()
  const offscreen = await opened.offscreen()
  await installFastSound(offscreen, batchesPerSecond)
  await panel.locator('label ::-p-text(In the room)').click()
  await aria(panel, 'button', 'Record session').click()
  // The button is enabled once the server is ready.
  await aria(panel, 'button', 'Pause')
    .filter((button) => !(button as HTMLButtonElement).disabled)
    .wait()
  await panel.close()
  return offscreen
}

/** Opens the panel and returns its text, which shows the final state of the recording. */
async function endOf(opened: PanelBrowser): Promise<string> {
  const panel = await opened.panel()
  const shown = await panel.evaluate(() => document.body.textContent)
  await panel.close()
  return shown
}

async function inOneBrowser(
  stage: RecordingStage,
  kind: Parameters<typeof takeFigures>[2],
  before: () => Promise<void>,
): Promise<Figure[]> {
  const opened = await stage.openBrowser()
  const offscreen = await beginTake(opened)
  await before()
  const figures = await takeFigures(offscreen, opened, kind)
  const shown = await endOf(opened)
  if (!shown.includes(`1:${minutes.last - 60}:00`)) throw new Error(`The take is not ${minutes.last} minutes long`)
  if (shown.includes('cannot be stored')) throw new Error('The journal gave up: what was measured is not a kept take')
  await opened.kill()
  return figures
}

/**
 * Measures the memory of the real offscreen page during a take of 90 minutes, which is played faster than real time.
 * Measures twice: with a server that acknowledges all audio, and without a server, so that no audio is acknowledged.
 */
export async function memoryFigures(): Promise<Figure[]> {
  const stage = await openRecordingStage({ script })
  try {
    return [
      ...(await inOneBrowser(stage, 'with the server there', async () => {})),
      ...(await inOneBrowser(stage, 'the server away all the time', () => stage.server.stop())),
    ]
  } finally {
    await stage.close()
  }
}
