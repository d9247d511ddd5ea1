import { Button, Code, Group, ScrollArea, Stack } from '@mantine/core'
import type { CustomerTemplate } from '../../lib/contracts/index.ts'
import { CopyText } from '../ui/copy-text.tsx'
import { Dialog } from '../ui/dialog.tsx'

export function TemplateJson({ template, onClose }: { template: CustomerTemplate; onClose: () => void }) {
  const text = JSON.stringify(template, null, 2)
  return (
    <Dialog opened onClose={onClose} title={template.name} size="lg">
      <Stack>
        <ScrollArea.Autosize mah={420} viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'JSON' }}>
          <Code block>{text}</Code>
        </ScrollArea.Autosize>
        <Group justify="flex-end">
          <CopyText text={text} />
          <Button onClick={onClose}>Close</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
