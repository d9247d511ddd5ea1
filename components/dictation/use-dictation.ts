import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { idleRecording, problemList, type Recorder, type RecordingState } from '../../lib/transcript/recording-state.ts'
import { missingInWords } from '../recording/recovery-words.ts'
import { useSubscribed } from '../subscribable.ts'
import { plainSentence, sentenceOf } from '../ui/failure.ts'

/** The phases of a dictation, in their order. After `stopping`, the phase is `idle` again (product 4.2). */
export type DictationPhase = 'idle' | 'starting' | 'recording' | 'stopping'

/** Message required by product 4.1. */
export const elsewhere = 'Recording is already in progress elsewhere'

/** A mounted text box that can receive dictated words. Two boxes are compared by object identity. */
interface Box {
  onWords: DictationOptions['onWords']
  /** The transaction id of the last dictation whose words this text box has received. */
  given: string | null
}

/**
 * In ms: the delay between inserting words into the text and marking the words as received. The text is saved in this
 * time. If the panel closes earlier, the next panel gets the words again.
 */
const keptAfterMs = 1000
/** In ms: if the text box of a dictation has not inserted the words after this time, another text box may do so. */
const claimAfterMs = 3000

/** For each recorder, the text box that owns the running dictation. The words are inserted only there. */
const owners = new WeakMap<Recorder, Box>()
const watchers = new Set<() => void>()

function setOwner(recorder: Recorder, owner: Box | null): void {
  if (owner) owners.set(recorder, owner)
  else owners.delete(recorder)
  for (const listener of watchers) listener()
}

function watchOwners(listener: () => void): () => void {
  watchers.add(listener)
  return () => watchers.delete(listener)
}

export interface DictationOptions {
  recorder: Recorder
  /** Called before each start and stop. Rejects with an error message if the user is no longer signed in. */
  checkToken: () => Promise<void>
  language: string
  microphoneId: string | null
  gain: number
  /** The patient of the open chart. A dictation keeps the patient that was open when it began. */
  patient: RecordingState['patient']
  /**
   * If true, the dictation continues when the text box unmounts. The next text box that mounts takes over the
   * dictation. If false, the dictation is discarded on unmount.
   */
  survivesUnmount?: boolean
  /**
   * False for a place that gets only the words of its own dictations: it takes over none, also with `survivesUnmount`.
   * Default: `survivesUnmount`.
   */
  takesOver?: boolean
  /**
   * For a text box with `survivesUnmount`: the account that owns the dictated words, as `ownerOf` names it. If the
   * words arrive while no text box is mounted, they are stored for this account. The next text box that is mounted for
   * this account inserts the words.
   */
  keepFor?: string | null
  /** Called with the words when the dictation has ended. */
  onWords: (turns: string[], patient: RecordingState['patient']) => void
  /**
   * Returns true if the text already contains these words, for example because they were inserted just before the panel
   * was closed. The words are then not inserted again.
   */
  has: (turns: string[]) => boolean
}

export interface Dictation {
  phase: DictationPhase
  turns: string[]
  /** Milliseconds of sound that were recorded. Null if the phase is not `recording`, or if the recorder is paused. */
  elapsedMs: number | null
  /** Messages about a failed start or stop, and about current problems. Empty if there are none. */
  problems: string[]
  start(): Promise<void>
  stop(): Promise<void>
  /** True if another window or screen is recording. A dictation then cannot be started here. */
  elsewhere: boolean
  /** Discards a dictation that could not be finished. Null if there is no such dictation. */
  discard: (() => Promise<void>) | null
}

/**
 * Manages dictation into one text box. The recording itself is done by the recorder, of which there is only one for all
 * screens (product 4.2).
 */
