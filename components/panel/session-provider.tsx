import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  Fragment,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { navigate } from 'wouter/use-hash-location'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import type { ExampleSession } from '../../lib/contracts/index.ts'
import type { PagePatient } from '../../lib/page/shapes.ts'
import type { AccountState } from '../account/port.ts'
import { usePorts } from '../ports.tsx'
import { useSubscribed } from '../subscribable.ts'
import { useOutdatedWork } from './use-outdated-work.ts'
import {
  draftOf,
  emptySession,
  isStillExample,
  readDraft,
  type Take,
  type UnsavedEdit,
  type UnsavedEdits,
  type WorkingSession,
  withAside,
  withEdit,
  withoutWords,
  withTake,
} from './working-session.ts'

interface SessionActions {
  session: WorkingSession
  /** True after words were erased because the organisation limits how long they are kept. New words set it to false. */
  outdated: boolean
  /** `open` is the patient of the open chart. The first words bind the session to this patient. */
  type(text: string, open: PagePatient | null): void
  chooseExample(example: ExampleSession): void
  /**
   * Stores words about another patient than the patient of the text. They are not added to the text (see
   * `WorkingSession.aside`).
   */
  putAside(text: string, patient: PagePatient | null): void
  finishTake(take: Take, patient: PagePatient | null): void
  /**
   * Clears the session. The transcript of a recording stays on the server. If `sent` is given, the session is cleared
   * only if the current session is still `sent`: words that were typed after sending must stay.
   */
  clear(sent?: WorkingSession): void
  /**
   * Clears the session. If the words come from a recording just made, its transcript is deleted on the server too.
   * Rejects if the server does not answer.
   */
  startOver(): Promise<void>
}

/**
 * Returns the session with this text in the text box. If a recording waits for its note, the text is put aside instead.
 */
function typed(now: WorkingSession, text: string, open: PagePatient | null): WorkingSession {
  // The words of a dictation can arrive after a recording was finished or opened. They must not replace the recording.
  if (now.take) return withAside(now, text, open)
  if (text === '') return { ...emptySession, aside: now.aside }
  // If more than half of the lines of a demo visit were replaced, the text counts as a real visit. The words of a real
  // visit must not become a note of the demo patient.
  const example = now.example && isStillExample(now.example, text) ? now.example : null
  const goesOn = now.example === example && (now.text !== '' || example !== null)
  return { ...now, text, example, patient: goesOn ? now.patient : open }
}

interface Unsaved {
  edits: UnsavedEdits
  /** Stores an unsaved edit. If `edit` is null, removes the stored edit, because it was saved or undone. */
  keep(report: string, field: string, edit: UnsavedEdit | null): void
}

const SessionContext = createContext<SessionActions | null>(null)
const UnsavedContext = createContext<Unsaved | null>(null)
const keepAfterMs = 300
const unknown: AccountState = { status: 'unknown' }

