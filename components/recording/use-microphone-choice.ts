import { useCallback, useRef } from 'react'
import { idleRecording, type Recorder } from '../../lib/transcript/recording-state.ts'
import type { SettingsPort } from '../account/settings-port.ts'
import { useSubscribed } from '../subscribable.ts'

/**
 * Returns a function that chooses the microphone; null is the system's default. A running recording or dictation
 * switches at once, and later recordings start with the chosen microphone. If a running recording cannot switch, the
 * function rejects with an error message and does not store the choice.
 */
export function useMicrophoneChoice(
  recorder: Recorder,
  settings: SettingsPort,
): (microphoneId: string | null) => Promise<void> {
  const { phase, ended: hasEnded } = useSubscribed(recorder, idleRecording)
  const runs = useRef(false)
  runs.current = phase === 'starting' || phase === 'recording' || (phase === 'paused' && !hasEnded)
  return useCallback(
    async (microphoneId) => {
      // biome-ignore lint/correctness/useHookAtTopLevel: `useMicrophone` is a method of the recorder, not a hook
      if (runs.current) await recorder.useMicrophone(microphoneId)
      await settings.update({ microphoneId })
    },
    [recorder, settings],
  )
}
