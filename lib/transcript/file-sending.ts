import { wireFormat } from '../contracts/audio.ts'
import { type AudioFile, longestFileMs, type SendFile, sendBacklog, UploadRefused } from './backlog.ts'
import type { Clock } from './clock.ts'
import type { DiskWatch } from './disk-watch.ts'
import type { TakeJournal } from './journal/take-journal.ts'
import { createKeptReader, DiskAway } from './kept-reader.ts'
import type { Stretch } from './missing.ts'
import type { SendBuffer } from './send-buffer.ts'

/** The longest a clinician who pressed Finish is kept waiting for a server that is away, or asks to come again later. */
export const finishWaitMs = 60_000
/** More than the socket may hold goes as a file. */
const fileFromChunks = 500
/** A server, or what stands before it, that takes no file of this length takes none. */
const shortestFileMs = 15_000
const retryLeastMs = 1000
/** A disk that gave nothing back is asked again this often. */
const diskRetryMs = 5000

export interface FileSendingOptions {
  channels: 1 | 2
  clock: Clock
  buffer: SendBuffer
  journal: Pick<TakeJournal, 'read' | 'places'>
  send: SendFile
  disk: DiskWatch
  /** Files are being sent now, or tried again. */
  onTrying: () => void
  /** The server took a file and answered all turns of the take; the buffer knows how far they are committed. */
  onTaken: (transcript: string[]) => void
  /** The server was reached: it is not away, it says why not. */
  onRefused: (refusal: UploadRefused) => void
  /** The disk gives nothing back; it is asked again. */
  onDiskAway: () => void
}

/** Sends a backlog that is too long for the socket as files. */
export interface FileSending {
  /** Whether there is such a backlog. */
  readonly due: boolean
  /** Resolves with true when the rest fits the socket, with false when the server takes no files. Rejects with UploadRefused, DiskAway, or any other error when no server was reached. */
  run(): Promise<boolean>
  /** The user waits for the end: a busy server is waited for a minute at most. */
  finishing(): void
  /** There is reason to try at once. */
  wake(): void
  /** Ends the tries; `run` ends with what it has. */
  stop(): void
  /** The user has waited for the disk for too long: `run` rejects with the next DiskAway. */
  giveUp(): void
}

export function createFileSending(options: FileSendingOptions): FileSending {
  const { channels, clock, buffer, journal, disk } = options
  const read = createKeptReader({ channels, clock, read: journal.read, places: journal.places })
  let fileMs = longestFileMs
  let isFinishing = false
  let isStopped = false
  let isGivenUp = false
  /** While a busy server or a failing disk is waited for: ends the wait. */
  let wake: (() => void) | null = null

  /** Sound that is nowhere but in memory goes over the socket. */
  const isDue = () => buffer.backlog > fileFromChunks && buffer.allKept
  const pause = async (ms: number) => {
    const over = Promise.withResolvers<void>()
    const cancel = clock.after(ms, over.resolve)
    wake = over.resolve
    await over.promise
    cancel()
    wake = null
  }
  const send = async (file: AudioFile, missing: readonly Stretch[]) => {
    disk.setAway(false)
    const { transcript, duration } = await options.send(file)
    disk.found({ fromFrame: file.fromFrame, endFrame: file.fromFrame + file.pcm.length / channels })
    for (const part of missing) disk.miss(part)
    buffer.replayFrom(Math.round(duration * wireFormat.sampleRate))
    options.onTaken(transcript)
  }
  const sendAll = () => {
    options.onTrying()
    return sendBacklog({
      channels,
      longestMs: fileMs,
      read,
      known: buffer.known,
      from: () => buffer.acknowledgedFrame,
      more: () => !isStopped && isDue(),
      send,
    })
  }

  return {
    get due() {
      return isDue()
    },
    async run() {
      isGivenUp = false
      let waitedMs = 0
      while (!isStopped) {
        try {
          await sendAll()
          return true
        } catch (error) {
          if (isStopped) throw error
          if (error instanceof DiskAway) {
            disk.setAway(true)
            options.onDiskAway()
            if (isGivenUp) throw error
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
          // A server that is busy is asked again as it says; whoever finishes waits a minute for it at most.
          if (isFinishing && waitedMs + waitMs > finishWaitMs) throw error
          await pause(waitMs)
          if (isFinishing) waitedMs += waitMs
        }
      }
      return true
    },
    finishing() {
      isFinishing = true
      isGivenUp = false
      wake?.()
    },
    wake: () => wake?.(),
    stop() {
      isStopped = true
      wake?.()
    },
    giveUp() {
      isGivenUp = true
      wake?.()
    },
  }
}
