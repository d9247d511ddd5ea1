import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../panel/session-provider.tsx'
import { sizeOf } from '../panel/working-session.ts'
import { Card } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { usePending } from '../ui/use-pending.ts'
import { MissingNotice } from './missing-notice.tsx'

/** Shows a finished recording that has no note yet, with buttons to put it aside or to discard it. */
export function ReadyTake() {
  const { session, clear, startOver } = useSession()
  const [asking, setAsking] = useState(false)
  const { pending, run } = usePending<'discard'>()
  const hasTranscript = session.take?.origin === 'opened'

  return (
    <Card>
      <Text fw={650}>
        {hasTranscript ? 'There is a transcript without a note' : 'There is a recording without a note'}
      </Text>
      <Text c="dimmed" size="xs">
        {sizeOf(session)}
      </Text>
      <MissingNotice missing={session.take?.missing} />
      <Group gap="xs" mt="xs">
        <Button size="sm" variant="default" disabled={pending !== null} onClick={() => clear()}>
          Put aside
        </Button>
        {!hasTranscript && (
          <Button size="sm" variant="subtle" color="gray" loading={pending !== null} onClick={() => setAsking(true)}>
            Discard
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={asking}
        title="Discard this session"
        text="No note was written from this session yet. Its transcript will be deleted here and on the server. This cannot be undone."
        confirmLabel="Discard"
        onConfirm={() => void run('discard', startOver)}
        onClose={() => setAsking(false)}
      />
    </Card>
  )
}
