import { Button, Group, Stack, Text } from '@mantine/core'

interface CardRowProps {
  title: string
  state: string
  /** The words of the buttons, with what they mean for somebody who hears only them. */
  actions: { label: string; name: string; color?: string; loading?: boolean; onClick: () => void }[]
}

/** One line of a card: what it is about, how it stands, and what can be done. */
export function CardRow({ title, state, actions }: CardRowProps) {
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Stack gap={0} miw={0}>
        <Text fw={650}>{title}</Text>
        <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {state}
        </Text>
      </Stack>
      <Group gap="xs" justify="flex-end" flex="none" maw="55%">
        {actions.map(({ label, name, color, loading = false, onClick }) => (
          <Button
            key={label}
            size="sm"
            variant="default"
            {...(color ? { c: color } : {})}
            loading={loading}
            aria-label={name}
            onClick={onClick}
          >
            {label}
          </Button>
        ))}
      </Group>
    </Group>
  )
}
