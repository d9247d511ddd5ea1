import { browser } from 'wxt/browser'
import { showRecording } from './recording-badge.ts'

let opening: Promise<void> | null = null

/** Makes sure the offscreen page is there; many callers at once make one. */
export async function openOffscreen(): Promise<void> {
  if (await browser.offscreen.hasDocument()) return
  // Where there is no such page nothing records, whatever one that died has left on the button.
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
