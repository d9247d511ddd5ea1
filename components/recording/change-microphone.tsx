import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { AudioDevice } from '../../lib/contracts/index.ts'
import { Dialog } from '../ui/dialog.tsx'
import { inputsOf, systemDefault } from './microphones.ts'

interface ChangeMicrophoneProps {
  devices: AudioDevice[]
  chosenId: string | null
  onChoose: (deviceId: string | null) => void
  onClose: () => void
}

/** Lists the inputs to choose from (spec §2, Change Microphone dialog). */
export function ChangeMicrophone({ devices, chosenId, onChoose, onClose }: ChangeMicrophoneProps) {
  const [picked, setPicked] = useState<string | null>(null)
  const value = picked ?? chosenId ?? systemDefault
  const inputs = inputsOf(devices)
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
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            onClick={() => {
              onChoose(value === systemDefault ? null : value)
              onClose()
            }}
          >
            Use this microphone
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
