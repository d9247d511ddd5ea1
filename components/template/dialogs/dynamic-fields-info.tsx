import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '../../ui/dialog.tsx'

/** Explains dynamic fields (product 2.21). */
export function DynamicFieldsInfo({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Dynamic Fields">
      <Stack>
        <Text>
          Dynamic fields are built from the form on the page of your EHR. They are generated only while the extension is
          open beside that form; anywhere else they are left out.
        </Text>
        <Text>
          You can give each of them instructions and a condition. Their names and the answers they allow belong to the
          form, so they are not added, moved or deleted here.
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>Close</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
