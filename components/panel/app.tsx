import { lazy, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { isOwner, type Person } from '../../lib/contracts/person.ts'
import { idleRecording, type RecordingState } from '../../lib/transcript/recording-state.ts'
import { useInvitations } from '../account/use-invitations.ts'
import { PageDictationStart, usePageDictation } from '../dictation/use-page-dictation.ts'
import { type Ports, usePorts } from '../ports.tsx'
import { useSubscribed } from '../subscribable.ts'
import { PlaceBadges } from '../ui/place-badges.tsx'
import { SeatGate } from './seat-gate.tsx'
import { Shell } from './shell.tsx'
import { useKnownDirectory } from './use-known-directory.ts'

// Screens that are not needed at first are loaded later. Each of these functions is also called in advance: if React
// once shows a fallback for a screen, it delays the screen by 300 ms.
const screens = {
  SessionScreen: () => import('../recording/session-screen.tsx'),
  You: () => import('../account/you.tsx'),
  RecordingScreen: () => import('../recording/recording-screen.tsx'),
  OthersRecording: () => import('../recording/others-recording.tsx'),
  ChooseTemplate: () => import('../template/choose-template.tsx'),
  WriteSeveral: () => import('../template/write-several.tsx'),
  TemplateRoutes: () => import('../template/layout-routes.tsx'),
  ReportsScreen: () => import('../report/reports-screen.tsx'),
  ReportScreen: () => import('../report/report-screen.tsx'),
  TranscriptsScreen: () => import('../transcript/transcripts-screen.tsx'),
  TranscriptScreen: () => import('../transcript/transcript-screen.tsx'),
  PageDictationScreen: () => import('../dictation/page-dictation-screen.tsx'),
}
const SessionScreen = lazy(async () => ({ default: (await screens.SessionScreen()).SessionScreen }))
const You = lazy(async () => ({ default: (await screens.You()).You }))
const RecordingScreen = lazy(async () => ({ default: (await screens.RecordingScreen()).RecordingScreen }))
const OthersRecording = lazy(async () => ({ default: (await screens.OthersRecording()).OthersRecording }))
const ChooseTemplate = lazy(async () => ({ default: (await screens.ChooseTemplate()).ChooseTemplate }))
const WriteSeveral = lazy(async () => ({ default: (await screens.WriteSeveral()).WriteSeveral }))
const TemplateRoutes = lazy(async () => ({ default: (await screens.TemplateRoutes()).TemplateRoutes }))
const ReportsScreen = lazy(async () => ({ default: (await screens.ReportsScreen()).ReportsScreen }))
const ReportScreen = lazy(async () => ({ default: (await screens.ReportScreen()).ReportScreen }))
const TranscriptsScreen = lazy(async () => ({ default: (await screens.TranscriptsScreen()).TranscriptsScreen }))
const TranscriptScreen = lazy(async () => ({ default: (await screens.TranscriptScreen()).TranscriptScreen }))

const PageDictationScreen = lazy(async () => ({
  default: (await screens.PageDictationScreen()).PageDictationScreen,
}))

/** Loads the first screen of a signed-in user in advance. Otherwise a placeholder would be shown first. */
export async function loadFirstScreen(): Promise<void> {
  await screens.SessionScreen()
}

export function PanelApp({ ports }: { ports: Ports }) {
  return (
    <Shell ports={ports} title="Chartside">
      {(person) => <Screens person={person} />}
    </Shell>
  )
}

function Screens({ person }: { person: Person }) {
  const { email } = person
  const { page, recorder } = usePorts()
  const recording = useSubscribed(recorder, idleRecording)
  const [finishing, setFinishing] = useState<RecordingState | null>(null)
  const [location, navigate] = useLocation()
  const invitations = useInvitations()
  const [startsByKeys, setStartsByKeys] = useState(false)
  const dictation = usePageDictation(person)
  useFocusTitle(dictation.state.step === 'off' ? location : '/dictation')
  useKnownDirectory()
  const isIdle = recording.phase === 'idle' && finishing === null && dictation.state.step === 'off'
  useEffect(
    () =>
      page.onKeys('record-or-finish', () => {
        if (!isIdle) return
        setStartsByKeys(true)
        navigate('/')
      }),
    [page, isIdle, navigate],
  )
  useEffect(() => {
    // After the first screen is shown, load the other screens in the background, so that they open at once.
    const waiting = requestIdleCallback(() => void Promise.all(Object.values(screens).map((load) => load())))
    return () => cancelIdleCallback(waiting)
  }, [])
  // While a visit is recorded, and until its words are saved, show only the recording screen, so that the patient stays
  // visible. If the recording belongs to another account, show a screen without data of the recording.
  const others = recording.phase !== 'idle' && recording.account !== null && !isOwner(recording.account, person)
  if (others && finishing === null) return <OthersRecording />
  const running = recording.phase !== 'idle' && recording.place === 'session' ? recording : finishing
  if (running) return <RecordingScreen state={running} onFinishing={setFinishing} />
  if (dictation.state.step !== 'off') return <PageDictationScreen into={dictation} />
  return (
    <PlaceBadges value={{ '/you': invitations.data?.items.length ?? 0 }}>
      <SeatGate email={email} hasAccount>
        <PageDictationStart value={dictation.start}>
          <Switch>
            <Route path="/">
              <SessionScreen startsByKeys={startsByKeys} onStartByKeys={() => setStartsByKeys(false)} />
            </Route>
            <Route path="/choose">
              <ChooseTemplate email={email} />
            </Route>
            <Route path="/several">
              <WriteSeveral person={person} />
            </Route>
            <Route path="/templates/*?">
              <TemplateRoutes email={email} />
            </Route>
            <Route path="/reports">
              <ReportsScreen />
            </Route>
            <Route path="/reports/:id/fill">{({ id }) => <ReportScreen id={id} filling />}</Route>
            <Route path="/reports/:id/transcript/:transcriptId/:turn">
              {({ id, transcriptId, turn }) => (
                <TranscriptScreen id={transcriptId} quoted={{ turn: Number(turn), from: `/reports/${id}` }} />
              )}
            </Route>
            <Route path="/reports/:id">{({ id }) => <ReportScreen id={id} filling={false} />}</Route>
            <Route path="/transcripts">
              <TranscriptsScreen />
            </Route>
            <Route path="/transcripts/:id">{({ id }) => <TranscriptScreen id={id} />}</Route>
            <Route path="/you">
              <You />
            </Route>
            <Route>
              <Redirect to="/" />
            </Route>
          </Switch>
        </PageDictationStart>
      </SeatGate>
    </PlaceBadges>
  )
}

/**
 * Moves the focus to the title of each new screen, so that screen readers announce the screen. The first screen does
 * not take the focus.
 */
function useFocusTitle(location: string) {
  const previousLocation = useRef(location)
  useLayoutEffect(() => {
    if (previousLocation.current === location) return
    previousLocation.current = location
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [location])
}
