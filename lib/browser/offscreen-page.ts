import { browser } from 'wxt/browser'
import { idleRecording } from '../transcript/recording-state.ts'
import { broadcast } from './messages.ts'
import { showRecording } from './recording-badge.ts'
import { openPages } from './views.ts'

let opening: Promise<void> | null = null

export async function openOffscreen(): Promise<void> {
  if (import.meta.env.FIREFOX) return openRecordingTab()
  if (await browser.offscreen.hasDocument()) return
  // There is no offscreen page, so nothing is recorded. Reset the badge: it may still show a recording if the page has
  // crashed.
  if (opening === null) showRecording('idle')
  opening ??= browser.offscreen
    .createDocument({
      url: '/offscreen.html',
      reasons: ['USER_MEDIA'],
      justification: 'Records the visit the clinician started, also while the panel is closed.',
    })
    .finally(() => {
      opening = null
    })
  await opening
}

const recordingTab = () => openPages('tab').find(({ path }) => path === '/offscreen.html')

/**
 * Creates the page that records in Firefox, which has no offscreen pages: a pinned tab, whose page explains its purpose
 * to the user. The tab is opened in the background, so that the chart stays in front.
 */
async function openRecordingTab(): Promise<void> {
  if (recordingTab()?.isLoaded) return
  if (opening === null) showRecording('idle')
  opening ??= createRecordingTab().finally(() => {
    opening = null
  })
  await opening
}

async function createRecordingTab(): Promise<void> {
  const { id } = await browser.tabs.create({ url: '/offscreen.html', active: false, pinned: true })
  // Wait until the page has loaded. A message that is sent earlier has no receiver.
  await new Promise<void>((resolve) => {
    const onUpdated = (tabId: number, { status }: { status?: string | undefined }) => {
      if (tabId === id && status === 'complete') finish()
    }
    const finish = () => {
      browser.tabs.onUpdated.removeListener(onUpdated)
      resolve()
    }
    browser.tabs.onUpdated.addListener(onUpdated)
    if (recordingTab()?.isLoaded) finish()
  })
}

/**
 * Firefox only: when a person closes the recording tab, tells the panels that nothing is recorded any more. The journal
 * keeps the recording, and the panel offers to finish it.
 */
export function watchRecordingTab(): void {
  if (!import.meta.env.FIREFOX) return
  browser.tabs.onRemoved.addListener(() => {
    if (recordingTab() !== undefined) return
    showRecording('idle')
    const { turns, ...state } = idleRecording
    broadcast('recording.changed', { state, turns: { from: 0, turns } })
  })
}
