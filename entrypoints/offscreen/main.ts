import { browser } from 'wxt/browser'
import { startCapture } from '../../lib/audio/capture.ts'
import { createSilenceGate } from '../../lib/audio/silence-gate.ts'
import { pageGone } from '../../lib/browser/boxes.ts'
import { broadcast, offscreen, type RecordingStart } from '../../lib/browser/messages.ts'
import { wireFormat } from '../../lib/contracts/audio.ts'
import { socketPath } from '../../lib/contracts/socket.ts'
import { type PolicyReading, policyAllows } from '../../lib/policy/index.ts'
import { holdsWords } from '../../lib/transcript/holds-words.ts'
import { createJournal, createJournalStore } from '../../lib/transcript/journal/index.ts'
import { createRecording } from '../../lib/transcript/recording.ts'
import { idleRecording, type RecordingOptions } from '../../lib/transcript/recording-state.ts'
import { createRecovery } from '../../lib/transcript/recovery.ts'
import type { TakeSocket } from '../../lib/transcript/sending/sending.ts'
import { takeReconnectPolicy } from '../../lib/transcript/socket/reconnect-policy.ts'
import { turnsChange } from '../../lib/transcript/turns.ts'
import { closeRefused, openSocket } from './egress.ts'
import { allowedTerms, demandNow, demandRecording, endRefused, eraseOutdated, policyNow } from './policy.ts'
import { recordingServer } from './server.ts'
import { endTabSound, tabSound } from './tab-sound.ts'
import { askForUpdates } from './update.ts'

type Spoken = Pick<
  RecordingOptions,
  'language' | 'place' | 'skipSave' | 'consent' | 'terms' | 'patientId' | 'patientName' | 'account'
>

function openTakeSocket(server: Server, recordingOptions: Spoken, { channels, transactionId, ...take }: TakeSocket) {
  const { encoding, sampleRate } = wireFormat
  return openSocket({
    policy: takeReconnectPolicy,
    ...take,
    url: server.url.replace(/^http/, 'ws') + socketPath,
    ticket() {
      const { skipSave: anonymous, consent = null, account = null } = recordingOptions
      return server.ticket({ anonymous, consent, account })
    },
    start: {
      // Empty, because the ticket authenticates the connection.
      authorization: '',
      language: recordingOptions.language,
      diarize: recordingOptions.place === 'session',
      skipSave: recordingOptions.skipSave,
      encoding,
      sampleRate,
      channels,
      transactionId,
      flags: [],
      ...(recordingOptions.terms?.length ? { terms: recordingOptions.terms } : {}),
      ...(recordingOptions.patientId ? { patientId: recordingOptions.patientId } : {}),
      ...(recordingOptions.patientName ? { patientName: recordingOptions.patientName } : {}),
    },
  })
}

const store = createJournalStore()
function createServer(url: string) {
  const { keyPorts, ...calls } = recordingServer(url)
  const { forget } = keyPorts
  const server = { url, forget, ...calls, journal: createJournal({ store, ...keyPorts }) }
  const recovery = createRecovery({
    journal: server.journal,
    sentPatient: server.sentPatient,
    socket: ({ owner: account, ...take }, socket) => openTakeSocket(server, { ...take, account }, socket),
    sendFile: ({ owner: account, ...take }, transactionId) => server.fileSender(transactionId, { ...take, account }),
    position: ({ id, owner }) => server.position(id, owner),
    keepWords: (words) => recording.keepWords(words),
    onChange: () => broadcast('recovery.changed', undefined),
  })
  return { ...server, recovery }
}
type Server = Omit<ReturnType<typeof createServer>, 'recovery'>
/**
 * The results of `createServer`, by server address. Recordings of different servers must not share a client. Otherwise
 * sound could reach the wrong server.
 */
const servers = new Map<string, ReturnType<typeof createServer>>()
function serverAt({ serverUrl }: { serverUrl: string }) {
  const server = servers.get(serverUrl) ?? createServer(serverUrl)
  servers.set(serverUrl, server)
  return server
}

const recording = createRecording<RecordingStart>({
  journal: (start) => serverAt(start).journal,
  gate: (channels) => createSilenceGate({ channels }),
  async capture({ options, streamId }, handlers) {
    const capture = await startCapture({
      ...handlers,
      microphoneId: options.microphoneId,
      gain: options.gain,
      tab: options.tab === null ? null : await tabSound(streamId, handlers.onProblem),
      mode: options.channels === 1 ? 'merged' : 'channels',
      workletUrl: browser.runtime.getURL('/pcm-worklet.js'),
    })
    return {
      ...capture,
      async addTab(streamId) {
        const stream = await tabSound(streamId, handlers.onProblem)
        if (stream === null) throw new Error('The sound of this tab could not be added. The recording continues.')
        capture.addTab(stream)
      },
    }
  },
  socket: (start, take) => openTakeSocket(serverAt(start), start.options, take),
  sendFile(start, transactionId) {
    const { account = null, ...options } = start.options
    return serverAt(start).fileSender(transactionId, { ...options, account })
  },
  forget: (start, id) => serverAt(start).forget({ id, words: true, owner: start.options.account ?? null }),
})

/** The address of the server of the last recording that was started. '' if no recording was started. */
let serverUrl = ''

async function begin(start: RecordingStart, run: () => Promise<void>): Promise<void> {
  await demandRecording(start.options, start.serverUrl)
  serverUrl = start.serverUrl
  await run()
  // The policy may have changed while the recording was starting.
  await obey(await policyNow())
}

