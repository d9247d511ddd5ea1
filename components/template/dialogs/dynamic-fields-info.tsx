import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '../../ui/dialog.tsx'

/** Explains dynamic fields (product 2.21). */
export function DynamicFieldsInfo({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Dynamic Fields">
      <Stack>
        <Text>
          Dynamic fields are made from the form on the page of your EHR. They are answered only while the extension is
          open beside that form. Everywhere else they are left out.
        </Text>
        <Text>
          You can give each of them instructions and a condition. Their names and possible answers come from the form.
          So you cannot add, move or delete them here.
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>Close</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
