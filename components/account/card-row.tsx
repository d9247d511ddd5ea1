import { Box, Group, Stack, Text } from '@mantine/core'
import { type SmallButton, SmallButtons } from '../ui/small-buttons.tsx'

interface CardRowProps {
  title: string
  state: string
  actions: SmallButton[]
}

/** One line of a card: its subject, its state and its actions. */
export function CardRow({ title, state, actions }: CardRowProps) {
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Stack gap={0} miw={0}>
        <Text fw={650}>{title}</Text>
        <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {state}
        </Text>
      </Stack>
      <Box flex="none" maw="55%">
        <SmallButtons buttons={actions} wrap />
      </Box>
    </Group>
  )
}
