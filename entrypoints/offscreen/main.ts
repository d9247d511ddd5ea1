import { browser } from 'wxt/browser'
import { startCapture } from '../../lib/audio/capture.ts'
import { createSilenceGate } from '../../lib/audio/silence-gate.ts'
import { pageGone } from '../../lib/browser/boxes.ts'
import { broadcast, offscreen, type RecordingStart } from '../../lib/browser/messages.ts'
import { wireFormat } from '../../lib/contracts/audio.ts'
import { socketPath } from '../../lib/contracts/socket.ts'
import { createJournal, createJournalStore } from '../../lib/transcript/journal/index.ts'
import { createRecording } from '../../lib/transcript/recording.ts'
import { idleRecording, type RecordingOptions } from '../../lib/transcript/recording-state.ts'
import { createRecovery } from '../../lib/transcript/recovery.ts'
import type { TakeSocket } from '../../lib/transcript/sending.ts'
import { createSocket } from '../../lib/transcript/socket.ts'
import { turnsChange } from '../../lib/transcript/turns.ts'
import { fileSender, keyPorts, useServer } from './server.ts'
import { tabSound } from './tab-sound.ts'
import { askTicket } from './ticket.ts'

type Spoken = Pick<RecordingOptions, 'language' | 'place' | 'skipSave'>

function openSocket(serverUrl: string, spoken: Spoken, { channels, transactionId, ...take }: TakeSocket) {
  const { encoding, sampleRate } = wireFormat
  return createSocket({
    ...take,
    url: serverUrl.replace(/^http/, 'ws') + socketPath,
    ticket: () => askTicket({ anonymous: spoken.skipSave }),
    start: {
      // The ticket says who is asking.
      authorization: '',
      language: spoken.language,
      diarize: spoken.place === 'session',
      skipSave: spoken.skipSave,
      encoding,
      sampleRate,
      channels,
      transactionId,
      flags: [],
    },
  })
}

const journal = createJournal({ store: createJournalStore(), ...keyPorts })

const recording = createRecording<RecordingStart>({
  journal,
  gate: (channels) => createSilenceGate({ channels }),
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
  socket: ({ options, serverUrl }, take) => openSocket(serverUrl, options, take),
  sendFile: ({ options }, transactionId) => fileSender(transactionId, options.language),
})

/** The server that a recovery was last asked for with. */
let recoveryServer = ''
const recovery = createRecovery({
  journal,
  socket: (take, socket) => openSocket(recoveryServer, take, socket),
  sendFile: (take, transactionId) => fileSender(transactionId, take.language),
})
const recover = ({ serverUrl }: { serverUrl: string }) => {
  useServer(serverUrl)
  recoveryServer = serverUrl
  return recovery
}

offscreen.onMessage('recording.start', async ({ data }) => {
  useServer(data.serverUrl)
  await recording.start(data)
  const { place, lasting, box } = data.options
  // A dialog's page may go without a word.
  if (place === 'dictation' && !lasting && box) void pageGone(box).then(() => recording.giveUp(box))
})
offscreen.onMessage('recording.release', ({ data }) => recording.release(data.box))
offscreen.onMessage('recording.reconnect', () => recording.reconnect())
offscreen.onMessage('recording.pause', () => recording.pause())
offscreen.onMessage('recording.resume', () => recording.resume())
offscreen.onMessage('recording.stop', () => recording.stop())
offscreen.onMessage('recording.claim', ({ data }) => recording.claim(data.transactionId))
offscreen.onMessage('recording.discard', () => recording.discard())
offscreen.onMessage('recording.leave', () => recording.leave())
offscreen.onMessage('recording.microphone', ({ data }) => recording.useMicrophone(data.microphoneId))
offscreen.onMessage('recording.gain', ({ data }) => recording.setGain(data.gain))
offscreen.onMessage('recording.state', () => recording.state)

offscreen.onMessage('recovery.list', async ({ data }) => {
  const answer = await recover(data).list()
  void journal.tellErasures()
  return answer
})
offscreen.onMessage('recovery.transcribe', ({ data }) =>
  recover(data).transcribe(data.id, (share) => broadcast('recovery.progress', { id: data.id, share })),
)
offscreen.onMessage('recovery.resume', async ({ data: { id, options, streamId, serverUrl } }) => {
  const { take, kept } = await recover({ serverUrl }).reopen(id)
  const { place, skipSave, patient } = take
  await recording.resumeTake({ options: { ...options, place, skipSave, patient }, streamId, serverUrl }, kept)
})
offscreen.onMessage('recovery.erase', ({ data }) => recover(data).erase(data.id))

window.addEventListener('online', () => {
  recording.reconnect()
  void journal.tellErasures()
})

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
