import { Textarea } from '@mantine/core'
import { limits } from '../../../lib/contracts/index.ts'

interface InstructionsInputProps {
  value: string | undefined
  /** `undefined` if the text is empty. */
  onChange: (instructions: string | undefined) => void
  autoFocus?: boolean
}

export function InstructionsInput({ value = '', onChange, autoFocus = false }: InstructionsInputProps) {
  return (
    <Textarea
      label="AI instructions"
      placeholder="What this field should contain, and how to write it"
      rows={4}
      maxLength={limits.instructionsMax}
      data-autofocus={autoFocus || undefined}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  )
}
