import { Button, Checkbox, Group, Radio, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { type Layout, type LayoutDraft, limits } from '../../../lib/contracts/index.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { creditText } from '../layout-words.ts'

export type LayoutDetailsChange = Pick<LayoutDraft, 'description' | 'type' | 'config'>

interface LayoutDetailsProps {
  layout: Layout
  busy: boolean
  problem: string | null
  onSave: (change: LayoutDetailsChange) => void
  onClose: () => void
}

/**
 * Dialog for the details of a layout: its description, what a note costs, and whether a group session gives one note
 * per patient.
 */
export function LayoutDetails({ layout, busy, problem, onSave, onClose }: LayoutDetailsProps) {
  const [description, setDescription] = useState(layout.description)
  const [type, setType] = useState(layout.type)
  const [group, setGroup] = useState(layout.config.multiplePeople === true)
  return (
    <Dialog opened onClose={onClose} title="Details">
      <Stack>
        <Textarea
          label="Description"
          description="This text is shown under the name of the template in lists."
          autosize
          minRows={3}
          maxRows={8}
          maxLength={limits.instructionsMax}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Checkbox
          label="Group Note"
          description="In a group session, each person gets a separate note."
          checked={group}
          onChange={(event) => setGroup(event.currentTarget.checked)}
        />
        <Radio.Group label="What a note costs" value={type} onChange={(value) => setType(value as Layout['type'])}>
          <Stack gap="xs" mt={4}>
            <Radio value="other" label={creditText({ type: 'other' })} />
            <Radio value="document" label={creditText({ type: 'document' })} />
          </Stack>
        </Radio.Group>
        {problem && (
          <Notice tone="bad" title="The change was not saved" urgent>
            {problem}
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={busy}
            onClick={() =>
              onSave({ description, type, config: group ? { ...layout.config, multiplePeople: true } : {} })
            }
          >
            Save Changes
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
