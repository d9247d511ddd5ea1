import type { SendFile } from './backlog.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Journal, OpenedTake } from './journal/index.ts'
import { type FinishedTake, idleRecording, type RecordingState, type UnfinishedRecording } from './recording-state.ts'
import { createSending, type TakeSocket } from './sending.ts'
import type { TranscriptionSocket } from './socket.ts'
import type { KeptTake } from './take.ts'

export interface RecoveryPorts {
  journal: Journal
  socket: (take: OpenedTake['take'], socket: TakeSocket) => TranscriptionSocket
  sendFile: (take: OpenedTake['take']) => SendFile
  clock?: Clock
}

/** Recordings that did not come to their end. */
export interface Recovery {
  /** Oldest first; never one that runs. */
  list(): Promise<UnfinishedRecording[]>
  /** Sends what is kept and answers the words once every one is there. Rejects with a plain sentence; nothing is dropped then. */
  transcribe(id: string, onProgress?: (share: number) => void): Promise<FinishedTake>
  /** Holds a kept recording so that a take can go on in it; closing its journal lets it go. */
  reopen(id: string): Promise<{ take: OpenedTake['take']; kept: KeptTake & { id: string } }>
  erase(id: string): Promise<void>
}

const chunkMs = 128

/** Where sending begins: a server that stored nothing hears all of it again. */
const firstFrame = ({ skipSave, acknowledgedFrame }: OpenedTake['take']) => (skipSave ? 0 : acknowledgedFrame)

export function createRecovery({ journal, clock = systemClock, ...ports }: RecoveryPorts): Recovery {
  return {
    list: () => journal.list(),
    async transcribe(id, onProgress = () => {}) {
      const { take, journal: opened } = await journal.open(id)
      try {
        const { endFrame } = await opened.extent()
        let state: RecordingState = idleRecording
        const sending = createSending({
          transactionId: id,
          channels: take.channels,
          journal: opened,
          openSocket: (socket) => ports.socket(take, socket),
          sendFile: take.skipSave ? null : ports.sendFile(take),
          clock,
          change(part) {
            const before = state.saved
            state = { ...state, ...part(state) }
            if (state.saved !== before) onProgress(state.saved)
          },
          kept: { fromFrame: firstFrame(take), endFrame },
        })
        try {
          await sending.finish()
        } finally {
          sending.close()
        }
        await opened.erase({ words: false })
        return { transactionId: id, turns: state.turns }
      } catch (error) {
        await opened.close()
        throw error
      }
    },
    async reopen(id) {
      const { take, journal: opened } = await journal.open(id)
      const { chunks, endFrame } = await opened.extent()
      const kept = {
        id,
        channels: take.channels,
        journal: opened,
        fromFrame: firstFrame(take),
        endFrame,
        audioMs: chunks * chunkMs,
      }
      return { take, kept }
    },
    erase: (id) => journal.erase(id),
  }
}
