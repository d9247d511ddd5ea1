import { type Clock, systemClock } from './clock.ts'
import {
  idleRecording,
  isAway,
  type MissingAudio,
  type Recorder,
  type RecordingOptions,
  type RecordingState,
  type UnclaimedWords,
} from './recording-state.ts'
import { beginTake, type KeptTake, type Take, type TakePorts } from './take.ts'

export interface RecordingDependencies<Start extends { options: RecordingOptions }> extends TakePorts<Start> {
  clock?: Clock
  newId?: () => string
}

/**
 * The recording of this browser; only one exists at a time. `Start` is the data with which capture, socket and journal
 * are opened.
 */
export interface Recording<Start> extends Omit<Recorder, 'start' | 'addTab'> {
  /** Adds the sound of a tab to the running take. Rejects with an Error for the user. */
  addTab(streamId: string): Promise<void>
  readonly state: RecordingState
  start(start: Start): Promise<void>
  resumeTake(start: Start, kept: KeptTake & { id: string }): Promise<void>
  reconnect(): void
  /**
   * Call this function when the text box `box` does not exist any more. Any other text box may then continue the
   * dictation of `box` and claim its words.
   */
  release(box: string): void
  keepWords(words: UnclaimedWords): void
  /**
   * Discards the dictation of the text box `box`. Call this function when the text box was closed and no other text box
   * may take over the dictation.
   */
  giveUp(box: string): Promise<void>
}

const elsewhere = 'Recording is already in progress elsewhere'
const unkept =
  'This recording cannot be stored on this computer for later. Only the person who started the recording can finish it. Sign out, so that this person can sign in and finish the recording.'
const unsent =
  'The last recording was not sent yet. Press Finish to send it. If you start a new recording, the last one is deleted.'
const unsentSession =
  'The last recording was not sent yet. Press Finish to send it, or Discard to delete it. Then record again.'
const unreached = 'The server cannot be reached.'
const laterWaitMs = 4000
const stalledMs = 20_000

/**
 * The state machine of recording (product 4.1). Only one take runs at a time, as a session or as a dictation. A new
 * session first stops a running session. A new dictation first stops a running dictation of the same text box, or of a
 * text box that does not exist any more. Any other start is refused while a take runs. Calls run one after another.
 */
