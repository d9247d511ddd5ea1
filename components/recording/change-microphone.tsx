import { Button, Checkbox, Group, Radio, Slider, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Slider.css'
import { useState } from 'react'
import type { AudioDevice } from '../../lib/contracts/index.ts'
import { Dialog } from '../ui/dialog.tsx'
import { inputsOf, systemDefault } from './microphones.ts'

/** Ends and steps of the gain (spec §9: 0 to 2, 1 by default). */
const gainRange = { min: 0, max: 2, step: 0.1 }
const percent = (gain: number) => `${Math.round(gain * 100)} %`

interface ChangeMicrophoneProps {
  devices: AudioDevice[]
  /** null: the system's choice. */
  chosenId: string | null
  /** 0 to 2. */
  gain: number
  /** While the slider moves: it is heard at once. */
  onGain?: (gain: number) => void
  /** Where the slider was left. */
  onGainChosen: (gain: number) => void
  /** Whether the tab's sound is recorded too; without `onTab` it can be seen but not changed now. */
  tabOn: boolean
  onTab?: ((on: boolean) => void) | undefined
  /** Resolves once the microphone is in use; where it rejects, the dialog stays for another choice. */
  onChoose: (deviceId: string | null) => Promise<void>
  onClose: () => void
}

/** Lists the inputs to choose from, live (spec §2, Change Microphone dialog). Recording goes on meanwhile. */
export function ChangeMicrophone(props: ChangeMicrophoneProps) {
  const { devices, chosenId, gain, onGain, onGainChosen, tabOn, onTab, onChoose, onClose } = props
  const [picked, setPicked] = useState<string | null>(null)
  const [volume, setVolume] = useState(gain)
  const [changing, setChanging] = useState(false)
  const inputs = inputsOf(devices)
  const wanted = picked ?? chosenId ?? systemDefault
  // One that was unplugged meanwhile is no choice any more.
  const value = inputs.some(({ deviceId }) => deviceId === wanted) ? wanted : systemDefault
  const tab = devices.find(({ browserAudio }) => browserAudio)

  async function choose() {
    setChanging(true)
    try {
      await onChoose(value === systemDefault ? null : value)
      onClose()
    } catch {
      // Whoever changes it says why.
      setChanging(false)
    }
  }

  return (
    <Dialog opened onClose={onClose} title="Change Microphone">
      <Stack>
        <Radio.Group value={value} onChange={setPicked} aria-label="Microphone">
          <Stack gap="sm">
            {inputs.map(({ deviceId, label }) => (
              <Radio key={deviceId} value={deviceId} label={label} />
            ))}
          </Stack>
        </Radio.Group>
        {inputs.length === 1 && (
          <Text c="dimmed">No other microphone is connected. Plug one in and it appears here.</Text>
        )}
        {tab && (
          <Checkbox
            label={tab.label}
            description={onTab ? 'The other side of a telehealth visit' : 'Finish and record again to change it'}
            checked={tabOn}
            disabled={!onTab}
            onChange={(event) => onTab?.(event.currentTarget.checked)}
          />
        )}
        <div>
          <Group justify="space-between">
            <Text fw={650}>Microphone volume</Text>
            <Text c="dimmed">{percent(volume)}</Text>
          </Group>
          <Slider
            {...gainRange}
            thumbLabel="Microphone volume"
            label={null}
            value={volume}
            onChange={(next) => {
              setVolume(next)
              onGain?.(next)
            }}
            onChangeEnd={onGainChosen}
            thumbProps={{ 'aria-valuetext': percent(volume) }}
          />
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={changing} onClick={choose}>
            Use this microphone
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
