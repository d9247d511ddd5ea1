import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { SettingsPort } from '../../components/account/settings-port.ts'
import { defaultSettings } from '../../components/account/settings-port.ts'
import { createSubscribable, useSubscribed } from '../../components/subscribable.ts'
import { LoadingCards } from '../../components/ui/faces.tsx'
import { sentenceOf } from '../../components/ui/failure.ts'
import { Look } from '../../components/ui/look.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { checkServer } from '../../lib/api/index.ts'
import { idleRecording } from '../../lib/transcript/recording-state.ts'
import type { Setup } from '../messages.ts'
import { EmbeddedDictation } from './embedded-dictation.tsx'
import { EmbeddedEditor } from './embedded-editor.tsx'
import type { PageAround } from './page-around.ts'
import { createRecorder } from './recorder.ts'
import { type Accepted, openSession, type Place } from './session.ts'

type Beginning = { kind: 'waiting' } | { kind: 'refused'; sentence: string } | ({ kind: 'accepted' } & Accepted)

const queries = new QueryClient()

export function FrameApp({ page, place }: { page: PageAround; place: Place }) {
  const setup = useSubscribed<Setup | null>(page.setup, null)
  const look = useLook(setup?.colorScheme ?? 'auto')
  const [beginning, setBeginning] = useState<Beginning>({ kind: 'waiting' })
  useEffect(() => {
    openSession(page, place).then(
      (session) => {
        setBeginning({ kind: 'accepted', session, recorder: createRecorder(session.ticket) })
        page.tell({ name: 'ready' })
      },
      (error: unknown) => {
        const sentence = sentenceOf(error)
        setBeginning({ kind: 'refused', sentence })
        page.tell({ name: 'error', message: sentence })
      },
    )
  }, [page, place])

  return (
    <Look settings={look}>
      <QueryClientProvider client={queries}>
        <Shown page={page} setup={setup} beginning={beginning} />
      </QueryClientProvider>
    </Look>
  )
}

function Shown({ page, setup, beginning }: { page: PageAround; setup: Setup | null; beginning: Beginning }) {
  const content = useRef<HTMLElement>(null)
  const tellsHeight = setup?.element === 'dictation'
  useEffect(() => {
    const element = content.current
    if (element === null || !tellsHeight) return
    const watch = new ResizeObserver(() => page.tellHeight(Math.ceil(element.getBoundingClientRect().height)))
    watch.observe(element)
    return () => watch.disconnect()
  }, [page, tellsHeight])
  usePhase(page, beginning)
  return (
    <main ref={content} data-element={setup?.element}>
      {beginning.kind === 'refused' ? (
        <Notice tone="look" urgent>
          {beginning.sentence}
        </Notice>
      ) : beginning.kind === 'waiting' || setup === null ? (
        <LoadingCards count={1} />
      ) : setup.element === 'dictation' ? (
        <EmbeddedDictation page={page} setup={setup} {...beginning} />
      ) : (
        <EmbeddedEditor page={page} setup={setup} {...beginning} />
      )}
    </main>
  )
}

function usePhase(page: PageAround, beginning: Beginning): void {
  const recorder = beginning.kind === 'accepted' ? beginning.recorder : null
  useEffect(() => {
    if (recorder === null) return
    let lastPhase = idleRecording.phase
    return recorder.subscribe(({ phase: newPhase }) => {
      // A dictation is paused if its sound could not be sent yet. It counts as recording, so that it can be finished.
      const phase = newPhase === 'paused' ? 'recording' : newPhase
      if (phase === lastPhase) return
      lastPhase = phase
      page.tell({ name: 'state', phase })
    })
  }, [page, recorder])
}

function useLook(colorScheme: Setup['colorScheme']): SettingsPort {
  const state = useMemo(() => createSubscribable({ ...defaultSettings, serverUrl: location.origin }), [])
  useEffect(() => state.set({ ...state.get(), colorScheme }), [state, colorScheme])
  return useMemo(
    () => ({
      subscribe: state.subscribe,
      update: async () => undefined,
      hasUnsentWork: async () => false,
      checkServer,
      openOptions: null,
    }),
    [state],
  )
}
