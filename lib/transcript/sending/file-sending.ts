import { wireFormat } from '../../contracts/audio.ts'
import type { Clock } from '../clock.ts'
import type { TakeJournal } from '../journal/take-journal.ts'
import type { FrameRange } from '../timeline.ts'
import { createDiskReader, DiskAway } from './disk-reader.ts'
import type { DiskWatch } from './disk-watch.ts'
import { type AudioFile, longestFileMs, type SendFile, sendBacklog, UploadRefused } from './file-backlog.ts'
import type { SendBuffer } from './send-buffer.ts'

export const finishWaitMs = 60_000
const fileFromChunks = 500
/**
 * Length of the shortest file to try, in milliseconds, after the server has answered "too large". A server or proxy
 * that refuses this length refuses all files.
 */
const shortestFileMs = 15_000
const retryLeastMs = 1000
const diskRetryMs = 5000

export interface FileSendingOptions {
  channels: 1 | 2
  clock: Clock
  buffer: SendBuffer
  journal: Pick<TakeJournal, 'read' | 'places'>
  send: SendFile
  disk: DiskWatch
  onTrying: () => void
  /**
   * Called when the server has accepted a file. The buffer then already continues at the server's new position.
   * `transcript`: all turns of the take. `unclear`: the unclear words of each turn, if there are any.
   */
  onTaken: (transcript: string[], unclear?: number[][]) => void
  onRefused: (refusal: UploadRefused) => void
  onDiskAway: () => void
}

export interface FileSending {
  readonly due: boolean
  /**
   * Sends the backlog as files. Resolves with true if the rest of the backlog is short enough for the socket, and with
   * false if the server accepts no files. Rejects with UploadRefused if the user would have to wait more than one
   * minute for a busy server after Finish. Rejects with any other error if the server was not reached. Never rejects
   * after `cancel`.
   */
  run(): Promise<boolean>
  finishing(): void
  wake(): void
  cancel(): void
}

export function createFileSending(options: FileSendingOptions): FileSending {
  const { channels, clock, buffer, journal, disk } = options
  const readRange = createDiskReader({ channels, clock, read: journal.read, places: journal.places })
  let fileMs = longestFileMs
  let isFinishing = false
  let runs = 0
  let uploads = new AbortController()
  let wake: (() => void) | null = null

  /**
   * Returns true if the backlog must be sent as files, because it is too long for the socket. Only audio that can be
   * read back from the disk is sent as files. If a part of the backlog is only in memory, the whole backlog is sent
   * over the socket.
   */
  const isDue = () => buffer.backlog > fileFromChunks && buffer.allKept
  const pause = async (ms: number) => {
    const over = Promise.withResolvers<void>()
    const cancel = clock.after(ms, over.resolve)
    wake = over.resolve
    await over.promise
    cancel()
    wake = null
  }
  const send = async (file: AudioFile, missingParts: readonly FrameRange[], isOver: () => boolean) => {
    // Reading the file may have taken long. A take that was discarded meanwhile must not reach the server.
    if (isOver()) throw new Error('Sending has ended.')
    disk.setAway(false)
    const { transcript, unclear, duration } = await options.send(file, uploads.signal)
    disk.found({ fromFrame: file.fromFrame, endFrame: file.fromFrame + file.pcm.length / channels })
    for (const part of missingParts) disk.miss(part)
    buffer.replayFrom(Math.round(duration * wireFormat.sampleRate))
    options.onTaken(transcript, unclear)
  }
  const sendAll = (isOver: () => boolean) => {
    options.onTrying()
    return sendBacklog({
      channels,
      longestMs: fileMs,
      read: readRange,
      known: buffer.known,
      from: () => buffer.acknowledgedFrame,
      more: () => !isOver() && isDue(),
      send: (file, missingParts) => send(file, missingParts, isOver),
    })
  }

  return {
    get due() {
      return isDue()
    },
    async run() {
      const mine = ++runs
      uploads = new AbortController()
      const isOver = () => runs !== mine
      let waitedMs = 0
      while (!isOver()) {
        try {
          await sendAll(isOver)
          return true
        } catch (error) {
          // A late error of this run must not end the next run.
          if (isOver()) return true
          if (error instanceof DiskAway) {
            disk.setAway(true)
            options.onDiskAway()
            await pause(diskRetryMs)
            continue
          }
          if (!(error instanceof UploadRefused)) throw error
          if (error.tooLarge && fileMs / 2 >= shortestFileMs) {
            fileMs /= 2
            continue
          }
          options.onRefused(error)
          if (error.retryAfterMs === null) return false
          const waitMs = Math.max(retryLeastMs, error.retryAfterMs)
          // Retry after the time that the server asks for. After Finish, the total wait is limited to one minute.
          if (isFinishing && waitedMs + waitMs > finishWaitMs) throw error
          await pause(waitMs)
          if (isFinishing) waitedMs += waitMs
        }
      }
      return true
    },
    finishing() {
      isFinishing = true
      wake?.()
    },
    wake: () => wake?.(),
    cancel() {
      runs++
      uploads.abort()
      wake?.()
    },
  }
}
