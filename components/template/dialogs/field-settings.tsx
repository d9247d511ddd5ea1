import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Field } from '../../../lib/contracts/index.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { choosable, defaultModelSlot, type NamedModel, withModel } from './model-names.ts'

interface FieldSettingsProps {
  field: Field
  models: readonly NamedModel[]
  onSave: (field: Field) => void
  onClose: () => void
}

/** Dialog to choose the model that writes one field (product 2.20). */
export function FieldSettings({ field, models, onSave, onClose }: FieldSettingsProps) {
  const [slot, setSlot] = useState(field.model ?? defaultModelSlot)
  return (
    <Dialog opened onClose={onClose} title="Field Settings">
      <Stack>
        <Radio.Group
          label={`Model for ${field.name}`}
          value={String(slot)}
          onChange={(value) => setSlot(Number(value))}
        >
          <Stack gap="sm" mt="xs">
            {choosable(models, [field.model ?? defaultModelSlot]).map((model) => (
              <Radio key={model.slot} value={String(model.slot)} label={model.name} />
            ))}
          </Stack>
        </Radio.Group>
        <Text size="xs" c="dimmed">
          The model that you choose here writes the answer of this field. It does not change the model of other fields.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => onSave(withModel(field, slot))}>Save Changes</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
