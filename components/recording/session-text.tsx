import { Button, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import type { PagePatient } from '../../lib/page/shapes.ts'
import { idleRecording } from '../../lib/transcript/recording-state.ts'
import { defaultSettings } from '../account/settings-port.ts'
import { DictationBox } from '../dictation/dictation-box.tsx'
import { useNotAllowed } from '../dictation/not-allowed.ts'
import { useTokenCheck } from '../dictation/use-token-check.ts'
import { useSession } from '../panel/session-provider.tsx'
import { isOfAnother, sizeOf, type WorkingSession } from '../panel/working-session.ts'
import { usePorts } from '../ports.tsx'
import { useSubscribed } from '../subscribable.ts'

interface SessionTextProps {
  disabled: boolean
  language: string
  /**
   * The account that gets the words of a dictation if the panel is closed before they arrive, as `ownerOf` names it.
   * Null: nobody is signed in.
   */
  keepFor: string | null
  open: PagePatient | null
}

/** The text box of the session, for typed, pasted and dictated words. */
export function SessionText({ disabled, language, keepFor, open: openPatient }: SessionTextProps) {
  const { recorder, settings } = usePorts()
  const { microphoneId, gain } = useSubscribed(settings, defaultSettings)
  const { session, type, putAside, restore } = useSession()
  /** The session before Clear. Null: nothing was cleared, or it was brought back. */
  const [cleared, setCleared] = useState<WorkingSession | null>(null)
  const latest = useRef(session)
  latest.current = session
  const checkToken = useTokenCheck()
  const notAllowed = useNotAllowed()
  const running = useSubscribed(recorder, idleRecording)
  const dictating = running.place === 'dictation' && running.phase !== 'idle' && !running.elsewhere
  return (
    <DictationBox
      label="What happened"
      placeholder="Type or dictate what happened…"
      value={session.text}
      // During a dictation, typed text belongs to the patient of the dictation, not to a chart that was opened later.
      onChange={(text, dictatedFor) =>
        type(text, (dictatedFor ?? (dictating ? running : { patient: openPatient })).patient)
      }
      apart={{
        isOther: (patient) => isOfAnother(latest.current, patient),
        keep: putAside,
        has: (words) => session.aside.some(({ text }) => text.includes(words)),
      }}
      disabled={!dictating && disabled}
      notAllowed={notAllowed}
      survivesUnmount
      keepFor={keepFor}
      recorder={recorder}
      checkToken={checkToken}
      language={language}
      microphoneId={microphoneId}
      gain={gain}
      patient={openPatient}
    >
      <Text size="xs" c="dimmed">
        {session.text ? sizeOf(session) : 'Paste works too'}
      </Text>
      {session.text && (
        <Button
          size="xs"
          variant="subtle"
          onClick={() => {
            setCleared(session)
            type('', openPatient)
          }}
        >
          Clear
        </Button>
      )}
      {cleared && session.text === '' && (
        <Button
          size="xs"
          variant="subtle"
          onClick={() => {
            restore(cleared)
            setCleared(null)
          }}
        >
          Undo clear
        </Button>
      )}
    </DictationBox>
  )
}
