import { Button, Divider, Group, Skeleton, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { ConfirmedConsent, ExampleSession } from '../../lib/contracts/index.ts'
import { ownerOf } from '../../lib/contracts/person.ts'
import { samePatient } from '../../lib/page/form/patient.ts'
import type { PagePatient, PageReading } from '../../lib/page/shapes.ts'
import { localDay } from '../../lib/report/day.ts'
import { keyTerms } from '../../lib/transcript/key-terms.ts'
import {
  type FinishedTake,
  idleRecording,
  problemList,
  type UnfinishedRecording,
} from '../../lib/transcript/recording-state.ts'
import { patientFor } from '../../lib/transcript/sent-patient.ts'
import type { AccountState } from '../account/port.ts'
import { CopyForAdministrator, RefusalNotice } from '../account/refusal-notice.tsx'
import { defaultSettings } from '../account/settings-port.ts'
import { UpdateNotice } from '../account/update-notice.tsx'
import { useAccount } from '../account/use-account.ts'
import { wordsOf } from '../dictation/insert.ts'
import { PageDictationButton } from '../dictation/page-dictation-button.tsx'
import { ChartHead, usePage } from '../page/chart-head.tsx'
import { nameOf } from '../page/chart-view.ts'
import { Banners } from '../panel/banners.tsx'
import { useSession } from '../panel/session-provider.tsx'
import { hasWords, isOfAnother } from '../panel/working-session.ts'
import { setByOrganisation, useRefusal } from '../policy.ts'
import { usePorts } from '../ports.tsx'
import { useSubscribed } from '../subscribable.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { plainSentence, sentenceOf } from '../ui/failure.ts'
import { Frame } from '../ui/frame.tsx'
import { IconPlayerRecordFilled } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.ts'
import { AsideNotice } from './aside-notice.tsx'
import { spokenLanguage } from './language-name.ts'
import { ReadyTake } from './ready-take.tsx'
import classes from './session-screen.module.css'
import { SessionText } from './session-text.tsx'
import { SourceCards } from './source-cards.tsx'
import { noSources } from './sources-port.ts'
import { speechEngineQuery } from './speech-engine.ts'
import { useConsent } from './use-consent.tsx'
import { VisitChoices } from './visit-choices.tsx'

// Loaded later, because the first screen does not need it at once.
const ExampleSelector = lazy(async () => ({ default: (await import('./example-selector.tsx')).ExampleSelector }))

/** True for the example session of this patient. Only the patients of the demo charts have one. */
const isExampleOf = (example: ExampleSession['context']['patient'], { name, identifier }: PagePatient) =>
  example?.identifier !== undefined && example.identifier === identifier && example.name === name

/** How long the start of a recording waits for the server's answer about its speech engine, in milliseconds. */
const engineWaitMs = 1500

const unknown: AccountState = { status: 'unknown' }

const KeepSite = lazy(async () => ({ default: (await import('../page/keep-site.tsx')).KeepSite }))

const LostDrafts = lazy(async () => ({ default: (await import('./lost-drafts.tsx')).LostDrafts }))
const VisitList = lazy(async () => ({ default: (await import('./visit-list.tsx')).VisitList }))
const WaitingRecordings = lazy(async () => ({ default: (await import('./waiting-recordings.tsx')).WaitingRecordings }))

interface SessionScreenProps {
  /** True after the keys for a recording were pressed, until `onStartByKeys` is called. */
  startsByKeys: boolean
  onStartByKeys(): void
}

/** The start screen: record, type, or choose an example. */
export function SessionScreen({ startsByKeys, onStartByKeys }: SessionScreenProps) {
  const ports = usePorts()
  const page = usePage()
  const sources = useSubscribed(ports.sources, noSources)
  const { microphoneId, gain, language } = useSubscribed(ports.settings, defaultSettings)
  const { session, outdated, type, chooseExample, putAside, finishTake, beginRecording, putRemarksAside } = useSession()
  const latest = useRef(session)
  latest.current = session
  const [, navigate] = useLocation()
  const [recordTab, setRecordTab] = useState(true)
  const [starting, setStarting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  /**
   * The example that the user chose while the session has words that do not come from an example. A dialog asks if the
   * example may replace these words. Null: the dialog is closed.
   */
  const [replacing, setReplacing] = useState<ExampleSession | null>(null)
  const examples = useQuery({ queryKey: ['examples'], queryFn: ports.examples, staleTime: Number.POSITIVE_INFINITY })
  const engine = useQuery(speechEngineQuery(ports.client))
  const languages = engine.data?.engine?.languages ?? []
  const recordingLanguage = spokenLanguage(language, languages)
  const running = useSubscribed(ports.recorder, idleRecording)
  const account = useSubscribed(ports.account, unknown)
  const keepFor = account.status === 'signed-in' ? ownerOf(account) : null
  const consentStep = useConsent()
  const queries = useQueryClient()
  // If the start fails after some seconds, the recording screen has replaced this screen in the meantime, and the state
  // of this screen was lost. So the error is read from the state of the recorder.
  const [notStarted = null] =
    running.phase === 'idle' ? problemList(running.problems).map(({ message }) => plainSentence(message)) : []
  const noEngine = engine.data?.engine === null
  const openPatient = page.status === 'ready' ? page.reading.patient : null
  const tabRefusal = useRefusal({ kind: 'capture', source: 'tab' })
  const microphoneRefusal = useRefusal({ kind: 'capture', source: 'microphone' })
  const versionRefusal = useRefusal({ kind: 'version' })
  const dictationRefusal = useRefusal({ kind: 'feature', feature: 'dictation' })
  const termsRefusal = useRefusal({ kind: 'feature', feature: 'speech-terms' })
  const { data: clinician } = useAccount()
  const ofOpen = openPatient && examples.data?.find(({ context }) => isExampleOf(context.patient, openPatient))
  const denied = sources.permission !== 'granted'

  const recordsTab = recordTab && tabRefusal === null
  const tabToRecord = recordsTab && sources.tab ? { tabId: sources.tab.tabId } : null

  /**
   * Uses the words of a recovered recording. The words of a dictation are added to the text, or are put aside if the
   * text is about another patient. The words of a visit become the words of the session. If the session already has
   * words, they stay, and the visit is in the list of visits.
   */
  function takeOver(
    { transactionId, turns, missing: missingAudio }: FinishedTake,
    { place, patient, durationMs, startedAt }: UnfinishedRecording,
  ) {
    const day = localDay(new Date(startedAt))
    const visit = {
      transcriptId: transactionId,
      elapsedMs: durationMs,
      day,
      ...(missingAudio ? { missing: missingAudio } : {}),
    }
    const keepVisit = async () => {
      if (account.status === 'signed-in') await ports.visits.add(account, { ...visit, patient }).catch(() => undefined)
      void queries.invalidateQueries({ queryKey: ['known-visits'] })
    }
    if (turns.length === 0) {
      toast('blank', 'No words were heard in this recording. Check the microphone, or type what happened.')
    } else if (place === 'dictation') {
      const { text } = latest.current
      if (isOfAnother(latest.current, patient)) putAside(wordsOf(turns), patient)
      // Keep text that was typed while the recording was transcribed.
      else type([text, wordsOf(turns)].filter(Boolean).join('\n'), patient)
    } else if (hasWords(latest.current)) {
      void keepVisit()
      toast('blank', 'The recording was turned into text. You can find it in the list of visits.')
    } else {
      void keepVisit()
      finishTake({ ...visit, turns, origin: 'recorded' }, patient)
      navigate('/choose')
    }
  }

  /**
   * Returns the names and medicines that the speech engine should recognise. Returns an empty list if the engine does
   * not accept such a list, or if the organisation does not allow it.
   */
  function terms(reading: PageReading | null, takesTerms: boolean): string[] {
    if (termsRefusal !== null || !takesTerms) return []
    const values = reading?.fields.flatMap(({ value }) => value) ?? []
    const ownTerms = clinician?.style.terms ?? []
    return keyTerms({ names: [reading?.patient?.name ?? '', clinician?.name ?? ''], values, own: ownTerms })
  }

  /**
   * Returns what the speech engine can do. If the person presses the button before the server has answered, waits at
   * most `engineWaitMs` for the answer. Returns null if no answer arrives in this time, so that the recording can
   * begin.
   */
  async function engineInfo() {
    const late = new Promise<null>((resolve) => setTimeout(resolve, engineWaitMs, null))
    const answer = queries.ensureQueryData(speechEngineQuery(ports.client)).catch(() => null)
    return (await Promise.race([answer, late]))?.engine ?? null
  }

  async function record(consent: ConfirmedConsent | null, continues: boolean) {
    setStarting(true)
    setProblem(null)
    try {
      // The tab may show another chart that the panel has not read yet. Without a reading, the recording has no
      // patient.
      const [reading, speech] = await Promise.all([ports.page.read().catch(() => null), engineInfo()])
      const patient = reading?.patient ?? null
      if (continues && session.patient && patient && !samePatient(session.patient, patient)) {
        setProblem(`Open the chart of ${nameOf(session.patient)} to continue this visit.`)
        return
      }
      beginRecording(continues)
      await ports.recorder.start({
        place: 'session',
        language: recordingLanguage,
        skipSave: false,
        microphoneId,
        gain,
        tab: tabToRecord,
        channels: speech?.channels ?? 2,
        terms: terms(reading, speech?.takesTerms === true),
        patient: continues ? session.patient : patient,
        ...patientFor(speech, continues ? session.patient : patient),
        consent,
      })
    } catch (error) {
      setProblem(sentenceOf(error))
      // The start may have failed because the organisation has begun to require a consent. Load the settings of the
      // organisation again, so that the next click asks for the consent.
      void queries.invalidateQueries({ queryKey: ['directories'] })
    } finally {
      setStarting(false)
    }
  }

  // Remarks of a recording that was discarded, or that ended without words, stay.
  const hasRemarks = session.remarks !== null && running.phase === 'idle'
  useEffect(() => {
    if (hasRemarks) putRemarksAside()
  }, [hasRemarks, putRemarksAside])

  const cannotRecord = noEngine || (versionRefusal ?? microphoneRefusal) !== null
  const start = (continues = false) =>
    denied ? ports.sources.openWelcome() : consentStep.ask((consent) => void record(consent, continues))
  const startNow = useRef(start)
  startNow.current = start
  useEffect(() => {
    if (!startsByKeys) return
    onStartByKeys()
    // The screen says already why nothing can be recorded.
    if (!cannotRecord) startNow.current()
  }, [startsByKeys, onStartByKeys, cannotRecord])

  return (
    <Frame
      head={<ChartHead bound={session.patient} />}
      banner={<Banners />}
      action={
        hasWords(session) && (
          <Button fullWidth onClick={() => navigate('/choose')}>
            Choose a template
          </Button>
        )
      }
      navigation
    >
      <Group justify="space-between" gap={4}>
        <Text component="h2" fz="lg" fw={650}>
          Ready to record
        </Text>
        {running.phase === 'idle' && <PageDictationButton />}
      </Group>
      <VisitChoices
        telehealth={recordsTab && sources.tab !== null}
        tabThere={sources.tab !== null}
        tabRefusal={tabRefusal}
        onTelehealth={setRecordTab}
        language={recordingLanguage}
        languages={languages}
        onLanguage={(code) => void ports.settings.update({ language: code })}
      />
      <SourceCards
        sources={sources}
        recordTab={recordsTab}
        onRecordTab={tabRefusal === null ? setRecordTab : undefined}
      />
      <UpdateNotice />
      {versionRefusal === null && page.status === 'unreadable' && page.line !== undefined && (
        <Notice tone="look" title={setByOrganisation} action={<CopyForAdministrator line={page.line} />}>
          {page.message}
        </Notice>
      )}
      <RefusalNotice action={{ kind: 'capture', source: microphoneRefusal === null ? 'tab' : 'microphone' }} />
      {sources.tabProblem && (
        <Text size="sm" c="dimmed">
          {sources.tabProblem}
        </Text>
      )}
      {outdated && (
        <Notice tone="look" title={setByOrganisation}>
          Text that you had not used for a note was erased from this computer, because your organisation limits how long
          such text may be kept.
        </Notice>
      )}
      {(problem ?? notStarted) && (
        <Notice tone="bad" urgent>
          {problem ?? notStarted}
        </Notice>
      )}
      {noEngine && (
        <Notice tone="look">
          {engine.data?.message ?? 'This server cannot turn speech into text.'} You can still type what happened.
        </Notice>
      )}
      <AsideNotice />
      {session.take && <ReadyTake onContinue={cannotRecord || starting ? undefined : () => start(true)} />}
      <Button
        color="pink"
        fullWidth
        leftSection={<IconPlayerRecordFilled size={18} />}
        loading={starting}
        disabled={cannotRecord}
        onClick={() => start()}
      >
        {session.take ? 'New visit' : 'Record session'}
      </Button>
      {ofOpen && !hasWords(session) && (
        <Button
          variant="default"
          fullWidth
          onClick={() => {
            chooseExample(ofOpen)
            navigate('/choose')
          }}
        >
          Use the example session of {ofOpen.context.patient?.name}
        </Button>
      )}
      {session.take === null && (
        <>
          <Divider label="or" labelPosition="center" />
          <SessionText
            disabled={cannotRecord || dictationRefusal !== null}
            language={recordingLanguage}
            keepFor={keepFor}
            open={openPatient}
          />
        </>
      )}
      <Suspense fallback={<Skeleton width={200} height={44} />}>
        <ExampleSelector
          sessions={examples.data ?? []}
          onChoose={(example) =>
            hasWords(session) && session.example === null ? setReplacing(example) : chooseExample(example)
          }
        />
      </Suspense>
      <ConfirmDialog
        opened={replacing !== null}
        title="Replace your session"
        text={
          session.take
            ? 'The example takes the place of the recording. You can find the transcript of the recording under Reports, Transcripts.'
            : 'The example takes the place of the text in the box. This text will be deleted. This cannot be undone.'
        }
        confirmLabel="Replace"
        onConfirm={() => replacing && chooseExample(replacing)}
        onClose={() => setReplacing(null)}
      />
      <Suspense>
        <KeepSite />
      </Suspense>
      {consentStep.dialog}
      <div className={classes.found}>
        <Suspense>
          {account.status === 'signed-in' && <LostDrafts person={account} />}
          <WaitingRecordings
            resumeWith={{ language: recordingLanguage, microphoneId, gain, tab: tabToRecord, keepFor }}
            onTranscribed={takeOver}
          />
        </Suspense>
      </div>
      <Suspense>{account.status === 'signed-in' && <VisitList person={account} />}</Suspense>
    </Frame>
  )
}
