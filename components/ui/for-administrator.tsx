import { Group, Stack, Text } from '@mantine/core'
import { CopyText } from './copy-text.tsx'

export function ForAdministrator({ line }: { line: string }) {
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        For your administrator:
      </Text>
      <Group gap="xs" justify="space-between">
        <Text size="sm" ff="monospace" ta="left" style={{ overflowWrap: 'anywhere' }}>
          {line}
        </Text>
        <CopyText text={line} label="Copy this line" size="sm" />
      </Group>
    </Stack>
  )
}
