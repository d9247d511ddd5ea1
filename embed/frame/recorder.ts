import { elsewhere } from '../../components/dictation/use-dictation.ts'
import { ApiError } from '../../lib/api/index.ts'
import { startCapture } from '../../lib/audio/capture.ts'
import { createSilenceGate } from '../../lib/audio/silence-gate.ts'
import { socketPath, wireFormat } from '../../lib/contracts/index.ts'
import { createRecording } from '../../lib/transcript/recording.ts'
import type { Recorder, RecordingOptions } from '../../lib/transcript/recording-state.ts'
import { takeReconnectPolicy } from '../../lib/transcript/socket/reconnect-policy.ts'
import { createSocket, TicketRefused } from '../../lib/transcript/socket/socket.ts'
import workletUrl from './pcm-worklet.ts?worker&url'

/**
 * Takes the right to record, of which the boxes of all pages of one site have one together (product 4.1). Returns the
 * function that gives it back, or null if another box records. The browser gives it back when the frame is closed.
 */
function holdRecording(): Promise<(() => void) | null> {
  return new Promise((resolve, reject) => {
    const held = navigator.locks.request('chartside.recording', { ifAvailable: true }, (lock) => {
      if (lock === null) return resolve(null)
      return new Promise<void>((release) => resolve(release))
    })
    held.catch(reject)
  })
}

/**
 * The recorder of the frame. It records the microphone only and has no journal: several people may share the browser,
 * so nothing is stored there (product 12.89).
 */
export function createRecorder(ticket: () => Promise<string>): Recorder {
  const recording = createRecording<{ options: RecordingOptions }>({
    gate: (channels) => createSilenceGate({ channels }),
    async capture({ options: { microphoneId, gain } }, handlers) {
      const options = { ...handlers, microphoneId, gain, tab: null, mode: 'channels' as const, workletUrl }
      const { addTab: _, ...capture } = await startCapture(options)
      return capture
    },
    socket: ({ options: { language } }, { channels, transactionId, ...take }) =>
      createSocket({
        policy: takeReconnectPolicy,
        ...take,
        url: location.origin.replace(/^http/, 'ws') + socketPath,
        ticket: async () => {
          try {
            return await ticket()
          } catch (error) {
            const isFinal = error instanceof ApiError && (error.status < 500 || error.code === 'no_engine')
            throw isFinal ? new TicketRefused(error.detail ?? error.message, { cause: error }) : error
          }
        },
        start: {
          authorization: '',
          language,
          diarize: false,
          skipSave: true,
          encoding: wireFormat.encoding,
          sampleRate: wireFormat.sampleRate,
          channels,
          transactionId,
          flags: [],
        },
      }),
  })
  window.addEventListener('online', () => recording.reconnect())
  // Sound that was not sent yet is only in memory. The browser then asks before the page is closed.
  window.addEventListener('beforeunload', (event) => {
    if (recording.state.phase !== 'idle') event.preventDefault()
  })
  const { addTab: _, ...others } = recording
  return {
    ...others,
    async start(options) {
      const release = await holdRecording()
      if (release === null) throw new Error(elsewhere)
      try {
        await recording.start({ options })
      } finally {
        releaseAtEnd(release)
      }
    },
  }

  function releaseAtEnd(release: () => void) {
    const unsubscribe = recording.subscribe(({ phase }) => {
      if (phase !== 'idle') return
      release()
      // The subscription may call at once, before its function is known.
      queueMicrotask(() => unsubscribe())
    })
  }
}
