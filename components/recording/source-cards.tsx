import { Group, SimpleGrid, Text, UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { idleRecording } from '../../lib/transcript/recording-state.ts'
import { defaultSettings } from '../account/settings-port.ts'
import { usePorts } from '../ports.tsx'
import { useSubscribed } from '../subscribable.ts'
import { sentenceOf } from '../ui/failure.ts'
import { IconChevronDown } from '../ui/icons.ts'
import { toast } from '../ui/toast.ts'
import classes from './source-cards.module.css'
import type { SourcesState } from './sources-port.ts'
import { useMicrophoneChoice } from './use-microphone-choice.ts'

const ChangeMicrophone = lazy(async () => ({ default: (await import('./change-microphone.tsx')).ChangeMicrophone }))

interface SourceCardsProps {
  sources: SourcesState
  recordTab: boolean
  /** Undefined: the organisation does not allow recording a tab. */
  onRecordTab: ((on: boolean) => void) | undefined
}

/** Shows what will be recorded: always the microphone, and the tab beside the panel if there is one. */
export function SourceCards({ sources, recordTab, onRecordTab }: SourceCardsProps) {
  const ports = usePorts()
  const { microphoneId, gain } = useSubscribed(ports.settings, defaultSettings)
  const { phase, microphone, gain: gainNow } = useSubscribed(ports.recorder, idleRecording)
  const chooseMicrophone = useMicrophoneChoice(ports.recorder, ports.settings)
  const [choosing, setChoosing] = useState(false)
  const dictating = phase !== 'idle'
  const { permission, devices, tab } = sources
  const isAllowed = permission === 'granted'
  const device = devices.find(({ deviceId }) => deviceId === microphoneId)
  const tabOn = recordTab && tab !== null
  // A dictation may use another microphone than the chosen one, for example if the chosen one was unplugged.
  const label = (dictating ? microphone?.label : device?.label) || 'The system’s microphone'

  async function choose(deviceId: string | null) {
    try {
      await chooseMicrophone(deviceId)
    } catch (error) {
      toast('error', sentenceOf(error))
      throw error
    }
  }

  return (
    <SimpleGrid cols={tabOn ? 2 : 1} spacing="xs">
      <UnstyledButton
        className={classes.source}
        data-on={isAllowed || undefined}
        onClick={() => (isAllowed ? setChoosing(true) : ports.sources.openWelcome())}
      >
        <Group justify="space-between" wrap="nowrap" gap={4}>
          <Text fw={650}>Microphone</Text>
          {isAllowed && <IconChevronDown size={16} aria-hidden />}
        </Group>
        <Text size="xs" c="dimmed" truncate>
          {isAllowed ? label : 'Press here to allow the microphone'}
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
            gain={dictating ? gainNow : gain}
            onGain={(newGain) => {
              if (dictating) void ports.recorder.setGain(newGain).catch((error) => toast('error', sentenceOf(error)))
            }}
            onGainChosen={(newGain) => void ports.settings.update({ gain: newGain })}
            tabOn={tabOn}
            onTab={tab === null ? undefined : onRecordTab}
            onChoose={choose}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </SimpleGrid>
  )
}
