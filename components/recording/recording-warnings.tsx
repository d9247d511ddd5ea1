import { Button } from '@mantine/core'
import { samePatient } from '../../lib/page/form/patient.ts'
import { journalWarnShare, problemList, type RecordingState } from '../../lib/transcript/recording-state.ts'
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
  if (state === 'weak') {
    return 'This recording is protected less well than usual on this computer, because the server did not protect the encryption key of the recording. You do not need to do anything: when the recording is finished, the copy on this computer is deleted.'
  }
  return null
}

interface RecordingWarningsProps {
  state: RecordingState
  onChangeMicrophone: () => void
}

/** All warnings about the running recording, each with what to do. */
export function RecordingWarnings({ state, onChangeMicrophone }: RecordingWarningsProps) {
  const page = usePage()
  const { patient, problems, connection, ended, silentSource, microphone, journal, secondEngine } = state
  const shown = page.status === 'ready' ? page.reading.patient : null
  const apart = patient && shown && !samePatient(patient, shown) ? namesApart(shown, patient) : null
  const change = (
    <Button size="sm" variant="default" onClick={onChangeMicrophone}>
      Change microphone
    </Button>
  )
  const safety = journalWarning(journal)
  const gone = microphone?.fallback
    ? `The chosen microphone was disconnected. The recording continues with ${microphone.label || 'the system’s microphone'}.`
    : null
  // `problems.microphone` and `gone` describe the same problem. Show only `problems.microphone`, because it has more
  // details.
  const ofMicrophone = problems.microphone ?? gone
  const ofWords = problems.network !== undefined || problems.transcription !== undefined
  // The journal warning has more details than the journal problem, so show the problem only if there is no warning.
  const others = problemList(problems).filter(
    ({ stage }) => stage !== 'microphone' && !(stage === 'journal' && safety !== null),
  )
  return (
    <>
      {silentSource === 'tab' && (
        <Notice tone="look" title="The other person cannot be heard" urgent>
          Check the volume of the call in this tab.
        </Notice>
      )}
      {silentSource === 'microphone' && (
        <Notice tone="look" title="You cannot be heard" action={change} urgent>
          Check that the microphone is not muted.
        </Notice>
      )}
      {ofMicrophone && (
        <Notice tone="look" action={!ended && change} urgent>
          {plainSentence(ofMicrophone)}
        </Notice>
      )}
      {others.map(({ stage, message }) => (
        <Notice key={stage} tone="look" action={stage === 'sound' && !ended && change} urgent>
          {plainSentence(message)}
        </Notice>
      ))}
      {safety && (
        <Notice tone={journal.state === 'failed' ? 'bad' : 'look'} urgent={journal.state !== 'weak'}>
          {safety}
        </Notice>
      )}
      {secondEngine !== null && (
        <Notice tone="look" title="Another speech engine is turning speech into text">
          The usual speech engine does not work at the moment. No words are lost. Now in use: {secondEngine}
        </Notice>
      )}
      {!ofWords && connection === 'offline' && (
        <Notice tone="look">
          No connection to the server. The recording continues. The transcript continues when the connection is back.
        </Notice>
      )}
      {apart && (
        <Notice tone="look">
          The page now shows {apart[0]}. This recording still belongs to {apart[1]}.
        </Notice>
      )}
    </>
  )
}
