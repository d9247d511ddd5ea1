import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type Field, type FieldType, limits } from '../../../lib/contracts/index.ts'
import { checkFieldId, fieldIdFrom, newField } from '../../../lib/template/index.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { AnswerTypeSelect } from '../answer-type-select.tsx'

interface AddFieldProps {
  /** The ids of the template's existing fields. */
  taken: readonly string[]
  withId: boolean
  onAdd: (field: Field) => void
  /** Called with an error message, for example 'Field ID must be unique' (product 5.1). */
  onError: (message: string) => void
  onClose: () => void
}

/** Dialog for the name and answer type of a new field (product 2.10). */
export function AddField({ taken: takenIds, withId, onAdd, onError, onClose }: AddFieldProps) {
  const [name, setName] = useState('')
  const [type, setType] = useState<FieldType>('string')
  const [id, setId] = useState('')
  const nameless = name.trim() === ''
  const defaultId = fieldIdFrom(name, takenIds)

  function add(event: FormEvent) {
    event.preventDefault()
    if (nameless) return
    const field = newField(type, name, takenIds)
    const typedId = id.trim()
    const problem = typedId === '' ? null : checkFieldId(typedId, takenIds)
    if (problem !== null) return onError(problem)
    onAdd(typedId === '' ? field : { ...field, id: typedId })
  }

  return (
    <Dialog opened onClose={onClose} title="Add Field">
      <form onSubmit={add}>
        <Stack>
          <TextInput
            label="Field name"
            data-autofocus
            autoComplete="off"
            maxLength={limits.nameMax}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <AnswerTypeSelect value={type} onChange={setType} />
          {withId && (
            <TextInput
              label="Field ID"
              description="If this is empty, the ID is made from the name."
              placeholder={nameless ? '' : defaultId}
              autoComplete="off"
              maxLength={limits.identifierMax}
              value={id}
              onChange={(event) => setId(event.currentTarget.value)}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={nameless}>
              Add Field
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
