import { useMemo } from 'react'
import { usePorts } from '../ports.tsx'
import { type MicrophonePermission, noSources } from '../recording/sources-port.ts'
import { useSubscribed } from '../subscribable.ts'

/** Why the microphone may not be used for dictation, and a function with which the user can allow it. */
export interface NotAllowed {
  permission: Exclude<MicrophonePermission, 'granted'>
  allow: () => void
}

export const notAllowedWords: Record<NotAllowed['permission'], string> = {
  prompt: 'Chartside is not allowed to use the microphone yet. To dictate, allow the microphone.',
  denied:
    'The browser does not let Chartside use the microphone. To dictate, press “Allow the microphone” and follow the steps.',
}

export function useNotAllowed(): NotAllowed | null {
  const { sources } = usePorts()
  const { permission } = useSubscribed(sources, noSources)
  return useMemo(
    () => (permission === 'granted' ? null : { permission, allow: () => sources.openWelcome() }),
    [permission, sources],
  )
}
