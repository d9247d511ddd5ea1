import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface InvitationRowProps {
  name: string
  accept: { isPending: boolean; run: () => void }
  decline: { isPending: boolean; run: () => void }
  children: ReactNode
}

export function InvitationRow({ name, accept, decline, children }: InvitationRowProps) {
  return (
    <Group justify="space-between" gap="xs">
      <Text style={{ overflowWrap: 'anywhere' }}>{children}</Text>
      <Group gap="xs">
        <Button
          size="sm"
          variant="default"
          disabled={accept.isPending || decline.isPending}
          aria-label={`Decline ${name}`}
          onClick={decline.run}
        >
          Decline
        </Button>
        <Button
          size="sm"
          loading={accept.isPending || decline.isPending}
          aria-label={`Accept ${name}`}
          onClick={accept.run}
        >
          Accept
        </Button>
      </Group>
    </Group>
  )
}
