import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { idleRecording, type Recorder, type RecordingState } from '../../lib/transcript/recording-state.ts'
import { useSubscribed } from '../ports.tsx'
import { sentenceOf } from '../ui/failure.ts'

/** idle → starting → recording → stopping → idle (spec §4). */
export type DictationPhase = 'idle' | 'starting' | 'recording' | 'stopping'

const elsewhere = 'Recording is already in progress elsewhere'

/** A box, known by itself. */
interface Box {
  onWords: DictationOptions['onWords']
}

/** Which box a recorder's dictation belongs to, so that words land in no other one. */
const owners = new WeakMap<Recorder, Box>()
const watchers = new Set<() => void>()

function own(recorder: Recorder, owner: Box | null): void {
  if (owner) owners.set(recorder, owner)
  else owners.delete(recorder)
  for (const told of watchers) told()
}

function watchOwners(told: () => void): () => void {
  watchers.add(told)
  return () => watchers.delete(told)
}

export interface DictationOptions {
  recorder: Recorder
  /** Rejects with a plain sentence when nobody is signed in any more; asked before each start and each stop. */
  checkToken: () => Promise<void>
  language: string
  microphoneId: string | null
  gain: number
  /** Whose chart is open now; the dictation stays with whoever it was at its start. */
  patient: RecordingState['patient']
  /** A box that outlives its screen: leaving lets the dictation go on, coming back takes it up again. Any other box gives it up when it goes. */
  lasting?: boolean
  /** What was said, once it is over. */
  onWords: (turns: string[], patient: RecordingState['patient']) => void
}

export interface Dictation {
  phase: DictationPhase
  /** Heard so far. */
  turns: string[]
  /** Why it did not start or stop, or what went wrong since; null when all is well. */
  problem: string | null
  start(): Promise<void>
  stop(): Promise<void>
  /** Gives it up, once it could not be finished; null as long as there is no need to. */
  discard: (() => Promise<void>) | null
}

/** Dictation into one text box. Knows no socket: the recorder records, and is one for all places (spec §4). */
export function useDictation(options: DictationOptions): Dictation {
  const { recorder, lasting = false } = options
  const state = useSubscribed(recorder, idleRecording)
  const [me] = useState<Box>(() => ({ onWords: options.onWords }))
  const [busy, setBusy] = useState<'starting' | 'stopping' | null>(null)
  const [failure, setFailure] = useState<{ message: string; of: 'start' | 'stop' } | null>(null)
  const latest = useRef({ options, state, busy })
  latest.current = { options, state, busy }
  const stands = useRef(false)
  useLayoutEffect(() => {
    me.onWords = options.onWords
  })

  const dictating = state.place === 'dictation' && state.phase !== 'idle'
  const owner = useSyncExternalStore(watchOwners, () => owners.get(recorder))
  const mine = owner === me

  // Only a box that stands takes it up: one React drew and threw away would hold it for ever.
  useEffect(() => {
    if (dictating && lasting && owner === undefined) own(recorder, me)
  }, [dictating, lasting, owner, recorder, me])

  useEffect(() => {
    stands.current = true
    return () => {
      stands.current = false
      if (owners.get(recorder) !== me) return
      const { busy, state } = latest.current
      own(recorder, null)
      // What only begins is given up once it has begun.
      if (lasting || busy === 'starting' || state.place !== 'dictation' || state.phase === 'idle') return
      void recorder.discard().catch(() => undefined)
    }
  }, [recorder, me, lasting])

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
      // The box went away meanwhile: nobody waits for it any more.
      if (!stands.current) return
      const { language, microphoneId, gain, patient } = latest.current.options
      own(recorder, me)
      await recorder.start({ place: 'dictation', language, skipSave: true, microphoneId, gain, tab: null, patient })
      if (!stands.current && !lasting) await recorder.discard()
    } catch (error) {
      if (owners.get(recorder) === me) own(recorder, null)
      setFailure({ message: sentenceOf(error), of: 'start' })
    } finally {
      setBusy(null)
    }
  }, [recorder, me, lasting])

  const stop = useCallback(async () => {
    if (latest.current.busy !== null) return
    const { patient } = latest.current.state
    setFailure(null)
    setBusy('stopping')
    try {
      await latest.current.options.checkToken()
      const { turns } = await recorder.stop()
      // Another box may have taken it up meanwhile, and what was typed there stays.
      const box = owners.get(recorder) ?? me
      own(recorder, null)
      box.onWords(turns, patient)
    } catch (error) {
      // It still records: the words are not given up for a refused check.
      setFailure({ message: sentenceOf(error), of: 'stop' })
    } finally {
      setBusy(null)
    }
  }, [recorder, me])

  const discard = useCallback(async () => {
    try {
      await recorder.discard()
      if (owners.get(recorder) === me) own(recorder, null)
      setFailure(null)
    } catch (error) {
      setFailure({ message: sentenceOf(error), of: 'stop' })
    }
  }, [recorder, me])

  const running = mine && dictating
  return {
    phase: busy ?? (running ? phaseOf(state) : 'idle'),
    turns: running ? state.turns : [],
    problem: failure?.message ?? (running ? (state.problem?.message ?? null) : null),
    start,
    stop,
    discard: running && busy === null && failure?.of === 'stop' ? discard : null,
  }
}

/** A paused dictation is one that could not be sent yet: it can be finished again. */
function phaseOf({ phase }: RecordingState): DictationPhase {
  return phase === 'paused' ? 'recording' : phase
}
