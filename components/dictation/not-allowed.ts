import { useMemo } from 'react'
import { usePorts, useSubscribed } from '../ports.tsx'
import { type MicrophonePermission, noSources } from '../recording/sources-port.ts'

/** Why nothing can be dictated now, and the way to change it. */
export interface NotAllowed {
  permission: Exclude<MicrophonePermission, 'granted'>
  /** Opens the page that asks for the microphone. */
  allow: () => void
}

export const notAllowedWords: Record<NotAllowed['permission'], string> = {
  prompt: 'Chartside may not use the microphone yet. Allow it to dictate.',
  denied: 'The browser refused the microphone. Allow it to dictate.',
}

/** null while the microphone is allowed. */
export function useNotAllowed(): NotAllowed | null {
  const { sources } = usePorts()
  const { permission } = useSubscribed(sources, noSources)
  return useMemo(
    () => (permission === 'granted' ? null : { permission, allow: () => sources.openWelcome() }),
    [permission, sources],
  )
}
