import { browser } from 'wxt/browser'
import { showRecording } from './recording-badge.ts'

let opening: Promise<void> | null = null

/** Creates the offscreen page if it does not exist. Parallel calls create only one page. */
export async function openOffscreen(): Promise<void> {
  if (await browser.offscreen.hasDocument()) return
  // Without an offscreen page nothing is recording. Reset the badge, which may still show a recording of a crashed
  // page.
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
