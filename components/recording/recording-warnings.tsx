import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { samePatient } from '../../lib/page/form/patient.ts'
import { isAway, journalWarnShare, problemList, type RecordingState } from '../../lib/transcript/recording-state.ts'
import { usePage } from '../page/chart-head.tsx'
import { namesApart } from '../page/chart-view.ts'
import { plainSentence } from '../ui/failure.ts'
import { Notice } from '../ui/notice.tsx'

/** Returns a warning about the copy of the recording on this computer, or null if there is no problem with the copy. */
function journalWarning({ state, usedShare }: RecordingState['journal']): string | null {
  if (state === 'failed') {
    return 'The recording cannot be stored on this computer. It is only sent to the server. Keep the browser open until the recording is finished.'
  }
  if (usedShare >= journalWarnShare) {
    return `The space for recordings on this computer is ${Math.round(usedShare * 100)} % full. Finish soon, or free some space.`
  }
  return null
}

interface Warning {
  tone?: 'look' | 'bad'
  title?: string
  words: string
  action?: ReactNode
  urgent?: boolean
}

interface RecordingWarningsProps {
  state: RecordingState
  onChangeMicrophone: () => void
  /** Undefined: there is no tab whose sound could be added. */
  onAddTab?: (() => void) | undefined
}

/** The warnings about the running recording, each with what to do. Only the most important one is shown at first. */
export function RecordingWarnings({ state, onChangeMicrophone, onAddTab }: RecordingWarningsProps) {
  const page = usePage()
  const [showsAll, setShowsAll] = useState(false)
  const { patient, problems, ended: hasEnded, silentSource, microphone, journal, secondEngine } = state
  const pagePatient = page.status === 'ready' ? page.reading.patient : null
  const bothNames =
    patient && pagePatient && !samePatient(patient, pagePatient) ? namesApart(pagePatient, patient) : null
  const change = (
    <Button size="sm" variant="default" onClick={onChangeMicrophone}>
      Change microphone
    </Button>
  )
  const addTab = onAddTab && (
    <Button size="sm" variant="default" onClick={onAddTab}>
      Add the sound of this tab
    </Button>
  )
  const safety = journalWarning(journal)
  const lostMicrophone = microphone?.fallback
    ? `The chosen microphone was disconnected. The recording continues with ${microphone.label || 'the system’s microphone'}.`
    : null
  // `problems.microphone` and `gone` describe the same problem. Show only `problems.microphone`, because it has more
  // details.
  const ofMicrophone = problems.microphone ?? lostMicrophone
  const ofWords = problems.network !== undefined || problems.transcription !== undefined
  // The journal warning has more details than the journal problem, so show the problem only if there is no warning.
  const others = problemList(problems).filter(
    ({ stage }) => stage !== 'microphone' && !(stage === 'journal' && safety !== null),
  )
  const warnings: Warning[] = []
  if (journal.state === 'failed' && safety) warnings.push({ tone: 'bad', words: safety, urgent: true })
  if (silentSource === 'microphone')
    warnings.push({
      title: 'You cannot be heard',
      words: 'Check that the microphone is not muted.',
      action: change,
      urgent: true,
    })
  if (silentSource === 'tab')
    warnings.push({
      title: 'The other person cannot be heard',
      words: 'Check the volume of the call in this tab.',
      urgent: true,
    })
  if (ofMicrophone)
    warnings.push({ words: plainSentence(ofMicrophone), action: hasEnded ? null : change, urgent: true })
  for (const { stage, message } of others)
    warnings.push({
      words: plainSentence(message),
      action: hasEnded ? null : stage === 'sound' ? change : stage === 'tab' ? addTab : null,
      urgent: true,
    })
  if (bothNames)
    warnings.push({ words: `The page now shows ${bothNames[0]}. This recording still belongs to ${bothNames[1]}.` })
  if (journal.state !== 'failed' && safety) warnings.push({ words: safety, urgent: true })
  if (!ofWords && isAway(state))
    warnings.push({
      words:
        'No connection to the server. The recording continues. The transcript continues when the connection is back.',
    })
  if (secondEngine !== null)
    warnings.push({
      title: 'Another speech engine is turning speech into text',
      words: `The usual speech engine does not work at the moment. No words are lost. Now in use: ${secondEngine}`,
    })
  const rest = warnings.slice(1)
  return (
    <>
      {(showsAll ? warnings : warnings.slice(0, 1)).map(({ tone = 'look', title, words, action, urgent = false }) => (
        <Notice key={words} tone={tone} {...(title ? { title } : {})} action={action} urgent={urgent}>
          {words}
        </Notice>
      ))}
      {rest.length > 0 && (
        <Button size="xs" variant="subtle" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show only the first' : `${rest.length} more`}
        </Button>
      )}
    </>
  )
}
