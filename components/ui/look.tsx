import { MantineProvider, useMantineColorScheme } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { defaultSettings, type SettingsPort } from '../account/settings-port.ts'
import { useSubscribed } from '../subscribable.ts'
import { cssVariables, theme } from '../theme.ts'

const Toasts = lazy(async () => ({ default: (await import('./toasts.tsx')).Toasts }))

/** Theme, color scheme and toasts for every page of the extension. */
export function Look({ settings, children }: { settings: SettingsPort; children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <FollowColorScheme settings={settings} />
      <Suspense>
        <Toasts />
      </Suspense>
      {children}
    </MantineProvider>
  )
}

/**
 * Applies the color scheme from the settings. Mantine stores its own copy of the last scheme and uses this copy until
 * the settings are loaded.
 */
function FollowColorScheme({ settings }: { settings: SettingsPort }) {
  const { colorScheme } = useSubscribed(settings, defaultSettings)
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const hasScheme = useRef(false)
  useEffect(() => {
    const isFirst = !hasScheme.current
    hasScheme.current = true
    // The first `colorScheme` may be only the default, because the settings are not loaded yet. The default must not
    // replace the scheme with which Mantine has already painted the page.
    if (isFirst && colorScheme === defaultSettings.colorScheme) return
    setColorScheme(colorScheme)
  }, [colorScheme, setColorScheme])
  return null
}