export function useDictation(options: DictationOptions): Dictation {
  const { recorder, survivesUnmount = false, takesOver = survivesUnmount, keepFor = null } = options
  const state = useSubscribed(recorder, idleRecording)
  const [me] = useState<Box>(() => ({ onWords: options.onWords, given: null }))
  const [busy, setBusy] = useState<'starting' | 'stopping' | null>(null)
  const [failure, setFailure] = useState<{ message: string; of: 'start' | 'stop' } | null>(null)
  const latest = useRef({ options, state, busy })
  latest.current = { options, state, busy }
  const stands = useRef(false)
  useLayoutEffect(() => {
    me.onWords = options.onWords
  })

  // Ignore dictations of another panel: they must not be taken over, shown or stopped here.
  const dictating = dictatesHere(state)
  const owner = useSyncExternalStore(watchOwners, () => owners.get(recorder))
  const mine = owner === me

  // Take over a running dictation in an effect, and not during a render: React can render a component that it never
  // mounts. Such a component would own the dictation, and no other text box could take over.
  useEffect(() => {
    if (dictating && takesOver && owner === undefined) setOwner(recorder, me)
  }, [dictating, takesOver, owner, recorder, me])

  useEffect(() => {
    stands.current = true
    return () => {
      stands.current = false
      if (owners.get(recorder) !== me) return
      const { busy, state } = latest.current
      setOwner(recorder, null)
      // A dictation that is still starting is not discarded here: `start` discards it when the recorder has started.
      if (survivesUnmount || busy === 'starting' || !dictatesHere(state)) return
      void recorder.discard().catch(() => undefined)
    }
  }, [recorder, me, survivesUnmount])

  const words = takesOver && busy === null ? state.unclaimed.find((one) => one.keepFor === keepFor) : undefined
  const waiting = words?.transactionId ?? null
  const had = useRef<string | null>(null)
  if (words && (me.given === waiting || options.has(words.turns))) had.current = waiting
  const has = waiting !== null && had.current === waiting
  const unclaimed = useRef(words)
  unclaimed.current = words
  useEffect(() => {
    if (waiting === null) return
    const take = async () => {
      const patient = unclaimed.current?.patient ?? null
      const turns = await recorder.claim(waiting).catch(() => null)
      if (turns === null || has) return
      if (owners.get(recorder) === me && !dictatesHere(latest.current.state)) setOwner(recorder, null)
      me.onWords(turns, patient)
    }
    const timer = setTimeout(take, has ? keptAfterMs : claimAfterMs)
    return () => clearTimeout(timer)
  }, [waiting, has, recorder, me])

  const start = useCallback(async () => {
    if (latest.current.busy !== null) return
    if (latest.current.state.phase !== 'idle') {
      setFailure({ message: elsewhere, of: 'start' })
      return
    }
    setFailure(null)
    setBusy('starting')
    try {
      await latest.current.options.checkToken()
      // The text box was unmounted while the session was checked, so do not start the dictation.
      if (!stands.current) return
      // Read the options only after the check: the check can change them. For example, it can store the user id, and
      // `keepFor` is then the user id and no longer the email.
      const { language, microphoneId, gain, patient, keepFor = null } = latest.current.options
      setOwner(recorder, me)
      const how = { language, skipSave: true, microphoneId, gain, tab: null, patient }
      await recorder.start({ ...how, place: 'dictation', survivesUnmount, keepFor: survivesUnmount ? keepFor : null })
      if (!stands.current && !survivesUnmount) await recorder.discard()
    } catch (error) {
      if (owners.get(recorder) === me) setOwner(recorder, null)
      setFailure({ message: sentenceOf(error), of: 'start' })
    } finally {
      setBusy(null)
    }
  }, [recorder, me, survivesUnmount])

  const stop = useCallback(async () => {
    if (latest.current.busy !== null) return
    const { patient } = latest.current.state
    setFailure(null)
    setBusy('stopping')
    try {
      await latest.current.options.checkToken()
      const { transactionId, turns, missing: missingAudio } = await recorder.stop()
      // Another text box may have taken over the dictation while it was being stopped. Insert the words into that text
      // box. The text that the user has typed into it stays.
      const box = owners.get(recorder) ?? me
      setOwner(recorder, null)
      box.given = transactionId
      box.onWords(turns, patient)
      if (missingAudio) setFailure({ message: missingInWords(missingAudio), of: 'stop' })
    } catch (error) {
      // If the check of the session failed, the recorder was not stopped and continues to record: no words are lost.
      setFailure({ message: sentenceOf(error), of: 'stop' })
    } finally {
      setBusy(null)
    }
  }, [recorder, me])

  const discard = useCallback(async () => {
    try {
      await recorder.discard()
      if (owners.get(recorder) === me) setOwner(recorder, null)
      setFailure(null)
    } catch (error) {
      setFailure({ message: sentenceOf(error), of: 'stop' })
    }
  }, [recorder, me])

  const running = mine && dictating
  const wasRefused = failure?.message === elsewhere
  const free = state.phase === 'idle'
  const wasFree = useRef(free)
  useEffect(() => {
    // The other recording has ended. If the recorder never knew of it, such as one in another frame, the message stays.
    if (free && !wasFree.current && wasRefused) setFailure(null)
    wasFree.current = free
  }, [free, wasRefused])

  // A failed stop can also be listed among the problems. Show each message once.
  const messages = new Set([
    ...(failure ? [failure.message] : []),
    ...(running ? problemList(state.problems).map(({ message }) => plainSentence(message)) : []),
  ])
  return {
    phase: busy ?? (running ? phaseOf(state) : 'idle'),
    turns: running ? state.turns : [],
    elapsedMs: running && busy === null && state.phase === 'recording' ? state.elapsedMs : null,
    problems: [...messages],
    elsewhere: busy === null && !wasRefused && !free && (!dictating || (owner !== undefined && !mine)),
    start,
    stop,
    discard: running && busy === null && failure?.of === 'stop' ? discard : null,
  }
}

const dictatesHere = ({ place, phase, elsewhere }: RecordingState) =>
  place === 'dictation' && phase !== 'idle' && !elsewhere

/**
 * Returns the phase that the text box shows. If a dictation could not be finished, the recorder reports the phase
 * `paused`. The text box then shows the phase `recording`, so that the user can try to finish the dictation again.
 */
function phaseOf({ phase }: RecordingState): DictationPhase {
  return phase === 'paused' ? 'recording' : phase
}
