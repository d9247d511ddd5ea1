import { Group, SimpleGrid, Text, UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { defaultSettings } from '../account/settings-port.ts'
import { usePorts, useSubscribed } from '../ports.tsx'
import { IconChevronDown } from '../ui/icons.ts'
import classes from './source-cards.module.css'
import type { SourcesState } from './sources-port.ts'

const ChangeMicrophone = lazy(async () => ({ default: (await import('./change-microphone.tsx')).ChangeMicrophone }))

interface SourceCardsProps {
  sources: SourcesState
  recordTab: boolean
  onRecordTab: (on: boolean) => void
}

/** What will be recorded: the microphone always, the tab beside the panel where there is one. */
export function SourceCards({ sources, recordTab, onRecordTab }: SourceCardsProps) {
  const ports = usePorts()
  const { microphoneId, gain } = useSubscribed(ports.settings, defaultSettings)
  const [choosing, setChoosing] = useState(false)
  const { permission, devices, tab } = sources
  const allowed = permission === 'granted'
  const device = devices.find(({ deviceId }) => deviceId === microphoneId)
  const tabOn = recordTab && tab !== null

  return (
    <SimpleGrid cols={tabOn ? 2 : 1} spacing="xs">
      <UnstyledButton
        className={classes.source}
        data-on={allowed || undefined}
        onClick={() => (allowed ? setChoosing(true) : ports.sources.openWelcome())}
      >
        <Group justify="space-between" wrap="nowrap" gap={4}>
          <Text fw={650}>Microphone</Text>
          {allowed && <IconChevronDown size={16} aria-hidden />}
        </Group>
        <Text size="xs" c="dimmed" truncate>
          {allowed ? device?.label || 'The system’s microphone' : 'Not allowed yet. Allow it'}
        </Text>
      </UnstyledButton>
      {tabOn && (
        <div className={classes.source} data-on>
          <Text fw={650}>This tab</Text>
          <Text size="xs" c="dimmed" truncate>
            {tab?.title}
          </Text>
        </div>
      )}
      {choosing && (
        <Suspense>
          <ChangeMicrophone
            devices={devices}
            chosenId={microphoneId}
            gain={gain}
            onGainChosen={(next) => void ports.settings.update({ gain: next })}
            tabOn={tabOn}
            onTab={tab === null ? undefined : onRecordTab}
            onChoose={(deviceId) => ports.settings.update({ microphoneId: deviceId })}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </SimpleGrid>
  )
}
