import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  Fragment,
  type ReactNode,
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
import { usePorts, useSubscribed } from '../ports.tsx'
import {
  draftOf,
  emptySession,
  readDraft,
  type Take,
  type UnsavedEdit,
  type UnsavedEdits,
  type WorkingSession,
  withEdit,
} from './working-session.ts'

interface SessionActions {
  session: WorkingSession
  /** `open` is the patient whose chart is open; the first word binds the session to it. */
  type(text: string, open: PagePatient | null): void
  chooseExample(example: ExampleSession): void
  finishTake(take: Take, patient: PagePatient | null): void
  /** Puts the work away; a recording's words stay on the server. */
  clear(): void
  /** Puts the work away for good: the words of a recording just made are deleted on the server too. Rejects when it does not answer. */
  startOver(): Promise<void>
}

interface Unsaved {
  edits: UnsavedEdits
  /** Null: saved, or taken back. */
  keep(report: string, field: string, edit: UnsavedEdit | null): void
}

const SessionContext = createContext<SessionActions | null>(null)
const UnsavedContext = createContext<Unsaved | null>(null)
const keepAfterMs = 300
const unknown: AccountState = { status: 'unknown' }

/**
 * Holds the work of this panel above its screens, and keeps what was typed. All of it is one person's: signing out and
 * signing in as somebody else leave nothing of it. A session that merely ended keeps it for the same person.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { draft, account, client } = usePorts()
  const who = useSubscribed(account, unknown)
  const queries = useQueryClient()
  const [session, setSession] = useState(emptySession)
  const [edits, setEdits] = useState<UnsavedEdits>({})
  /** Whose work this is; null before anybody signed in. */
  const owner = useRef<string | null>(null)
  const restored = useRef(false)
  /** How often the work came to be somebody else's: their screens begin anew with it. */
  const [turnovers, setTurnovers] = useState(0)

  // Before anything is painted: nobody sees, even for a moment, what was loaded for another.
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
      // Whoever typed before the draft was read keeps what they typed.
      if (found) {
        setSession((now) => (now === emptySession ? found.session : now))
        setEdits((now) => ({ ...found.edits, ...now }))
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
    const keep = () => void draft.write(draftOf(session, current, edits)).catch(() => undefined)
    const timer = setTimeout(keep, keepAfterMs)
    // The panel may be closed in between.
    addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', keep)
    }
  }, [draft, session, edits])

  const actions = useMemo<SessionActions>(
    () => ({
      session,
      type(text, open) {
        setSession((now) =>
          text === ''
            ? emptySession
            : { ...now, text, take: null, patient: now.text || now.example ? now.patient : open },
        )
      },
      chooseExample(example) {
        const { name = example.name, identifier = '' } = example.context.patient ?? {}
        setSession({ text: example.transcript, example, take: null, patient: { name, identifier } })
      },
      finishTake(take, patient) {
        setSession({ text: '', example: null, take, patient })
      },
      clear() {
        setSession(emptySession)
      },
      async startOver() {
        const { take } = session
        if (take?.origin === 'recorded') {
          await client.call(userEndpoints.discardTranscript, { params: { id: take.transcriptId } })
          void queries.invalidateQueries({ queryKey: ['transcripts'] })
        }
        setSession(emptySession)
      },
    }),
    [session, client, queries],
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

/** The work at hand. Throws outside a `SessionProvider`. */
export function useSession(): SessionActions {
  const actions = useContext(SessionContext)
  if (!actions) throw new Error('No session: wrap the screens in SessionProvider.')
  return actions
}

/** Fields of one note that were typed into and not saved; they outlive the screen and the panel. Throws outside a `SessionProvider`. */
export function useUnsaved(report: string) {
  const unsaved = useContext(UnsavedContext)
  if (!unsaved) throw new Error('No session: wrap the screens in SessionProvider.')
  const { edits, keep } = unsaved
  return {
    edits: edits[report] ?? {},
    keep: (field: string, edit: UnsavedEdit | null) => keep(report, field, edit),
  }
}
