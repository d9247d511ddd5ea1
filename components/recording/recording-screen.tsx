import { Button, Group, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import { elapsedText } from '../../lib/transcript/elapsed.ts'
import type { KnownVisit } from '../../lib/transcript/known-visit.ts'
import { type FinishedTake, isAway, type RecordingState } from '../../lib/transcript/recording-state.ts'
import type { AccountState } from '../account/port.ts'
import { ChartHead } from '../page/chart-head.tsx'
import { useFittingLayout } from '../page/form/use-fitting-layout.ts'
import { ActingBanner } from '../panel/banners.tsx'
import { useSession } from '../panel/session-provider.tsx'
import { usePorts } from '../ports.tsx'
import { useSubscribed } from '../subscribable.ts'
import { UnclearLegend } from '../transcript/spoken-words.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { Frame } from '../ui/frame.tsx'
import { IconPlayerPause, IconPlayerPlay } from '../ui/icons.ts'
import { Tag } from '../ui/tag.tsx'
import { toast } from '../ui/toast.ts'
import { ChangeMicrophone } from './change-microphone.tsx'
import { LevelMeter } from './level-meter.tsx'
import classes from './recording-screen.module.css'
import { RecordingWarnings } from './recording-warnings.tsx'
import { noSources } from './sources-port.ts'
import { speakerName } from './speakers.ts'
import { TranscriptView } from './transcript-view.tsx'
import { useConsent } from './use-consent.tsx'
import { useMicrophoneChoice } from './use-microphone-choice.ts'
import { Withdrawn } from './withdrawn.tsx'

interface ProgressProps {
  state: RecordingState
  /** Undefined while the recording starts or ends and nothing can be changed. */
  onChangeMicrophone?: (() => void) | undefined
  onDiscard?: (() => void) | undefined
  /** Called if the patient withdraws the consent. Undefined: no consent is required, or nothing is being recorded. */
  onWithdraw?: (() => void) | undefined
}

/** False if some of the sound is only in memory. A take that ended without being sent is then neither sent nor stored. */
const isSafe = ({ journal, ended: hasEnded }: RecordingState) => journal.state !== 'failed' && !hasEnded
/** Says where the recording is: on this computer, and how much of it the server has. */
function whereItIs(state: RecordingState): string {
  const progressText = `${Math.floor(state.saved * 100)} % sent`
  if (isSafe(state)) return `Safe on this computer · ${progressText}`
  return state.ended ? `Not sent yet · ${progressText}` : progressText
}

function Progress({ state, onChangeMicrophone, onDiscard, onWithdraw }: ProgressProps) {
  const { phase, ended: hasEnded, levels, elapsedMs, patient, microphone } = state
  const heardBy = microphone?.label || 'microphone'
  return (
    <Card>
      <Group justify="space-between" mb="sm">
        <Group gap={10}>
          {(phase === 'recording' || phase === 'paused') && !hasEnded && (
            <span className={classes.dot} data-phase={phase} aria-hidden />
          )}
          <Text className={classes.time} role="timer" aria-label="Recorded">
            {elapsedText(elapsedMs)}
          </Text>
        </Group>
        <Tag tone={isSafe(state) ? 'good' : 'look'}>{whereItIs(state)}</Tag>
      </Group>
      <SimpleGrid cols={levels.tab === null ? 1 : 2} spacing="sm">
        <Stack gap={6}>
          <Text size="xs" c="dimmed" truncate>
            {levels.tab === null ? (microphone?.label ?? 'Microphone') : `You · ${heardBy}`}
          </Text>
          <LevelMeter label="Microphone level" level={levels.microphone} />
        </Stack>
        {levels.tab !== null && (
          <Stack gap={6}>
            <Text size="xs" c="dimmed" truncate>
              {speakerName(1, patient?.name ?? '')} · this tab
            </Text>
            <LevelMeter label="Tab level" level={levels.tab} />
          </Stack>
        )}
      </SimpleGrid>
      <Group justify={hasEnded ? 'flex-end' : 'space-between'} mt={8} mb={-4} mx={-8}>
        {!hasEnded && (
          <Button size="xs" variant="subtle" disabled={!onChangeMicrophone} onClick={onChangeMicrophone}>
            Change microphone
          </Button>
        )}
        {onWithdraw && (
          <Button size="xs" variant="subtle" color="gray" onClick={onWithdraw}>
            Consent withdrawn
          </Button>
        )}
        <Button size="xs" variant="subtle" color="gray" disabled={!onDiscard} onClick={onDiscard}>
          Discard
        </Button>
      </Group>
    </Card>
  )
}

const unknown: AccountState = { status: 'unknown' }

/** What is shown in the place of the words until there are some. */
function beforeWords(state: RecordingState): string {
  const { phase, ended: hasEnded } = state
  if (hasEnded || phase === 'stopping') return 'No words have arrived yet.'
  if (phase === 'starting') return 'Starting to record'
  if (isAway(state)) return 'Recording. The words appear when the server can be reached.'
  return 'Listening. The first words appear in a moment.'
}

interface RecordingScreenProps {
  state: RecordingState
  /** Called with the state while the recording is being finished, and with null after that. */
  onFinishing: (state: RecordingState | null) => void
}

/** The recording screen: duration, sound level, the share of the recording that is saved, and the words. */
export function RecordingScreen({ state, onFinishing }: RecordingScreenProps) {
  const { page, recorder, settings, sources, visits, client, account: accounts } = usePorts()
  const account = useSubscribed(accounts, unknown)
  const { devices, tab } = useSubscribed(sources, noSources)
  const { session, finishTake, takeTextAsRemarks, setRemarks, putRemarksAside } = useSession()
  const latestSession = useRef(session)
  latestSession.current = session
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const { phase, ended: hasEnded, turns, unclear, patient, elapsedMs, startedAtMs } = state
  const chooseMicrophone = useMicrophoneChoice(recorder, settings)
  const isPaused = phase === 'paused'
  const running = isPaused || phase === 'recording'
  const [changing, setChanging] = useState(false)
  const consent = useConsent()
  const [withdrawn, setWithdrawn] = useState(false)
  const [discarding, setDiscarding] = useState(false)

  async function attempt(action: () => Promise<void>) {
    try {
      await action()
    } catch (error) {
      toast('error', sentenceOf(error))
    }
  }

  async function swapMicrophone(microphoneId: string | null) {
    try {
      await chooseMicrophone(microphoneId)
    } catch (error) {
      toast('error', sentenceOf(error))
      throw error
    }
  }

  function withdraw() {
    setWithdrawn(true)
    void attempt(recorder.pause)
  }

  async function finish(writesNow = false) {
    // If the recording ended before the user finished it here, the time of its end is not known.
    const times = startedAtMs === null || hasEnded ? {} : { times: { startedAtMs, endedAtMs: Date.now() } }
    const keepVisit = async (visit: Omit<KnownVisit, 'patient'>) => {
      if (account.status === 'signed-in') await visits.add(account, { ...visit, patient }).catch(() => undefined)
    }
    onFinishing({ ...state, phase: 'stopping' })
    await attempt(async () => {
      // Stored before the end, because the panel may be closed while the last words are on their way.
      if (state.transactionId) await keepVisit({ transcriptId: state.transactionId, elapsedMs, ...times })
      const take = await recorder.stop({ later: true })
      if (take.unsent !== undefined) {
        toast('success', 'Safe on this computer, will be sent. You can record the next visit.')
        navigate('/')
        return
      }
      if (take.turns.length === 0) {
        toast('blank', 'No words were heard in this recording. Check the microphone, or type what happened.')
        navigate('/')
        return
      }
      const { transactionId, missing: missingAudio } = take
      const { turns, continued } = await withParts(take)
      const missingData = missingAudio ? { missing: missingAudio } : {}
      if (missingAudio) await keepVisit({ transcriptId: transactionId, elapsedMs, ...missingData, ...times })
      finishTake(
        continued
          ? { ...continued, turns, elapsedMs: continued.elapsedMs + elapsedMs }
          : { transcriptId: transactionId, turns, elapsedMs, origin: 'recorded', ...missingData, ...times },
        patient,
        writesNow,
      )
      navigate('/choose')
    })
    onFinishing(null)
  }

  /**
   * Adds the remarks to the transcript, and the transcript to the visit that it continues. What cannot be added is kept:
   * remarks are put aside, and a further part stays a visit of its own.
   */
  async function withParts({ transactionId, turns, missing }: FinishedTake) {
    const { remarks, take: firstPart, continues } = latestSession.current
    let parts: { turns: string[]; continued: typeof firstPart } = { turns, continued: null }
    try {
      if (continues && firstPart && missing === undefined) {
        const params = { id: firstPart.transcriptId }
        const whole = await client.call(userEndpoints.appendTranscript, {
          params,
          body: { transcriptId: transactionId },
        })
        parts = { turns: whole.turns, continued: firstPart }
      }
      if (remarks && remarks.text.trim() !== '') {
        const params = { id: parts.continued?.transcriptId ?? transactionId }
        const { turns } = await client.call(userEndpoints.addRemarks, { params, body: { text: remarks.text } })
        parts = { ...parts, turns }
        setRemarks('', null)
      }
    } catch (error) {
      toast('error', sentenceOf(error))
    }
    putRemarksAside()
    void queries.invalidateQueries({ queryKey: ['transcripts'] })
    return parts
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each recording
  useEffect(() => takeTextAsRemarks(patient), [state.transactionId])

  const finishNow = useRef(finish)
  finishNow.current = finish
  const { fitting } = useFittingLayout(patient, account.status === 'signed-in' ? account.email : '')
  const canFinish = phase !== 'starting' && phase !== 'stopping'
  useEffect(() => page.onKeys('record-or-finish', () => void (canFinish && finishNow.current())), [page, canFinish])

  return (
    <Frame
      head={<ChartHead bound={patient} recording={hasEnded ? undefined : phase} />}
      banner={<ActingBanner />}
      action={
        <>
          {phase === 'stopping' && state.journal.state !== 'failed' && (
            <Button variant="default" onClick={() => void attempt(recorder.sendLater)}>
              Send later
            </Button>
          )}
          {!hasEnded && phase !== 'stopping' && (
            <Button
              variant="default"
              disabled={phase === 'starting'}
              leftSection={isPaused ? <IconPlayerPlay size={18} /> : <IconPlayerPause size={18} />}
              onClick={() => attempt(isPaused ? recorder.resume : recorder.pause)}
            >
              {isPaused ? 'Resume' : 'Pause'}
            </Button>
          )}
          <Button
            flex={1}
            variant={fitting ? 'default' : 'filled'}
            loading={phase === 'stopping'}
            disabled={phase === 'starting'}
            onClick={() => void finish()}
          >
            Finish
          </Button>
          {fitting && phase !== 'stopping' && (
            <Button fullWidth disabled={phase === 'starting'} onClick={() => void finish(true)}>
              Finish and write the note
            </Button>
          )}
        </>
      }
    >
      <Progress
        state={state}
        onChangeMicrophone={running && !hasEnded ? () => setChanging(true) : undefined}
        onDiscard={running ? () => setDiscarding(true) : undefined}
        onWithdraw={running && !hasEnded && consent.required ? withdraw : undefined}
      />
      <RecordingWarnings
        state={state}
        onChangeMicrophone={() => setChanging(true)}
        onAddTab={
          tab && state.levels.tab === null && recorder.addTab
            ? () => void attempt(async () => recorder.addTab?.(tab.tabId))
            : undefined
        }
      />
      {turns.length === 0 && <Text c="dimmed">{beforeWords(state)}</Text>}
      <Textarea
        label="Your remarks"
        placeholder="What you see, or what was not said aloud"
        autosize
        minRows={1}
        maxRows={6}
        value={session.remarks?.text ?? ''}
        onChange={(event) => setRemarks(event.currentTarget.value, patient)}
      />
      <UnclearLegend unclear={unclear} />
      <TranscriptView turns={turns} unclear={unclear} patientName={patient?.name ?? ''} />
      {changing && (
        <ChangeMicrophone
          devices={devices}
          chosenId={state.microphone?.id ?? null}
          gain={state.gain}
          onGain={(gain) => void attempt(() => recorder.setGain(gain))}
          onGainChosen={(gain) => void settings.update({ gain })}
          tabOn={state.levels.tab !== null}
          onChoose={swapMicrophone}
          onClose={() => setChanging(false)}
        />
      )}
      {withdrawn && (
        <Withdrawn
          onErase={() => {
            setWithdrawn(false)
            void attempt(recorder.discard)
          }}
          onKeep={() => {
            setWithdrawn(false)
            void finish()
          }}
        />
      )}
      <ConfirmDialog
        opened={discarding}
        title="Discard this recording"
        text="The recording and its transcript will be deleted, here and on the server. This cannot be undone."
        confirmLabel="Discard"
        onConfirm={() => void attempt(recorder.discard)}
        onClose={() => setDiscarding(false)}
      />
    </Frame>
  )
}
