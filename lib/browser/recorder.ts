import { browser } from 'wxt/browser'
import { ownerOf } from '../contracts/person.ts'
import { idleRecording, type Recorder, type RecordingState } from '../transcript/recording-state.ts'
import { seenFrom } from '../transcript/seen-from.ts'
import { applyTurns } from '../transcript/turns.ts'
import { holdPage, pageBox } from './boxes.ts'
import { background, broadcasts, offscreen, unlessUnheard } from './messages.ts'
import { demandAllowed } from './policy.ts'
import { readPerson, storedSettings } from './stored.ts'

const tabRefused =
  'The sound of this tab could not be recorded. Open the tab that you want to record, click the Chartside button in the toolbar, then try again.'

/**
 * Returns the id with which the offscreen page can record the sound of a tab. Throws an Error with a message for the
 * user.
 */
export async function streamIdOf(tabId: number): Promise<string> {
  await demandAllowed({ kind: 'capture', source: 'tab' })
  try {
    return await browser.tabCapture.getMediaStreamId({ targetTabId: tabId })
  } catch (cause) {
    throw new Error(tabRefused, { cause })
  }
}

/**
 * Returns the id for a recording that should have the sound of a tab. Null: there is no tab, or the browser does not give
 * its sound now, for example because the button in the toolbar was not pressed. The recording then begins without it
 * and says so.
 */
export async function streamIdFor(tab: { tabId: number } | null): Promise<string | null> {
  if (tab === null) return null
  await demandAllowed({ kind: 'capture', source: 'tab' })
  return streamIdOf(tab.tabId).catch(() => null)
}

export function createRecorder(panel: string): Recorder {
  let state: RecordingState = idleRecording
  const listeners = new Set<(state: RecordingState) => void>()
  const ownBoxes = [panel, pageBox]
  const tell = (newState: RecordingState) => {
    state = seenFrom(ownBoxes, newState)
    for (const listener of listeners) listener(state)
  }

  broadcasts.onMessage('recording.changed', ({ data }) => {
    const { from, turns } = data.turns ?? { from: state.turns.length, turns: [] }
    const unclear = data.unclear ?? state.unclear
    tell({ ...data.state, turns: applyTurns(state.turns, { from, transcript: turns }), unclear })
  })
  // The panel may open while a recording runs. If no offscreen page answers, nothing is recording.
  offscreen.sendMessage('recording.state').then(tell, unlessUnheard)

  return {
    async start({ survivesUnmount = false, ...asked }) {
      const box = asked.place === 'session' ? null : survivesUnmount ? panel : pageBox
      const [{ serverUrl }, person, streamId] = await Promise.all([
        storedSettings.read(),
        readPerson(),
        streamIdFor(asked.tab),
        background.sendMessage('offscreen.open'),
        holdPage(),
      ])
      const options = { ...asked, survivesUnmount, box, account: person && ownerOf(person) }
      await offscreen.sendMessage('recording.start', { options, streamId, serverUrl })
    },
    pause: () => offscreen.sendMessage('recording.pause'),
    resume: () => offscreen.sendMessage('recording.resume'),
    stop: (how = { later: false }) => offscreen.sendMessage('recording.stop', how),
    sendLater: () => offscreen.sendMessage('recording.later'),
    claim: (transactionId) => offscreen.sendMessage('recording.claim', { transactionId }),
    discard: () => offscreen.sendMessage('recording.discard'),
    leave: () => offscreen.sendMessage('recording.leave'),
    useMicrophone: (microphoneId) => offscreen.sendMessage('recording.microphone', { microphoneId }),
    addTab: async (tabId) => offscreen.sendMessage('recording.tab', { streamId: await streamIdOf(tabId) }),
    setGain: (gain) => offscreen.sendMessage('recording.gain', { gain }),
    subscribe(listener) {
      listeners.add(listener)
      listener(state)
      return () => listeners.delete(listener)
    },
  }
}
