import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useLocation } from 'wouter'
import type { RecordingState } from '../../lib/transcript/recording-state.ts'
import { ChartHead, usePage } from '../page/chart-head.tsx'
import { samePatient } from '../page/chart-view.ts'
import { useSession } from '../panel/session-provider.tsx'
import { usePorts } from '../ports.tsx'
import { Card } from '../ui/card.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { Frame } from '../ui/frame.tsx'
import { IconPlayerPause, IconPlayerPlay } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { Tag } from '../ui/tag.tsx'
import { toast } from '../ui/toast.ts'
import { elapsedText } from './elapsed.ts'
import { LevelMeter } from './level-meter.tsx'
import classes from './recording-screen.module.css'
import { speakerName } from './speakers.ts'
import { TranscriptView } from './transcript-view.tsx'

function Progress({ state }: { state: RecordingState }) {
  const { phase, levels, saved, elapsedMs, patient } = state
  const percent = Math.floor(saved * 100)
  return (
    <Card>
      <Group justify="space-between" mb="sm">
        <Group gap={10}>
          <span className={classes.dot} data-phase={phase} aria-hidden />
          <Text className={classes.time} role="timer" aria-label="Recorded">
            {elapsedText(elapsedMs)}
          </Text>
          {phase === 'paused' && <Tag tone="look">paused</Tag>}
        </Group>
        <Tag tone={percent >= 90 ? 'good' : 'look'}>{percent} % saved</Tag>
      </Group>
      <SimpleGrid cols={levels.tab === null ? 1 : 2} spacing="sm">
        <Stack gap={6}>
          <Text size="xs" c="dimmed">
            {levels.tab === null ? 'Microphone' : 'You · microphone'}
          </Text>
          <LevelMeter label="Microphone level" level={levels.microphone} />
        </Stack>
        {levels.tab !== null && (
          <Stack gap={6}>
            <Text size="xs" c="dimmed">
              {speakerName(1, patient?.name ?? '')} · this tab
            </Text>
            <LevelMeter label="Tab level" level={levels.tab} />
          </Stack>
        )}
      </SimpleGrid>
    </Card>
  )
}

function Problems({ state }: { state: RecordingState }) {
  const page = usePage()
  const { patient, problem, connection } = state
  const shown = page.status === 'ready' ? page.reading.patient : null
  return (
    <>
      {problem && (
        <Notice tone="look" urgent>
          {problem.message}
        </Notice>
      )}
      {!problem && connection === 'offline' && (
        <Notice tone="look">No connection to the server. The recording goes on; the words come when it is back.</Notice>
      )}
      {patient && shown && !samePatient(patient, shown) && (
        <Notice tone="look">
          The page shows {shown.name} now. This recording stays with {patient.name}.
        </Notice>
      )}
    </>
  )
}

interface RecordingScreenProps {
  state: RecordingState
  /** Told how it stands while it finishes, and null when that is over. */
  onFinishing: (state: RecordingState | null) => void
}

/** While it records: how long, how loud, how much is saved, and the words. */
export function RecordingScreen({ state, onFinishing }: RecordingScreenProps) {
  const { recorder } = usePorts()
  const { finishTake } = useSession()
  const [, navigate] = useLocation()
  const { phase, turns, patient, elapsedMs } = state
  const paused = phase === 'paused'

  async function attempt(action: () => Promise<void>) {
    try {
      await action()
    } catch (error) {
      toast('error', sentenceOf(error))
    }
  }

  async function finish() {
    onFinishing({ ...state, phase: 'stopping' })
    await attempt(async () => {
      const take = await recorder.stop()
      if (take.turns.length === 0) {
        toast('blank', 'No words were heard in this recording. Check the microphone, or type what happened.')
        navigate('/')
        return
      }
      finishTake({ transcriptId: take.transactionId, turns: take.turns, elapsedMs }, patient)
      navigate('/choose')
    })
    onFinishing(null)
  }

  return (
    <Frame
      head={<ChartHead bound={patient} recording />}
      action={
        <>
          <Button
            variant="default"
            disabled={phase === 'starting' || phase === 'stopping'}
            leftSection={paused ? <IconPlayerPlay size={18} /> : <IconPlayerPause size={18} />}
            onClick={() => attempt(paused ? recorder.resume : recorder.pause)}
          >
            {paused ? 'Resume' : 'Pause'}
          </Button>
          <Button flex={1} loading={phase === 'stopping'} disabled={phase === 'starting'} onClick={finish}>
            Finish
          </Button>
        </>
      }
    >
      <Progress state={state} />
      <Problems state={state} />
      {turns.length === 0 && (
        <Text c="dimmed">
          {phase === 'starting' ? 'Starting to record' : 'Listening. The first words appear in a moment.'}
        </Text>
      )}
      <TranscriptView turns={turns} patientName={patient?.name ?? ''} />
    </Frame>
  )
}
