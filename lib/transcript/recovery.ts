import { framesPerMs } from '../contracts/audio.ts'
import type { ConfirmedConsent } from '../contracts/consent.ts'
import { type Clock, inTime, systemClock } from './clock.ts'
import type { Journal, OpenedTake } from './journal/index.ts'
import {
  type FinishedTake,
  idleRecording,
  isSentByItself,
  type RecordingState,
  type UnclaimedWords,
  type UnfinishedRecording,
} from './recording-state.ts'
import { createDiskReader, DiskAway } from './sending/disk-reader.ts'
import type { SendFile } from './sending/file-backlog.ts'
import { missingAudio } from './sending/missing.ts'
import { createSending, type TakeSocket } from './sending/sending.ts'
import type { SentPatient } from './sent-patient.ts'
import type { TranscriptionSocket } from './socket/socket.ts'
import type { KeptTake } from './take.ts'

type KnownTake = OpenedTake['take'] & SentPatient

export interface RecoveryPorts {
  journal: Journal
  /** Returns what the server may store of the patient of this recording. Must not reject. */
  sentPatient: (take: OpenedTake['take']) => Promise<SentPatient>
  socket: (take: KnownTake, socket: TakeSocket) => TranscriptionSocket
  sendFile: (take: KnownTake, transactionId: string) => SendFile
  /**
   * Returns the frame up to which the server has committed a recording, and 0 if the server stores nothing of it.
   * Rejects when the server does not report the frame.
   */
  position: (take: OpenedTake['take']) => Promise<number>
  /**
   * Keeps the words of a recording that the server does not store. The page that called `transcribe` may be closed
   * before it receives the words.
   */
  keepWords: (words: UnclaimedWords) => void
  onChange?: () => void
  clock?: Clock
}

export interface Recovery {
  readonly sending: boolean
  list(): Promise<UnfinishedRecording[]>
  /**
   * Sends the kept audio and resolves with the transcript when every word has arrived. On failure, rejects with an
   * Error for the user and keeps the recording. `consent`: the patient's consent that was confirmed now, for a
   * recording that has no stored consent. `box`: the text box that should receive the words of a dictation.
   */
  transcribe(
    id: string,
    onProgress?: (share: number) => void,
    consent?: ConfirmedConsent | null,
    box?: string | null,
  ): Promise<FinishedTake>
  /** Opens a kept recording so that a take can continue in it. Close the journal to release the recording. */
  reopen(id: string): Promise<{ take: KnownTake; kept: KeptTake & { id: string } }>
  erase(id: string): Promise<void>
  expire(id: string): Promise<void>
  /**
   * Sends the sessions that their user has finished, one after another, oldest first. A session that cannot be sent
   * stays in the list with its `problem`. Resolves with true if a session of the signed-in account still waits. Rejects
   * if the journal cannot be read. A call during another call waits for the same end.
   */
  sendFinished(): Promise<boolean>
}

const chunkMs = 128
const positionWaitMs = 3000
/**
 * Maximum number of frames (12 hours) that are assumed to be committed if the server does not report its position. The
 * server accepts at most 24 hours of one recording, including gaps. With a higher value, a recording that is continued
 * days later could exceed these 24 hours.
 */
const longestAssumedFrames = 12 * 3_600_000 * framesPerMs
const stillMissing =
  'The missing part still cannot be read from this computer’s disk. The recording stays on this computer. Try again later, or erase the recording.'
const alreadyFinished =
  'This recording was already finished. Try again to send the part that is missing, or erase the recording.'

const firstFrame = ({ skipSave, sent: isSent, acknowledgedFrame }: OpenedTake['take']) =>
  skipSave || isSent ? 0 : acknowledgedFrame