export function createRecording<Start extends { options: RecordingOptions }>(
  dependencies: RecordingDependencies<Start>,
): Recording<Start> {
  const { clock = systemClock, newId = () => crypto.randomUUID() } = dependencies
  const listeners = new Set<(state: RecordingState) => void>()
  let state = idleRecording
  let take: Take | null = null
  /**
   * Whether the take has ended and could not be sent:
   * - `no`: the take runs, or everything was sent.
   * - `yes`: the take has ended and could not be sent.
   * - `told`: like `yes`, for a dictation: a new start was refused with a message that says so. The next start discards the take.
   */
  let stranded: 'no' | 'yes' | 'told' = 'no'
  let keepFor: string | null = null

  const idle = (): RecordingState => ({ ...idleRecording, place: state.place, unclaimed: state.unclaimed })
  const change = (part: (state: RecordingState) => Partial<RecordingState>) => {
    state = { ...state, ...part(state) }
    for (const listener of listeners) listener(state)
  }

  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = <Answer>(task: () => Promise<Answer>): Promise<Answer> => {
    const answer = queue.then(task)
    queue = answer.catch(() => {})
    return answer
  }

  let sendLater: (() => void) | null = null

  /**
   * Finishes the take. Resolves with the parts that could not be read back, or with the reason why the rest of the take
   * is sent later. Rejects if the take can neither be sent now nor be left for later.
   */
  const finishOrLeave = async (ending: Take): Promise<MissingAudio[] | string> => {
    const finishedAt = Date.now()
    const reasonOf = ({ transcription, network }: RecordingState['problems']) => transcription ?? network ?? unreached
    if (isAway(state) && ending.isKept) {
      const reason = reasonOf(state.problems)
      const outcome = await ending.leave(finishedAt)
      if (outcome !== 'open') return outcome === 'nothing' ? [] : reason
    }
    const wait: { cancel: (() => void) | null; cancelStalled: () => void } = { cancel: null, cancelStalled: () => {} }
    const giveUp = () => {
      if (ending.isKept) ending.giveUp()
    }
    const watch = () => {
      wait.cancelStalled()
      wait.cancelStalled = clock.after(stalledMs, giveUp)
      if (state.connection === 'live' || state.connection === 'idle') {
        wait.cancel?.()
        wait.cancel = null
      } else wait.cancel ??= clock.after(laterWaitMs, giveUp)
    }
    sendLater = giveUp
    listeners.add(watch)
    watch()
    try {
      return await ending.finish()
    } catch (error) {
      const left = await ending.leave(finishedAt).catch(() => 'open' as const)
      if (left === 'open') throw error
      return left === 'nothing' ? [] : error instanceof Error ? error.message : unreached
    } finally {
      listeners.delete(watch)
      wait.cancel?.()
      wait.cancelStalled()
      sendLater = null
    }
  }

  const finish = async (isLater = false) => {
    if (take === null) throw new Error('Nothing is being recorded. Start a recording first.')
    change(() => ({ phase: 'stopping' }))
    let end: MissingAudio[] | string
    try {
      end = isLater ? await finishOrLeave(take) : await take.finish()
    } catch (error) {
      stranded = 'yes'
      change(() => ({ phase: 'paused', ended: true }))
      throw error
    }
    take = null
    stranded = 'no'
    const { transactionId, place, turns, box, patient } = state
    const words = { transactionId: transactionId ?? '', turns }
    const waiting =
      place === 'dictation' && turns.length > 0 && keepFor !== null ? [{ ...words, keepFor, box, patient }] : []
    change(({ unclaimed }) => ({
      phase: 'idle',
      ended: false,
      account: null,
      box: null,
      unclaimed: [...unclaimed, ...waiting],
      saved: 1,
      connection: 'idle',
      levels: idleRecording.levels,
      silentSource: null,
      problems: {},
    }))
    if (typeof end === 'string') return { ...words, unsent: end }
    return { ...words, ...(end.length > 0 ? { missing: end } : {}) }
  }

  const makeRoom = async () => {
    if (take === null) return
    if (stranded === 'no') await finish()
    else if (stranded === 'yes' && (await take.leave(state.place === 'session' ? Date.now() : undefined)) === 'open') {
      // A session is deleted only by Discard, which asks first. A text box of a dictation has no such button.
      if (state.place === 'session') throw new Error(unsentSession)
      stranded = 'told'
      throw new Error(unsent)
    } else {
      const endedTake = take
      take = null
      const isTold = stranded === 'told'
      stranded = 'no'
      if (isTold) await endedTake.discard()
    }
  }

  const discard = async () => {
    const endedTake = take
    take = null
    stranded = 'no'
    // Even if the deletion fails, the state must become idle, because nothing is captured any more.
    try {
      await endedTake?.discard()
    } finally {
      change(idle)
    }
  }

  const begin = (start: Start, keptTake?: KeptTake & { id: string }) => {
    const { place, patient, gain, box = null, account = null } = start.options
    const refuseElsewhere = () => {
      if (state.phase === 'idle') return
      if (state.place !== place || (state.box !== null && state.box !== box)) throw new Error(elsewhere)
    }
    const task = async () => {
      refuseElsewhere()
      await makeRoom()
      const transactionId = keptTake?.id ?? newId()
      keepFor = start.options.keepFor ?? null
      change(() => ({ ...idle(), phase: 'starting', place, box, account, patient, gain, transactionId }))
      try {
        take = await beginTake(start, transactionId, dependencies, clock, change, keptTake)
      } catch (error) {
        // Keep the problems, so that the screen shows why nothing is recorded.
        change(({ problems }) => ({ ...idle(), problems }))
        throw error
      }
      change(() => ({ phase: 'recording' }))
    }
    return { refuseElsewhere, task }
  }

  return {
    get state() {
      return state
    },
    async start(start) {
      const { refuseElsewhere, task } = begin(start)
      refuseElsewhere()
      return inTurn(task)
    },
    async resumeTake(start, keptTake) {
      const { task } = begin(start, keptTake)
      return inTurn(async () => {
        try {
          // Another recording is running. Without this check, `task` would stop that recording, and the words of that
          // recording would reach no text box.
          if (state.phase !== 'idle' && stranded === 'no') throw new Error(elsewhere)
          await task()
        } catch (error) {
          // Release the kept take, so that it is offered for recovery again.
          await keptTake.journal.close()
          throw error
        }
      })
    },
    pause: () =>
      inTurn(async () => {
        if (state.phase !== 'recording') return
        take?.pause()
        change(() => ({ phase: 'paused' }))
      }),
    resume: () =>
      inTurn(async () => {
        if (state.phase !== 'paused') return
        take?.resume()
        change(() => ({ phase: 'recording' }))
      }),
    stop: ({ later: isLater } = { later: false }) => inTurn(() => finish(isLater)),
    async sendLater() {
      sendLater?.()
    },
    async claim(transactionId) {
      const words = state.unclaimed.find((one) => one.transactionId === transactionId)
      if (words === undefined) return null
      change(({ unclaimed }) => ({ unclaimed: unclaimed.filter((one) => one !== words) }))
      return words.turns
    },
    discard: () => inTurn(discard),
    leave: () =>
      inTurn(async () => {
        if (take === null) return
        if (state.journal.state === 'failed' || !take.isKept) throw new Error(unkept)
        change(() => ({ phase: 'stopping' }))
        // If the audio on the disk is not enough for a recovery, the take stays in memory, and can be finished or
        // discarded.
        const outcome = await take.leave().catch(() => 'open' as const)
        if (outcome === 'open') {
          stranded = 'yes'
          change(() => ({ phase: 'paused', ended: true }))
          throw new Error(unkept)
        }
        take = null
        stranded = 'no'
        change(idle)
      }),
    release(box) {
      const isIts = (one: { box: string | null }) => one.box === box
      if (!isIts(state) && !state.unclaimed.some(isIts)) return
      change(({ unclaimed }) => ({
        ...(isIts(state) ? { box: null } : {}),
        unclaimed: unclaimed.map((one) => (isIts(one) ? { ...one, box: null } : one)),
      }))
    },
    keepWords: (words) => change(({ unclaimed }) => ({ unclaimed: [...unclaimed, words] })),
    giveUp: (box) =>
      inTurn(async () => {
        if (state.box === box) await discard()
      }),
    async setGain(gain) {
      take?.setGain(gain)
      change(() => ({ gain }))
    },
    async useMicrophone(microphoneId) {
      // A microphone that is chosen during the start is meant for the take that is starting. Wait until this take has
      // started.
      if (state.phase === 'starting') await queue
      if (take === null) throw new Error('Nothing is being recorded. Start a recording first.')
      await take.useMicrophone(microphoneId)
    },
    async addTab(streamId) {
      if (take === null) throw new Error('Nothing is being recorded. Start a recording first.')
      await take.addTab(streamId)
      change(({ problems: { tab: _, ...problems } }) => ({ problems }))
    },
    subscribe(listener) {
      listeners.add(listener)
      listener(state)
      return () => listeners.delete(listener)
    },
    reconnect: () => take?.reconnect(),
  }
}
