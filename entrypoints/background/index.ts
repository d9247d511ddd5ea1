import { browser } from 'wxt/browser'
import { defineBackground } from 'wxt/utils/define-background'
import { withSession } from '../../lib/browser/api.ts'
import { watchPlaces } from '../../lib/browser/boxes.ts'
import { answerCommands } from '../../lib/browser/commands.ts'
import { storedDrafts } from '../../lib/browser/drafts.ts'
import { egressRefusal } from '../../lib/browser/egress.ts'
import { followKeptSites } from '../../lib/browser/kept-sites.ts'
import { background, broadcasts, offscreen, unlessUnheard } from '../../lib/browser/messages.ts'
import { openOffscreen, watchRecordingTab } from '../../lib/browser/offscreen-page.ts'
import { signedInAt } from '../../lib/browser/own-server.ts'
import { answerPageMessages } from '../../lib/browser/page-scripts.ts'
import { openPanelOnClick } from '../../lib/browser/panel-opening.ts'
import { openPanelWindow } from '../../lib/browser/panel-window.ts'
import { demandAllowed, hostOf, isAllowed, organisationPolicy } from '../../lib/browser/policy.ts'
import { showRecording } from '../../lib/browser/recording-badge.ts'
import { recordingKey } from '../../lib/browser/recording-key.ts'
import { recordingCredential, recordingTicket } from '../../lib/browser/recording-session.ts'
import { leaveOtherServer } from '../../lib/browser/sign-out.ts'
import { keepFromPages, storedSession, storedSettings } from '../../lib/browser/stored.ts'
import { installUpdatesWhenIdle } from '../../lib/browser/update.ts'

/**
 * Erases the recordings and the unsent typed text that are older than the organisation's policy allows.
 * Reading the drafts with `storedDrafts.hasText` also erases the old text.
 */
async function eraseOld(): Promise<void> {
  const [{ serverUrl }] = await Promise.all([storedSettings.read(), storedDrafts.hasText(), openOffscreen()])
  await offscreen.sendMessage('recovery.list', { serverUrl })
}

export default defineBackground({
  type: 'module',
  main() {
    openPanelOnClick()
    answerCommands()

    browser.runtime.onInstalled.addListener(({ reason }) => {
      void keepFromPages()
      if (reason === 'install') void browser.tabs.create({ url: browser.runtime.getURL('/welcome.html') })
    })

    background.onMessage('offscreen.open', openOffscreen)
    background.onMessage('transcription.ticket', ({ data }) => recordingTicket(data))
    background.onMessage('session.account', ({ data }) => signedInAt(data.serverUrl))
    background.onMessage('recording.key', ({ data }) => recordingKey(data.serverUrl))
    background.onMessage('session.credential', ({ data }) => recordingCredential(data))
    answerPageMessages()
    followKeptSites()
    background.onMessage('panel.open', async ({ sender }) => {
      await demandAllowed({ kind: 'popup-button' })
      await demandAllowed({ kind: 'page', host: hostOf(sender?.url ?? '') })
      if (sender?.tab?.id !== undefined) await openPanelWindow(sender.tab.id)
    })
    background.onMessage(
      'panel.button',
      async ({ sender }) =>
        (await isAllowed({ kind: 'popup-button' })) &&
        (await isAllowed({ kind: 'page', host: hostOf(sender?.url ?? '') })),
    )
    installUpdatesWhenIdle()
    watchRecordingTab()
    background.onMessage('policy.read', () => organisationPolicy.read())
    background.onMessage('egress.refusal', ({ data }) => egressRefusal(data.url))
    // If no offscreen page is open, nothing is recorded. The message to that page then fails, and `unlessUnheard`
    // ignores this failure.
    organisationPolicy.watch((reading) => {
      void offscreen.sendMessage('policy.changed', reading).catch(unlessUnheard)
      if (reading.policy.serverUrl) void withSession(leaveOtherServer)
      if (reading.policy.retention) void eraseOld().catch(unlessUnheard)
    })
    // The panel, too, erases old data, but the user may not open the panel for a long time. So also erase old data when
    // the browser starts.
    browser.runtime.onStartup.addListener(async () => {
      if ((await organisationPolicy.read()).policy.retention) await eraseOld()
    })
    broadcasts.onMessage('recording.changed', ({ data }) => showRecording(data.state.phase))
    watchPlaces((box) => void offscreen.sendMessage('recording.release', { box }).catch(unlessUnheard))
    // The offscreen page cannot watch the stored session, so the service worker sends this message. A recording that
    // has lost its connection then tries to connect at once.
    storedSession.watch((session) => {
      if (session !== null) void offscreen.sendMessage('recording.reconnect').catch(unlessUnheard)
    })
  },
})
