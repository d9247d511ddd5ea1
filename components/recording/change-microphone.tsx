import { Button, Checkbox, Group, Radio, Slider, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Slider.css'
import { useState } from 'react'
import type { AudioDevice } from '../../lib/contracts/index.ts'
import { Dialog } from '../ui/dialog.tsx'
import { inputsOf, systemDefault } from './microphones.ts'

/** Range and step of the gain (product 14.1: 0 to 2, default 1). */
const gainRange = { min: 0, max: 2, step: 0.1 }
const percent = (gain: number) => `${Math.round(gain * 100)} %`

interface ChangeMicrophoneProps {
  devices: AudioDevice[]
  /** Null: the system's default. */
  chosenId: string | null
  /** 0 to 2. */
  gain: number
  /** Called while the slider moves, so that a running recording uses the new volume immediately. */
  onGain?: (gain: number) => void
  /** Called when the slider is released. */
  onGainChosen: (gain: number) => void
  /** True if the sound of the tab is recorded too. Without `onTab`, the switch is shown but disabled. */
  tabOn: boolean
  onTab?: ((on: boolean) => void) | undefined
  /** Resolves when the microphone is in use. If the promise rejects, the dialog stays open. */
  onChoose: (deviceId: string | null) => Promise<void>
  onClose: () => void
}

/**
 * Dialog to choose a microphone. The list updates when devices change (product 2.3). A recording
 * continues meanwhile.
 */
export function ChangeMicrophone(props: ChangeMicrophoneProps) {
  const { devices, chosenId, gain, onGain, onGainChosen, tabOn, onTab, onChoose, onClose } = props
  const [pickedId, setPickedId] = useState<string | null>(null)
  const [volume, setVolume] = useState(gain)
  const [changing, setChanging] = useState(false)
  const inputs = inputsOf(devices)
  const selectedId = pickedId ?? chosenId ?? systemDefault
  // If the chosen microphone was unplugged, show the system default.
  const value = inputs.some(({ deviceId }) => deviceId === selectedId) ? selectedId : systemDefault
  const tab = devices.find(({ browserAudio }) => browserAudio)

  async function choose() {
    setChanging(true)
    try {
      await onChoose(value === systemDefault ? null : value)
      onClose()
    } catch {
      // The error is not shown here, because `onChoose` has already shown it.
      setChanging(false)
    }
  }

  return (
    <Dialog opened onClose={onClose} title="Change Microphone">
      <Stack>
        <Radio.Group value={value} onChange={setPickedId} aria-label="Microphone">
          <Stack gap="sm">
            {inputs.map(({ deviceId, label }) => (
              <Radio key={deviceId} value={deviceId} label={label} />
            ))}
          </Stack>
        </Radio.Group>
        {inputs.length === 1 && (
          <Text c="dimmed">No other microphone is connected. Plug in a microphone, and it appears here.</Text>
        )}
        {tab && (
          <Checkbox
            label={tab.label}
            description={
              onTab
                ? 'Also record what the other person says in a video visit'
                : 'To record the sound of the tab too, finish this recording and start a new one'
            }
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
            onChange={(newVolume) => {
              setVolume(newVolume)
              onGain?.(newVolume)
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
