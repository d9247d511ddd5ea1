import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { ExampleSession } from '../../lib/contracts/index.ts'
import type { PagePatient } from '../../lib/page/shapes.ts'
import { usePorts } from '../ports.tsx'
import { draftOf, emptySession, sessionFromDraft, type WorkingSession } from './working-session.ts'

interface SessionActions {
  session: WorkingSession
  /** `open` is the patient whose chart is open; the first word binds the session to it. */
  type(text: string, open: PagePatient | null): void
  chooseExample(example: ExampleSession): void
  finishTake(take: NonNullable<WorkingSession['take']>, patient: PagePatient | null): void
  clear(): void
}

const SessionContext = createContext<SessionActions | null>(null)
const keepAfterMs = 300

/** Holds the work of this panel above its screens, and keeps what was typed. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { draft } = usePorts()
  const [session, setSession] = useState(emptySession)
  const restored = useRef(false)

  useEffect(() => {
    let gone = false
    draft
      .read()
      .then((text) => {
        if (gone) return
        restored.current = true
        const found = sessionFromDraft(text)
        // Whoever typed before the draft was read keeps what they typed.
        if (found) setSession((now) => (now === emptySession ? found : now))
      })
      .catch(() => {
        restored.current = true
      })
    return () => {
      gone = true
    }
  }, [draft])

  useEffect(() => {
    if (!restored.current) return
    const timer = setTimeout(() => void draft.write(draftOf(session)).catch(() => undefined), keepAfterMs)
    return () => clearTimeout(timer)
  }, [draft, session])

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
    }),
    [session],
  )
  return <SessionContext value={actions}>{children}</SessionContext>
}

/** The work at hand. Throws outside a `SessionProvider`. */
export function useSession(): SessionActions {
  const actions = useContext(SessionContext)
  if (!actions) throw new Error('No session: wrap the screens in SessionProvider.')
  return actions
}
