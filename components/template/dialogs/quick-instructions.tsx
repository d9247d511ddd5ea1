import { Button, Group, Stack } from '@mantine/core'
import type { DynamicField, Field, Template } from '../../../lib/contracts/index.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { EditorHost, EditorProperties } from '../editor-properties.ts'
import { ExampleTester } from '../field/example-tester.tsx'
import { InstructionsInput } from '../field/instructions-input.tsx'
import { useFieldCopy, withKeys } from '../field/use-field-copy.ts'

interface QuickInstructionsProps {
  field: Field | DynamicField
  /** The template's data that is sent with the field when an example is generated. */
  template: Pick<Template, 'name' | 'instructions' | 'language'>
  properties: EditorProperties
  host: EditorHost
  onSave: (field: Field | DynamicField) => void
  /** Opens the edit panel with all other settings of the field. */
  onOther: () => void
  onClose: () => void
}

/**
 * Dialog to edit a copy of a field's AI instructions and to generate an example (product 2.17).
 */
export function QuickInstructions(props: QuickInstructionsProps) {
  const { field, template, properties, host, onSave, onOther, onClose } = props
  const { copy, change, current } = useFieldCopy(field)
  return (
    <Dialog opened onClose={onClose} title={field.name} size="lg">
      <Stack>
        <InstructionsInput
          autoFocus
          value={copy.instructions}
          onChange={(instructions) => change((oldField) => withKeys(oldField, { instructions }))}
        />
        {properties.includes('examples') && <ExampleTester field={current} template={template} host={host} />}
        <Group justify="space-between">
          <Button
            variant="subtle"
            ml={-12}
            onClick={() => {
              onSave(current())
              onOther()
            }}
          >
            See Other Options
          </Button>
          <Group ml="auto">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              onClick={() => {
                onSave(current())
                onClose()
              }}
            >
              Save Changes
            </Button>
          </Group>
        </Group>
      </Stack>
    </Dialog>
  )
}
