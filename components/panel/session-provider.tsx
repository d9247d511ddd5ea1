import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import type { ExampleSession } from '../../lib/contracts/index.ts'
import { ownerOf, type Person } from '../../lib/contracts/person.ts'
import type { PagePatient } from '../../lib/page/shapes.ts'
import { usePorts } from '../ports.tsx'
import { useOutdatedWork } from './use-outdated-work.ts'
import {
  draftOf,
  emptySession,
  hasWords,
  isStillExample,
  mergedEdits,
  readDraft,
  type Take,
  type UnsavedEdit,
  type UnsavedEdits,
  type WorkingSession,
  withAside,
  withDraft,
  withEdit,
  withoutWords,
  withRemarksAside,
  withTake,
  withTextAsRemarks,
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
  /** `writesNow`: the note is written at once, if a template fits the open form. */
  finishTake(take: Take, patient: PagePatient | null, writesNow?: boolean): void
  /** A recording begins. `continues`: it is a further part of the take of this session. */
  beginRecording(continues: boolean): void
  /** Makes the text of the box the remarks of the running recording, unless it is about another patient. */
  takeTextAsRemarks(patient: PagePatient | null): void
  setRemarks(text: string, patient: PagePatient | null): void
  /** Puts remarks aside that could not be added to a recording. */
  putRemarksAside(): void
  /** Brings back the text of a session that was cleared, with its patient. Does nothing if there are words meanwhile. */
  restore(cleared: WorkingSession): void
  /**
   * Clears the session. The transcript of a recording stays on the server. If `sent` is given, the session is cleared
   * only if the current session is still `sent`: words that were typed after sending must stay.
   */
  clear(sent?: WorkingSession): void
  /** Continues a draft whose panel does not exist any more. Call this function only while `session` has no words. */
  continueDraft(draft: NonNullable<ReturnType<typeof readDraft>>): void
  /**
   * Clears the session. If the words come from a recording just made, its transcript is deleted on the server too.
   * Rejects if the server does not answer.
   */
  startOver(): Promise<void>
}

/**
 * Returns the session with this text in the text box. If a recording waits for its note, the text is put aside instead.
 */
function typed(session: WorkingSession, text: string, openPatient: PagePatient | null): WorkingSession {
  // The words of a dictation can arrive after a recording was finished or opened. They must not replace the recording.
  if (session.take) return withAside(session, text, openPatient)
  if (text === '') return { ...emptySession, aside: session.aside }
  // If more than half of the lines of a demo visit were replaced, the text counts as a real visit. The words of a real
  // visit must not become a note of the demo patient.
  const example = session.example && isStillExample(session.example, text) ? session.example : null
  const goesOn = session.example === example && (session.text !== '' || example !== null)
  return { ...session, text, example, patient: goesOn ? session.patient : openPatient }
}

interface Unsaved {
  edits: UnsavedEdits
  /** Stores an unsaved edit. If `edit` is null, removes the stored edit, because it was saved or undone. */
  keep(report: string, field: string, edit: UnsavedEdit | null): void
}

const SessionContext = createContext<SessionActions | null>(null)
const UnsavedContext = createContext<Unsaved | null>(null)

/**
 * Holds the work of one person, so that it survives a change of screen, and stores typed text. `person`: null if nobody
 * is signed in. Another person needs another `SessionProvider` (see `AccountScope`).
 */
export function SessionProvider({ person, children }: { person: Person | null; children: ReactNode }) {
  const { draft, client } = usePorts()
  const queries = useQueryClient()
  const [session, setSession] = useState(emptySession)
  const [edits, setEdits] = useState<UnsavedEdits>({})
  const owner = useRef(person)
  owner.current = person
  const name = person && ownerOf(person)
  const [isRestored, setRestored] = useState(false)
  /** When the words or edits last changed here, in epoch milliseconds. Null: there are none. */
  const changedAt = useRef<number | null>(null)
  const [outdated, setOutdated] = useState(false)

  useEffect(() => {
    const settle = async () => {
      const { current } = owner
      const storedDraft = current && readDraft(await draft.read(current), current)
      if (!storedDraft) return
      // If the user typed before the draft was read, keep the typed text.
      setSession((workingSession) => (workingSession === emptySession ? storedDraft.session : workingSession))
      setEdits((currentEdits) => ({ ...storedDraft.edits, ...currentEdits }))
      changedAt.current = Date.now()
    }
    settle()
      .catch(() => undefined)
      .finally(() => {
        setRestored(owner.current !== null)
      })
  }, [draft])

  // biome-ignore lint/correctness/useExhaustiveDependencies: if the user id becomes known later, the text must be stored again under the id
  useEffect(() => {
    const { current } = owner
    if (!isRestored || current === null) return
    const text = draftOf(session, ownerOf(current), edits)
    changedAt.current = text === '' ? null : Date.now()
    if (text !== '') setOutdated(false)
    // Store each change without a delay. When a side panel is closed, it gets no event in which it could surely store
    // the last words.
    void draft.write(current, text).catch(() => undefined)
  }, [isRestored, draft, session, edits, name])

  const clearOutdated = useCallback(() => {
    changedAt.current = null
    setSession(emptySession)
    setEdits({})
    setOutdated(true)
  }, [])
  useOutdatedWork(person, changedAt, clearOutdated)

  const actions = useMemo<SessionActions>(
    () => ({
      session,
      outdated,
      type(text, openPatient) {
        setSession((workingSession) => typed(workingSession, text, openPatient))
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
        setSession((workingSession) => withAside(workingSession, text, patient))
      },
      finishTake(take, patient, writesNow = false) {
        setSession((workingSession) => ({ ...withTake(workingSession, take, patient), writesNow }))
      },
      beginRecording(continues) {
        setSession((workingSession) => ({ ...workingSession, continues }))
      },
      takeTextAsRemarks(patient) {
        setSession((workingSession) => withTextAsRemarks(workingSession, patient))
      },
      setRemarks(text, patient) {
        setSession((workingSession) => ({ ...workingSession, remarks: text === '' ? null : { text, patient } }))
      },
      putRemarksAside() {
        setSession(withRemarksAside)
      },
      clear(sentSession) {
        setSession((workingSession) =>
          sentSession === undefined || workingSession === sentSession ? withoutWords(workingSession) : workingSession,
        )
      },
      restore({ text, example, patient }) {
        setSession((workingSession) =>
          hasWords(workingSession) ? workingSession : { ...workingSession, text, example, patient },
        )
      },
      continueDraft(lostDraft) {
        setSession((workingSession) => withDraft(workingSession, lostDraft.session))
        setEdits((currentEdits) => mergedEdits(lostDraft.edits, currentEdits))
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
    () => ({
      edits,
      keep: (report, field, edit) => setEdits((currentEdits) => withEdit(currentEdits, report, field, edit)),
    }),
    [edits],
  )
  return (
    <SessionContext value={actions}>
      <UnsavedContext value={unsaved}>{children}</UnsavedContext>
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
