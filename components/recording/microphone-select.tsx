import { Select } from '@mantine/core'
import type { AudioDevice } from '../../lib/contracts/index.ts'
import { inputsOf, systemDefault } from './microphones.ts'

interface MicrophoneSelectProps {
  devices: AudioDevice[]
  /** Null: the system's default. */
  chosenId: string | null
  onChoose: (deviceId: string | null) => void
}

export function MicrophoneSelect({ devices, chosenId, onChoose }: MicrophoneSelectProps) {
  return (
    <Select
      label="Microphone"
      allowDeselect={false}
      data={inputsOf(devices).map(({ deviceId, label }) => ({ value: deviceId, label }))}
      value={chosenId ?? systemDefault}
      onChange={(value) => onChoose(value === systemDefault ? null : value)}
    />
  )
}
