import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { ownerOf, type Person } from '../../lib/contracts/person.ts'
import { idleRecording } from '../../lib/transcript/recording-state.ts'
import { defaultSettings } from '../account/settings-port.ts'
import { useSession } from '../panel/session-provider.tsx'
import { isOfAnother } from '../panel/working-session.ts'
import { useRefusal } from '../policy.ts'
import { usePorts } from '../ports.tsx'
import { spokenLanguage } from '../recording/language-name.ts'
import { speechEngineQuery } from '../recording/speech-engine.ts'
import { undoneText } from '../report/fill-words.ts'
import { useSubscribed } from '../subscribable.ts'
import { sentenceOf } from '../ui/failure.ts'
import { toast } from '../ui/toast.ts'
import { wordsOf } from './insert.ts'
import { type NotAllowed, notAllowedWords, useNotAllowed } from './not-allowed.ts'
import { focusRefusals, noWords } from './page-dictation-words.ts'
import { type Dictation, elsewhere, useDictation } from './use-dictation.ts'
import { useTokenCheck } from './use-token-check.ts'
import { type DictationTarget, writeDictation } from './write-dictation.ts'

export type PageDictationState =
  | { step: 'off' | 'looking' }
  | { step: 'refused'; reason: string; notAllowed?: NotAllowed }
  /** The page shows no patient, so the clinician types the name. */
  | { step: 'asking'; target: DictationTarget }
  | { step: 'listening' | 'writing'; target: DictationTarget }
  | { step: 'written'; target: DictationTarget; words: string }
  /** The words are not in the page. `isInSession`: they are in the text of the session. */
  | { step: 'unwritten'; target: DictationTarget; words: string; reason: string; isInSession: boolean }

export interface PageDictation {
  state: PageDictationState
  dictation: Dictation
  /** Looks for the field with the focus, and begins to dictate into it. */
  start(): Promise<void>
  /** Begins after the clinician has typed whose page it is. */
  confirm(name: string): void
  /** Ends the dictation without writing it. */
  discard(): Promise<void>
  undo(): Promise<void>
  close(): void
}

const StartContext = createContext<(() => void) | null>(null)
export const PageDictationStart = StartContext.Provider
/** Begins a dictation into the page. Null outside the panel. */
export const usePageDictationStart = (): (() => void) | null => useContext(StartContext)

/** Dictates into the field of the page that has the focus, with the checks, the read back and the undo of a fill. */
export function usePageDictation(person: Person): PageDictation {
  const { page, recorder, settings, client } = usePorts()
  const { session, type, putAside } = useSession()
  const { microphoneId, gain, language } = useSubscribed(settings, defaultSettings)
  const { data: engine } = useQuery(speechEngineQuery(client))
  const recording = useSubscribed(recorder, idleRecording)
  const notAllowed = useNotAllowed()
  const dictationRefusal = useRefusal({ kind: 'feature', feature: 'dictation' })
  const microphoneRefusal = useRefusal({ kind: 'capture', source: 'microphone' })
  const fillRefusal = useRefusal({ kind: 'feature', feature: 'fill' })
  const checkToken = useTokenCheck()
  const [state, setState] = useState<PageDictationState>({ step: 'off' })
  const target = 'target' in state ? state.target : null

  /** The words must not be lost, so they go to the text of the session, as those of any other dictation. */
  function keep(words: string, { reading: { patient } }: DictationTarget) {
    if (isOfAnother(session, patient)) putAside(words, patient)
    else type([session.text, words].filter(Boolean).join('\n'), patient)
  }

  async function write(into: DictationTarget, words: string) {
    setState({ step: 'writing', target: into })
    try {
      await writeDictation(page, into, words)
      setState({ step: 'written', target: into, words })
    } catch (error) {
      keep(words, into)
      setState({ step: 'unwritten', target: into, words, reason: sentenceOf(error), isInSession: true })
    }
  }

  const dictation = useDictation({
    recorder,
    checkToken,
    language: spokenLanguage(language, engine?.engine?.languages ?? []),
    microphoneId,
    gain,
    patient: target?.reading.patient ?? null,
    survivesUnmount: true,
    takesOver: false,
    keepFor: ownerOf(person),
    has: () => false,
    onWords(turns) {
      const words = wordsOf(turns)
      if (!target) return
      if (words === '') setState({ step: 'unwritten', target, words, reason: noWords, isInSession: false })
      else void write(target, words)
    },
  })

  const { start: listen } = dictation
  const isListening = state.step === 'listening'
  useEffect(() => {
    if (isListening) void listen()
  }, [isListening, listen])

  function begin(into: DictationTarget) {
    setState({ step: 'listening', target: into })
    // The outline only helps the user to see the field.
    void page.point(into.field.fieldId).catch(() => undefined)
  }

  async function start() {
    if (recording.phase !== 'idle') {
      toast('error', `${elsewhere}.`)
      return
    }
    const refusal = dictationRefusal ?? microphoneRefusal ?? fillRefusal
    if (refusal) return setState({ step: 'refused', reason: refusal })
    if (notAllowed) {
      setState({ step: 'refused', reason: notAllowedWords[notAllowed.permission], notAllowed })
      return
    }
    setState({ step: 'looking' })
    try {
      const reading = await page.read()
      const field = await page.focused(reading.nonce)
      if (typeof field === 'string') return setState({ step: 'refused', reason: focusRefusals[field] })
      const into = { field, reading, confirmedPatient: null }
      if (reading.patient) begin(into)
      else setState({ step: 'asking', target: into })
    } catch (error) {
      setState({ step: 'refused', reason: sentenceOf(error) })
    }
  }

  const commands = { state, start, dictation }
  const latest = useRef(commands)
  latest.current = commands
  useEffect(
    () =>
      page.onKeys('dictate-into-page', () => {
        const { state, start, dictation } = latest.current
        if (state.step === 'listening') void dictation.stop()
        else if (state.step !== 'looking' && state.step !== 'writing') void start()
      }),
    [page],
  )

  return {
    state,
    dictation,
    start,
    confirm(name) {
      if (target) begin({ ...target, confirmedPatient: name.trim() })
    },
    async discard() {
      try {
        if (dictation.phase !== 'idle') await recorder.discard()
        setState({ step: 'off' })
      } catch (error) {
        toast('error', sentenceOf(error))
      }
    },
    async undo() {
      if (state.step !== 'written') return
      const { target: into, words } = state
      try {
        const { nonce } = into.reading
        const { whole: isWhole, text } = undoneText(await page.undoField({ nonce, fieldId: into.field.fieldId }))
        toast(isWhole ? 'success' : 'error', text)
        // The user may have closed it, or begun the next dictation, meanwhile.
        if (isWhole)
          setState((current) =>
            current === state ? { step: 'unwritten', target: into, words, reason: text, isInSession: false } : current,
          )
      } catch (error) {
        toast('error', sentenceOf(error))
      }
    },
    close: () => setState({ step: 'off' }),
  }
}
