import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { limits } from '../../lib/contracts/limits.ts'
import { FormDialog } from '../ui/form-dialog.tsx'

interface NamePatientProps {
  /** '' if no name is known. */
  name: string
  /** Saves the name on the server. Rejects if that fails. */
  save: (name: string) => Promise<unknown>
  onClose: () => void
}

/** A dialog for the name under which lists show a session or a note (product 12.111). */
export function NamePatient({ name: knownName, save, onClose }: NamePatientProps) {
  const [name, setName] = useState(knownName)
  return (
    <FormDialog
      opened
      title="Name of the patient"
      action="Save"
      ready={name.trim() !== ''}
      submit={() => save(name.trim())}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        autoComplete="off"
        data-autofocus
        maxLength={limits.nameMax}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Text size="xs" c="dimmed">
        Lists and searches show this name. It does not change into whose chart a note can be filled.
      </Text>
    </FormDialog>
  )
}
