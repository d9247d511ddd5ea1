import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { idleRecording, problemList, type Recorder, type RecordingState } from '../../lib/transcript/recording-state.ts'
import { useSubscribed } from '../ports.tsx'
import { missingInWords } from '../recording/recovery-words.ts'
import { sentenceOf } from '../ui/failure.ts'

/** idle → starting → recording → stopping → idle (spec §4). */
export type DictationPhase = 'idle' | 'starting' | 'recording' | 'stopping'

/** Spec §4. */
export const elsewhere = 'Recording is already in progress elsewhere'

/** A box, known by itself. */
interface Box {
  onWords: DictationOptions['onWords']
  /** The last dictation whose words it was given. */
  given: string | null
}

/** By then the words that stand in a text are kept with the work at hand; a panel that is closed before leaves them to the next one. */
const keptAfterMs = 1000
/** Another box takes up the words when nobody has taken them by then. */
const claimAfterMs = 3000

/** Which box of this page a recorder's dictation belongs to, so that words land in no other one. */
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
  /** Of a lasting box: the account it is of. Words that came while no box was there wait for this one. */
  keepFor?: string | null
  /** What was said, once it is over. */
  onWords: (turns: string[], patient: RecordingState['patient']) => void
  /** Whether the text has these words already: they may have come just before the panel was closed. */
  has: (turns: string[]) => boolean
}

export interface Dictation {
  phase: DictationPhase
  /** Heard so far. */
  turns: string[]
  /** Why it did not start or stop, and what is wrong now, each in a sentence; empty when all is well. */
  problems: string[]
  start(): Promise<void>
  stop(): Promise<void>
  /** Another place records now: this one would be refused. */
  elsewhere: boolean
  /** Gives it up, once it could not be finished; null as long as there is no need to. */
  discard: (() => Promise<void>) | null
}

/** Dictation into one text box. Knows no socket: the recorder records, and is one for all places (spec §4). */
export function useDictation(options: DictationOptions): Dictation {
  const { recorder, lasting = false, keepFor = null } = options
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

  // A dictation of another panel is its own: nothing here takes it up, shows it or ends it.
  const dictating = dictatesHere(state)
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
      if (lasting || busy === 'starting' || !dictatesHere(state)) return
      void recorder.discard().catch(() => undefined)
    }
  }, [recorder, me, lasting])

  const words = lasting && busy === null ? state.unclaimed.find((one) => one.keepFor === keepFor) : undefined
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
      if (owners.get(recorder) === me && !dictatesHere(latest.current.state)) own(recorder, null)
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
      // The box went away meanwhile: nobody waits for it any more.
      if (!stands.current) return
      const { language, microphoneId, gain, patient } = latest.current.options
      own(recorder, me)
      const how = { language, skipSave: true, microphoneId, gain, tab: null, patient }
      await recorder.start({ ...how, place: 'dictation', lasting, keepFor: lasting ? keepFor : null })
      if (!stands.current && !lasting) await recorder.discard()
    } catch (error) {
      if (owners.get(recorder) === me) own(recorder, null)
      setFailure({ message: sentenceOf(error), of: 'start' })
    } finally {
      setBusy(null)
    }
  }, [recorder, me, lasting, keepFor])

  const stop = useCallback(async () => {
    if (latest.current.busy !== null) return
    const { patient } = latest.current.state
    setFailure(null)
    setBusy('stopping')
    try {
      await latest.current.options.checkToken()
      const { transactionId, turns, missing } = await recorder.stop()
      // Another box may have taken it up meanwhile, and what was typed there stays.
      const box = owners.get(recorder) ?? me
      own(recorder, null)
      box.given = transactionId
      box.onWords(turns, patient)
      if (missing) setFailure({ message: missingInWords(missing), of: 'stop' })
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
  const refused = failure?.message === elsewhere
  const free = state.phase === 'idle'
  useEffect(() => {
    if (free && refused) setFailure(null)
  }, [free, refused])

  // A stop that failed gives a reason that stands among the problems, too: it is said once.
  const told = new Set([
    ...(failure ? [failure.message] : []),
    ...(running ? problemList(state.problems).map(({ message }) => message) : []),
  ])
  return {
    phase: busy ?? (running ? phaseOf(state) : 'idle'),
    turns: running ? state.turns : [],
    problems: [...told],
    elsewhere: busy === null && !refused && !free && (!dictating || (owner !== undefined && !mine)),
    start,
    stop,
    discard: running && busy === null && failure?.of === 'stop' ? discard : null,
  }
}

const dictatesHere = ({ place, phase, elsewhere }: RecordingState) =>
  place === 'dictation' && phase !== 'idle' && !elsewhere

/** A paused dictation is one that could not be sent yet: it can be finished again. */
function phaseOf({ phase }: RecordingState): DictationPhase {
  return phase === 'paused' ? 'recording' : phase
}
