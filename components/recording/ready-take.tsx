import { Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import { useSession } from '../panel/session-provider.tsx'
import { sizeOf } from '../panel/working-session.ts'
import { usePorts } from '../ports.tsx'
import { NamePatient } from '../report/name-patient.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { usePending } from '../ui/use-pending.ts'
import { MissingNotice } from './missing-notice.tsx'

interface ReadyTakeProps {
  /** Records a further part of the visit. Undefined: nothing can be recorded now. */
  onContinue?: (() => void) | undefined
}

/** Shows a finished recording that has no note yet, with buttons to put it aside or to discard it. */
export function ReadyTake({ onContinue }: ReadyTakeProps) {
  const { session, clear, startOver } = useSession()
  const { client } = usePorts()
  const queries = useQueryClient()
  const [openDialog, setOpenDialog] = useState<'discard' | 'name' | null>(null)
  const [name, setName] = useState('')
  const { pending, run } = usePending<'discard'>()
  const transcriptId = session.take?.transcriptId ?? ''

  async function saveName(patientName: string) {
    await client.call(userEndpoints.correctTranscript, { params: { id: transcriptId }, body: { patientName } })
    setName(patientName)
    void queries.invalidateQueries({ queryKey: ['transcripts'] })
  }
  const hasTranscript = session.take?.origin === 'opened'

  return (
    <Card>
      <Text fw={650}>
        {hasTranscript ? 'There is a transcript without a note' : 'There is a recording without a note'}
      </Text>
      <Text c="dimmed" size="xs">
        {[name, sizeOf(session)].filter(Boolean).join(' · ')}
      </Text>
      <MissingNotice missing={session.take?.missing} />
      <Group gap="xs" mt="xs">
        <Button size="sm" variant="default" disabled={pending !== null || !onContinue} onClick={onContinue}>
          Continue this visit
        </Button>
        <Button size="sm" variant="default" disabled={pending !== null} onClick={() => clear()}>
          Put aside
        </Button>
        {session.patient === null && (
          <Button size="sm" variant="default" disabled={pending !== null} onClick={() => setOpenDialog('name')}>
            {name ? 'Change name' : 'Add a name'}
          </Button>
        )}
        {!hasTranscript && (
          <Button
            size="sm"
            variant="subtle"
            color="gray"
            loading={pending !== null}
            onClick={() => setOpenDialog('discard')}
          >
            Discard
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={openDialog === 'discard'}
        title="Discard this session"
        text="No note was written from this session yet. Its transcript will be deleted here and on the server. This cannot be undone."
        confirmLabel="Discard"
        onConfirm={() => void run('discard', startOver)}
        onClose={() => setOpenDialog(null)}
      />
      {openDialog === 'name' && <NamePatient name={name} save={saveName} onClose={() => setOpenDialog(null)} />}
    </Card>
  )
}
