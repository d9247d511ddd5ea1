import type { PagePatient } from '../../lib/page/shapes.ts'
import type { RecordingPhase } from '../../lib/transcript/recording-state.ts'
import { usePorts } from '../ports.tsx'
import { useSubscribed } from '../subscribable.ts'
import { Head } from '../ui/frame.tsx'
import { Tag, type Tone } from '../ui/tag.tsx'
import { type ChartAgreement, type ChartView, chartView, initialsOf } from './chart-view.ts'
import type { PageState } from './port.ts'

const reading: PageState = { status: 'reading' }

export function usePage(): PageState {
  return useSubscribed(usePorts().page, reading)
}

const chips: Record<ChartAgreement, { word: string; tone: Tone }> = {
  agrees: { word: '● in chart', tone: 'good' },
  differs: { word: '▲ other chart', tone: 'look' },
  none: { word: 'not in chart', tone: 'plain' },
  reading: { word: 'reading', tone: 'plain' },
}

/** Shows in one word if the page shows the patient of this session. */
export function ChartTag({ view }: { view: ChartView }) {
  const { word, tone } = chips[view.agreement]
  return <Tag tone={tone}>{word}</Tag>
}

interface ChartHeadProps {
  /** The session's patient. Null until the session has begun. */
  bound: PagePatient | null
  /** Title of the current task. Without it, the patient's name is shown. */
  title?: string
  subtitle?: string
  /** The phase of a running recording. */
  recording?: RecordingPhase | undefined
  onBack?: () => void
  onClose?: () => void
}

/**
 * The head of every screen: the patient, and a tag that says if the page shows this patient. During a recording, the
 * head shows the patient of the recording, and the tag shows the phase of the recording.
 */
export function ChartHead({ bound, title, subtitle, recording, onBack, onClose }: ChartHeadProps) {
  const page = usePage()
  if (recording) return <RecordingHead bound={bound} phase={recording} />
  const view = chartView(page, bound)
  const isPatientKnown = view.initials !== ''
  // If a title is given, show the tag only when the page shows another patient.
  const speaks = title === undefined ? isPatientKnown || view.agreement === 'reading' : view.agreement === 'differs'
  return (
    <Head
      title={title ?? view.name}
      subtitle={
        subtitle === undefined ? view.details : [isPatientKnown ? view.name : '', subtitle].filter(Boolean).join(' · ')
      }
      initials={view.initials}
      aside={speaks && <ChartTag view={view} />}
      onBack={onBack}
      onClose={onClose}
    />
  )
}

const phases: Record<RecordingPhase, { word: string; tone: Tone }> = {
  idle: { word: 'ended', tone: 'plain' },
  starting: { word: 'starting', tone: 'plain' },
  recording: { word: '● REC', tone: 'record' },
  paused: { word: 'PAUSED', tone: 'look' },
  stopping: { word: 'finishing', tone: 'plain' },
}

function RecordingHead({ bound, phase }: { bound: PagePatient | null; phase: RecordingPhase }) {
  const { word, tone } = phases[phase]
  return (
    <Head
      title={bound?.name ?? 'Recording'}
      subtitle={bound ? 'This recording is for this patient only' : 'No chart was open when the recording began'}
      initials={initialsOf(bound?.name ?? '')}
      aside={<Tag tone={tone}>{word}</Tag>}
    />
  )
}
