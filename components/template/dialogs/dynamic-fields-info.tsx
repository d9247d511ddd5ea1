import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '../../ui/dialog.tsx'

/** Explains dynamic fields (product 2.21). */
export function DynamicFieldsInfo({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Dynamic Fields">
      <Stack>
        <Text>
          Dynamic fields come from the form that is open in your EHR. Chartside answers them only while it is open
          beside that form. In all other notes, they are left out.
        </Text>
        <Text>
          You can give each dynamic field instructions and a condition. You cannot add, move or delete dynamic fields
          here, because their names and possible answers come from the form.
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>Close</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
