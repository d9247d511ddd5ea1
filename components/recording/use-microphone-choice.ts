import { useCallback, useRef } from 'react'
import { idleRecording, type Recorder } from '../../lib/transcript/recording-state.ts'
import type { SettingsPort } from '../account/settings-port.ts'
import { useSubscribed } from '../ports.tsx'

/**
 * Chooses the microphone, null being the system's choice. What runs now, a recording or a dictation, goes on with it at once;
 * what begins later begins with it. The answer rejects with a plain sentence, and then nothing was chosen.
 */
export function useMicrophoneChoice(
  recorder: Recorder,
  settings: SettingsPort,
): (microphoneId: string | null) => Promise<void> {
  const { phase, ended } = useSubscribed(recorder, idleRecording)
  const runs = useRef(false)
  runs.current = phase === 'starting' || phase === 'recording' || (phase === 'paused' && !ended)
  return useCallback(
    async (microphoneId) => {
      // biome-ignore lint/correctness/useHookAtTopLevel: what a recorder does, no hook
      if (runs.current) await recorder.useMicrophone(microphoneId)
      await settings.update({ microphoneId })
    },
    [recorder, settings],
  )
}