/**
 * Holds the user's work, so that it survives a change of screen, and stores typed text. The work belongs to one user:
 * signing out, or signing in as another user, removes it. If a session only expires, the same user keeps the work.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { draft, account, client } = usePorts()
  const who = useSubscribed(account, unknown)
  const queries = useQueryClient()
  const [session, setSession] = useState(emptySession)
  const [edits, setEdits] = useState<UnsavedEdits>({})
  /** The email of the user who owns this work. Null before the first sign-in. */
  const owner = useRef<string | null>(null)
  const restored = useRef(false)
  /** When the words or edits last changed here, in epoch milliseconds. Null: there are none. */
  const changedAt = useRef<number | null>(null)
  const [outdated, setOutdated] = useState(false)
  /**
   * Number of times that the owner has changed. It is used as a React key, so that all screens of the previous user are
   * removed.
   */
  const [turnovers, setTurnovers] = useState(0)

  // A layout effect runs before the next paint, so that no data of the previous user is visible, even for a moment.
  useLayoutEffect(() => {
    if (who.status === 'unknown') return
    const email = who.status === 'signed-in' ? who.email : null
    if (email === null ? who.status === 'signed-out' && who.ended : email === owner.current) return
    const before = owner.current
    owner.current = email
    restored.current = false
    if (before !== null) {
      setSession(emptySession)
      setEdits({})
      queries.clear()
      setTurnovers((now) => now + 1)
      navigate('/')
    }
    const settle = async () => {
      const found = email === null ? null : readDraft(await draft.read(), email)
      if (owner.current !== email) return
      // If the user typed before the draft was read, keep the typed text.
      if (found) {
        setSession((now) => (now === emptySession ? found.session : now))
        setEdits((now) => ({ ...found.edits, ...now }))
        changedAt.current = Date.now()
      } else await draft.write('')
    }
    settle()
      .catch(() => undefined)
      .finally(() => {
        restored.current = email !== null && owner.current === email
      })
  }, [who, draft, queries])

  useEffect(() => {
    const { current } = owner
    if (!restored.current || current === null) return
    const hasWork = draftOf(session, current, edits) !== ''
    changedAt.current = hasWork ? Date.now() : null
    if (hasWork) setOutdated(false)
    const keep = () => void draft.write(draftOf(session, current, edits)).catch(() => undefined)
    const timer = setTimeout(keep, keepAfterMs)
    // The panel may be closed before the timer fires. Without this listener, the last words would be lost.
    addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', keep)
    }
  }, [draft, session, edits])

  const clearOutdated = useCallback(() => {
    changedAt.current = null
    setSession(emptySession)
    setEdits({})
    setOutdated(true)
  }, [])
  useOutdatedWork(changedAt, clearOutdated)

  const actions = useMemo<SessionActions>(
    () => ({
      session,
      outdated,
      type(text, open) {
        setSession((now) => typed(now, text, open))
      },
      chooseExample(example) {
        const { name = example.name, identifier = '' } = example.context.patient ?? {}
        setSession(({ aside }) => ({
          ...emptySession,
          text: example.transcript,
          example,
          patient: { name, identifier },
          aside,
        }))
      },
      putAside(text, patient) {
        setSession((now) => withAside(now, text, patient))
      },
      finishTake(take, patient) {
        setSession((now) => withTake(now, take, patient))
      },
      clear(sent) {
        setSession((now) => (sent === undefined || now === sent ? withoutWords(now) : now))
      },
      async startOver() {
        const { take } = session
        if (take?.origin === 'recorded') {
          await client.call(userEndpoints.discardTranscript, { params: { id: take.transcriptId } })
          void queries.invalidateQueries({ queryKey: ['transcripts'] })
        }
        setSession(withoutWords)
      },
    }),
    [session, outdated, client, queries],
  )
  const unsaved = useMemo<Unsaved>(
    () => ({ edits, keep: (report, field, edit) => setEdits((now) => withEdit(now, report, field, edit)) }),
    [edits],
  )
  return (
    <SessionContext value={actions}>
      <UnsavedContext value={unsaved}>
        <Fragment key={turnovers}>{children}</Fragment>
      </UnsavedContext>
    </SessionContext>
  )
}

/** Returns the current session. Throws outside a `SessionProvider`. */
export function useSession(): SessionActions {
  const actions = useContext(SessionContext)
  if (!actions) throw new Error('No session: wrap the screens in SessionProvider.')
  return actions
}

/**
 * Returns the unsaved edits of one note. They survive closing the screen and the panel. Throws outside a
 * `SessionProvider`.
 */
export function useUnsaved(report: string) {
  const unsaved = useContext(UnsavedContext)
  if (!unsaved) throw new Error('No session: wrap the screens in SessionProvider.')
  const { edits, keep } = unsaved
  return {
    edits: edits[report] ?? {},
    keep: (field: string, edit: UnsavedEdit | null) => keep(report, field, edit),
  }
}