async function obey(policy: PolicyReading): Promise<void> {
  if (policyAllows(policy, { kind: 'capture', source: 'tab' }) !== null) endTabSound()
  await closeRefused()
  await endRefused(policy, recording, serverUrl)
  for (const { recovery } of servers.values()) await eraseOutdated(policy, recovery)
}

offscreen.onMessage('policy.changed', ({ data }) => obey(data))
offscreen.onMessage('recording.start', async ({ data }) => {
  await begin(data, async () => recording.start({ ...data, options: await allowedTerms(data.options) }))
  const { place, survivesUnmount, box } = data.options
  // The page of a dictation dialog may close without sending a message. The browser then releases the lock that the
  // closed page held, `pageGone` resolves, and the dictation is discarded.
  if (place === 'dictation' && !survivesUnmount && box) void pageGone(box).then(() => recording.giveUp(box))
})
offscreen.onMessage('recording.release', ({ data }) => recording.release(data.box))
offscreen.onMessage('recording.reconnect', () => {
  recording.reconnect()
  sendFinished()
})
offscreen.onMessage('recording.pause', () => recording.pause())
offscreen.onMessage('recording.resume', async () => {
  // The policy may have paused the recording (see `endRefused`). Reject if the policy still does not allow requests to
  // the server of the recording.
  await demandNow({ kind: 'connect', url: serverUrl, server: serverUrl })
  await recording.resume()
})
offscreen.onMessage('recording.stop', async ({ data }) => {
  const result = await recording.stop(data)
  if (result.unsent !== undefined) sendFinished()
  return result
})
offscreen.onMessage('recording.later', () => recording.sendLater())
offscreen.onMessage('recording.claim', ({ data }) => recording.claim(data.transactionId))
offscreen.onMessage('recording.discard', () => recording.discard())
offscreen.onMessage('recording.leave', () => recording.leave())
offscreen.onMessage('recording.microphone', ({ data }) => recording.useMicrophone(data.microphoneId))
offscreen.onMessage('recording.tab', ({ data }) => recording.addTab(data.streamId))
offscreen.onMessage('recording.gain', ({ data }) => recording.setGain(data.gain))
offscreen.onMessage('recording.state', () => recording.state)

offscreen.onMessage('recovery.list', async ({ data }) => {
  const { recovery, journal } = serverAt(data)
  await eraseOutdated(await policyNow(), recovery)
  const answer = await recovery.list()
  void journal.tellErasures()
  if (!nextSending) sendFinished()
  return answer
})
offscreen.onMessage('recovery.transcribe', ({ data }) =>
  serverAt(data).recovery.transcribe(
    data.id,
    (share) => broadcast('recovery.progress', { id: data.id, share }),
    data.consent,
    data.box,
  ),
)
offscreen.onMessage('recovery.resume', async ({ data: { id, options, streamId, serverUrl } }) => {
  const { take, kept: storedRecording } = await serverAt({ serverUrl }).recovery.reopen(id)
  const { place, skipSave, patient, patientId, patientName, owner, consent: takeConsent } = take
  const consent = takeConsent ?? options.consent ?? null
  const account = owner ?? options.account ?? null
  const named = { ...(patientId ? { patientId } : {}), ...(patientName ? { patientName } : {}) }
  const takeOptions = { place, skipSave, patient, ...named }
  const start = { options: { ...options, ...takeOptions, consent, account }, streamId, serverUrl }
  let isGiven = false
  try {
    if (consent !== null && !takeConsent) await serverAt({ serverUrl }).journal.noteConsent(id, consent)
    await begin(start, () => {
      isGiven = true
      return recording.resumeTake(start, storedRecording)
    })
  } finally {
    // If the recording did not begin, close its journal, so that the recording is no longer locked. Otherwise the list
    // of unfinished recordings could not show it again.
    if (!isGiven) await storedRecording.journal.close()
  }
})
offscreen.onMessage('recovery.erase', ({ data }) => serverAt(data).recovery.erase(data.id))

const sendAgainMs = 30_000
/** The timer of the next attempt, or true while an attempt runs. Undefined: nothing is known to wait. */
let nextSending: ReturnType<typeof setTimeout> | true | undefined
function sendFinished(): void {
  if (nextSending === true) return
  clearTimeout(nextSending)
  nextSending = true
  const attempts = recoveries().map((recovery) => recovery.sendFinished().catch(() => true))
  void Promise.all(attempts).then((waits) => {
    nextSending = waits.includes(true) ? setTimeout(again, sendAgainMs) : undefined
  })
}
function again() {
  nextSending = undefined
  sendFinished()
}

const recoveries = () => [...servers.values()].map(({ recovery }) => recovery)
const isBusy = () => holdsWords(recording, recoveries())

// In Firefox, this page is a tab that a person can close by mistake. The browser then asks first, because closing the
// tab would end the recording and lose words that no text box has received yet.
window.addEventListener('beforeunload', (event) => {
  if (isBusy()) event.preventDefault()
})

askForUpdates(isBusy)

window.addEventListener('online', () => {
  recording.reconnect()
  sendFinished()
  for (const { journal } of servers.values()) void journal.tellErasures()
})

let sentTurns = idleRecording.turns
let sentUnclear = idleRecording.unclear
let telling = false
recording.subscribe(() => {
  // Several changes in one task (for example position and level of one batch) are sent as one message.
  if (telling) return
  telling = true
  queueMicrotask(() => {
    telling = false
    const { turns, unclear, ...state } = recording.state
    const change = turnsChange(sentTurns, turns)
    sentTurns = turns
    const marks = unclear === sentUnclear ? {} : { unclear }
    sentUnclear = unclear
    broadcast('recording.changed', { state, ...(change === undefined ? {} : { turns: change }), ...marks })
  })
})
