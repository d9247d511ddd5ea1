import { browser } from 'wxt/browser'
import { startCapture } from '../../lib/audio/capture.ts'
import { broadcast, offscreen, type RecordingStart } from '../../lib/browser/messages.ts'
import { wireFormat } from '../../lib/contracts/audio.ts'
import { socketPath } from '../../lib/contracts/socket.ts'
import { createRecording } from '../../lib/transcript/recording.ts'
import { idleRecording } from '../../lib/transcript/recording-state.ts'
import { createSocket } from '../../lib/transcript/socket.ts'
import { turnsChange } from '../../lib/transcript/turns.ts'
import { tabSound } from './tab-sound.ts'
import { askTicket } from './ticket.ts'

const recording = createRecording<RecordingStart>({
  async capture({ options, streamId }, handlers) {
    return startCapture({
      ...handlers,
      microphoneId: options.microphoneId,
      gain: options.gain,
      tab: options.tab === null ? null : await tabSound(streamId, handlers.onProblem),
      mode: 'channels',
      workletUrl: browser.runtime.getURL('/pcm-worklet.js'),
    })
  },
  socket({ options, serverUrl }, { channels, transactionId, ...take }) {
    const { encoding, sampleRate } = wireFormat
    return createSocket({
      ...take,
      url: serverUrl.replace(/^http/, 'ws') + socketPath,
      ticket: () => askTicket({ anonymous: options.skipSave }),
      start: {
        // The ticket says who is asking.
        authorization: '',
        language: options.language,
        diarize: options.place === 'session',
        skipSave: options.skipSave,
        encoding,
        sampleRate,
        channels,
        transactionId,
        flags: [],
      },
    })
  },
})

offscreen.onMessage('recording.start', ({ data }) => recording.start(data))
offscreen.onMessage('recording.pause', () => recording.pause())
offscreen.onMessage('recording.resume', () => recording.resume())
offscreen.onMessage('recording.stop', () => recording.stop())
offscreen.onMessage('recording.state', () => recording.state)

window.addEventListener('online', () => recording.reconnect())

let told = idleRecording.turns
let telling = false
recording.subscribe(() => {
  // What changes together (position and level of one batch) is told in one message.
  if (telling) return
  telling = true
  queueMicrotask(() => {
    telling = false
    const { turns, ...state } = recording.state
    const change = turnsChange(told, turns)
    told = turns
    broadcast('recording.changed', change === undefined ? { state } : { state, turns: change })
  })
})
