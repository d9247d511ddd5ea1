import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface InvitationRowProps {
  /** The organisation that invites. */
  name: string
  accept: { isPending: boolean; run: () => void }
  decline: { isPending: boolean; run: () => void }
  /** The sentence of the invitation. */
  children: ReactNode
}

/** An invitation with buttons to accept and to decline it. */
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
