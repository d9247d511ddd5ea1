import { Button, Collapse, Group, Input, NumberInput, Select, Slider, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/NumberInput.css'
import '@mantine/core/styles/Slider.css'
import { useId, useState } from 'react'
import type { Field } from '../../../lib/contracts/index.ts'
import { IconChevronDown } from '../../ui/icons.ts'
import { choosable, defaultModelSlot, type NamedModel, withModel } from '../dialogs/model-names.ts'
import classes from './field.module.css'

/** Range and default of the creativity slider (product 2.14). */
const creativity = { min: 0.1, max: 0.6, step: 0.1, default: 0.3 } as const

interface AdvancedOptionsProps {
  field: Field
  withTemperature: boolean
  withModels: boolean
  models: readonly NamedModel[]
  onChange: (next: (field: Field) => Field) => void
}

/** Returns the field with this minimum confidence, in percent. If `percent` is not a number, removes the minimum. */
function withProbability({ probability: _, ...field }: Field, percent: number | string): Field {
  return typeof percent === 'number' ? { ...field, probability: Math.min(100, Math.max(0, percent)) / 100 } : field
}

/** Creativity, minimum confidence and model of a field. Collapsed by default. */
export function AdvancedOptions({ field, withTemperature, withModels, models, onChange }: AdvancedOptionsProps) {
  const [isOpen, setOpened] = useState(false)
  const id = useId()
  const { temperature = creativity.default, model = defaultModelSlot } = field
  return (
    <div>
      <Button
        variant="subtle"
        size="sm"
        px={4}
        aria-expanded={isOpen}
        aria-controls={id}
        rightSection={<IconChevronDown size={16} aria-hidden className={classes.chevron} />}
        onClick={() => setOpened(!isOpen)}
      >
        See Advanced Options
      </Button>
      <Collapse id={id} expanded={isOpen}>
        <Stack pt="xs">
          {withTemperature && (
            <Input.Wrapper label="Creativity" labelElement="div">
              <Slider
                thumbLabel="Creativity"
                thumbSize={24}
                min={creativity.min}
                max={creativity.max}
                step={creativity.step}
                precision={1}
                thumbValueText={(value) => value.toFixed(1)}
                label={(value) => value.toFixed(1)}
                // An imported template may have a value outside the range of the slider.
                value={Math.min(Math.max(temperature, creativity.min), creativity.max)}
                onChange={(value) => onChange((oldField) => ({ ...oldField, temperature: Number(value.toFixed(1)) }))}
                mt={6}
              />
              <Group justify="space-between" mt={4}>
                <Text size="xs" c="dimmed">
                  Determinate
                </Text>
                <Text size="xs" c="dimmed">
                  Creative
                </Text>
              </Group>
            </Input.Wrapper>
          )}
          <NumberInput
            label="Least confidence"
            description="If the model is less certain than this value, it leaves the answer empty. If you set no value, every answer is kept."
            suffix=" %"
            min={0}
            max={100}
            allowDecimal={false}
            value={field.probability === undefined ? '' : Math.round(field.probability * 100)}
            onChange={(value) => onChange((oldField) => withProbability(oldField, value))}
          />
          {withModels && (
            <Select
              label="Model"
              data={choosable(models, [model]).map(({ slot, name }) => ({ value: String(slot), label: name }))}
              value={String(model)}
              allowDeselect={false}
              onChange={(slot) => slot !== null && onChange((oldField) => withModel(oldField, Number(slot)))}
            />
          )}
        </Stack>
      </Collapse>
    </div>
  )
}