export function createRecovery({ journal, clock = systemClock, ...ports }: RecoveryPorts): Recovery {
  const { onChange = () => {} } = ports
  let running = 0
  /** The finished session that is being sent by itself. The journal does not list it, because it is locked. */
  let underWay: UnfinishedRecording | null = null
  const problems = new Map<string, string>()
  let sendingFinished: Promise<boolean> | null = null
  const someIsBack = async ({ take, journal: takeJournal }: OpenedTake) => {
    const { read: readChunks, places, missing: missingParts } = takeJournal
    const reader = createDiskReader({ channels: take.channels, clock, read: readChunks, places })
    for (const part of missingParts) {
      try {
        const { chunks } = await reader(part, Math.ceil((part.endFrame - part.fromFrame) / 2048) + 1)
        const isIn = ({ atFrame }: { atFrame: number }) => atFrame >= part.fromFrame && atFrame < part.endFrame
        if (chunks.some(isIn)) return true
      } catch (error) {
        if (!(error instanceof DiskAway)) throw error
      }
    }
    return false
  }

  const withPatient = async (take: OpenedTake['take']): Promise<KnownTake> => ({
    ...take,
    ...(await ports.sentPatient(take)),
  })

  /**
   * Returns the frame up to which the server has committed a recording. If the server does not report this frame,
   * returns an upper limit for it, at most 12 hours. The end of the stored audio is not used, because while a disk
   * fails, the server receives audio that the disk does not have.
   */
  const reachedFrame = async (take: OpenedTake['take']): Promise<number> => {
    if (take.skipSave) return 0
    const position = await inTime(clock, positionWaitMs, ports.position(take)).catch(() => null)
    if (position !== null) return position
    const passedFrames = Math.max(0, Date.now() - take.startedAt) * framesPerMs
    return Math.min(passedFrames, longestAssumedFrames)
  }

  const send: Recovery['transcribe'] = async (id, onProgress = () => {}, consent = null, box = null) => {
    const openedTake = await journal.open(id)
    const { journal: takeJournal } = openedTake
    const take = { ...openedTake.take, consent: openedTake.take.consent ?? consent }
    try {
      if (consent !== null && !openedTake.take.consent) await journal.noteConsent(id, consent)
      if (take.sent && !(await someIsBack(openedTake))) throw new Error(stillMissing)
      const knownTake = await withPatient(take)
      const transactionId = take.sent ? await journal.againAs(id) : id
      const { endFrame } = await takeJournal.extent()
      let state: RecordingState = idleRecording
      const sending = createSending({
        transactionId,
        channels: take.channels,
        journal: takeJournal,
        openSocket: (socket) => ports.socket(knownTake, socket),
        sendFile: take.skipSave ? null : ports.sendFile(knownTake, transactionId),
        clock,
        change(part) {
          const savedShare = state.saved
          state = { ...state, ...part(state) }
          if (state.saved !== savedShare) onProgress(state.saved)
        },
        kept: { fromFrame: firstFrame(take), endFrame },
        again: take.sent,
      })
      try {
        await sending.finish()
      } finally {
        sending.close()
      }
      const { missing: missingParts } = sending
      const finishedTake = { transactionId, turns: state.turns }
      if (missingParts.length === 0) await takeJournal.erase({ words: false })
      else await takeJournal.keepRest(missingParts)
      const { owner, patient } = take
      // The server does not store the words of a recording with `skipSave`. If the panel was closed meanwhile, nobody
      // receives the result of this function, so keep the words until a text box claims them.
      if (take.skipSave && owner !== null && state.turns.length > 0)
        ports.keepWords({ ...finishedTake, keepFor: owner, box, patient })
      return missingParts.length === 0 ? finishedTake : { ...finishedTake, missing: missingAudio(missingParts) }
    } catch (error) {
      await takeJournal.close()
      throw error
    }
  }

  const transcribe: Recovery['transcribe'] = async (id, ...how) => {
    running++
    try {
      const finishedTake = await send(id, ...how)
      problems.delete(id)
      return finishedTake
    } finally {
      running--
      onChange()
    }
  }
  const waitsToBeSent = (one: UnfinishedRecording) => one.access === 'open' && isSentByItself(one)
  const sendOne = async (one: UnfinishedRecording) => {
    underWay = { ...one, sentShare: 0 }
    onChange()
    try {
      await transcribe(one.id, (sentShare) => {
        underWay = { ...one, sentShare }
        onChange()
      })
      return true
    } catch (error) {
      problems.set(one.id, error instanceof Error ? error.message : String(error))
      return false
    } finally {
      underWay = null
      onChange()
    }
  }

  return {
    get sending() {
      return running > 0
    },
    async list() {
      const recordings = (await journal.list()).map((one) => {
        const problem = problems.get(one.id)
        return problem === undefined ? one : { ...one, problem }
      })
      if (underWay === null || recordings.some(({ id }) => id === underWay?.id)) return recordings
      return [...recordings, underWay].sort((a, b) => a.startedAt.localeCompare(b.startedAt))
    },
    transcribe,
    sendFinished() {
      const task = async () => {
        const wasSent = new Map<string, boolean>()
        for (;;) {
          const waiting = await journal.list()
          const nextRecording = waiting.find((one) => waitsToBeSent(one) && !wasSent.has(one.id))
          if (nextRecording === undefined) return [...wasSent.values()].includes(false)
          wasSent.set(nextRecording.id, await sendOne(nextRecording))
        }
      }
      sendingFinished ??= task().finally(() => {
        sendingFinished = null
      })
      return sendingFinished
    },
    async reopen(id) {
      const { take, journal: takeJournal } = await journal.open(id)
      if (take.sent) {
        await takeJournal.close()
        throw new Error(alreadyFinished)
      }
      const { chunks, endFrame } = await takeJournal.extent()
      // Each of these two calls may wait some seconds for the server, so they run at the same time.
      const [reached, knownTake] = await Promise.all([reachedFrame(take), withPatient(take)])
      const keptTake = {
        id,
        channels: take.channels,
        journal: takeJournal,
        fromFrame: firstFrame(take),
        endFrame,
        audioMs: chunks * chunkMs,
        reachedFrame: reached,
      }
      return { take: knownTake, kept: keptTake }
    },
    erase: (id) => journal.erase(id),
    expire: (id) => journal.expire(id),
  }
}
