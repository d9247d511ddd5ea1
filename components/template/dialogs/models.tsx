import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Field } from '../../../lib/contracts/index.ts'
import { countWords } from '../../ui/count-words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { choosable, defaultModelSlot, type NamedModel } from './model-names.ts'

interface ModelsProps {
  fields: readonly Field[]
  models: readonly NamedModel[]
  /** Called to use one model for every field. */
  onUse: (slot: number) => void
  onClose: () => void
}

const fieldsText = (count: number) => (count === 0 ? 'No fields' : countWords(count, 'field', 'fields'))

/** Shows how many fields each model writes. The user can choose one model for all fields. */
export function Models({ fields, models, onUse, onClose }: ModelsProps) {
  const inUse = fields.map(({ model = defaultModelSlot }) => model)
  const only = new Set(inUse).size === 1 ? inUse[0] : undefined
  const [slot, setSlot] = useState<number | undefined>(only)
  const choices = choosable(models, inUse)
  return (
    <Dialog opened onClose={onClose} title="Models">
      <Stack>
        <Text c="dimmed">
          A language model writes the answers. Choose a model for all fields of this template. To choose a model for one
          field only, open the settings of that field.
        </Text>
        {choices.length === 0 ? (
          <Text>No model is set up on this server. Ask your administrator to set up a model.</Text>
        ) : (
          <Radio.Group
            aria-label="Model for every field"
            value={slot === undefined ? null : String(slot)}
            onChange={(value) => setSlot(Number(value))}
          >
            <Stack gap="sm">
              {choices.map((model) => (
                <Radio
                  key={model.slot}
                  value={String(model.slot)}
                  label={model.name}
                  description={fieldsText(inUse.filter((slot) => slot === model.slot).length)}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={slot === undefined || slot === only || fields.length === 0}
            onClick={() => slot !== undefined && onUse(slot)}
          >
            Use this model for all fields
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
