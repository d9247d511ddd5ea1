import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { directoryEndpoints } from '../../lib/contracts/endpoints/directories.ts'
import { OrganisationCard } from '../account/organisation-card.tsx'
import { useDirectories } from '../account/use-directories.ts'
import { useAttemptKey } from '../attempt-key.ts'
import { useSharedPorts } from '../ports.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { IconPlus } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { toast } from '../ui/toast.ts'
import { useChange } from '../ui/use-change.ts'
import { permissionWords } from './permission-words.ts'
import { useDirectory } from './use-directory.ts'

export function OverviewPage() {
  const { directory } = useDirectories()
  const [creating, setCreating] = useState(false)
  return (
    <Page
      title={directory?.name ?? 'Organisation'}
      about="The members of an organisation share templates and notes. The organisation pays for the notes of all its members."
      action={
        <Button
          variant={directory ? 'default' : 'filled'}
          leftSection={<IconPlus size={18} />}
          onClick={() => setCreating(true)}
        >
          Create an organisation
        </Button>
      }
    >
      <OrganisationCard isNamed />
      {directory && <Own key={directory.directoryId} />}
      {creating && <NameDialog onClose={() => setCreating(false)} />}
    </Page>
  )
}

function Own() {
  const { client } = useSharedPorts()
  const { directoryId, name, permissions, may } = useDirectory()
  const [asking, setAsking] = useState<'name' | 'leave' | 'delete' | null>(null)
  const params = { directoryId }
  const leave = useChange(() => client.call(directoryEndpoints.leaveDirectory, { params }), {
    refreshes: [],
    said: `You have left ${name}.`,
  })
  const remove = useChange(() => client.call(directoryEndpoints.deleteDirectory, { params }), {
    refreshes: [],
    said: `${name} is deleted.`,
  })
  const close = () => setAsking(null)
  return (
    <>
      <Card>
        <Stack gap="xs">
          <Text fw={650}>What you may do in this organisation</Text>
          {permissions.length === 0 ? (
            <Text c="dimmed">Record visits and write your own notes.</Text>
          ) : (
            <Stack component="ul" gap={4} m={0} pl="md">
              {permissions.map((permission) => (
                <Text component="li" key={permission}>
                  {permissionWords[permission].label}.{' '}
                  <Text span c="dimmed">
                    {permissionWords[permission].about}
                  </Text>
                </Text>
              ))}
            </Stack>
          )}
        </Stack>
      </Card>
      <Card>
        <Group justify="space-between" gap="sm">
          <Text fw={650} flex="1 1 160px">
            {may('directory.manage') ? 'Rename, leave or delete this organisation' : 'Leave this organisation'}
          </Text>
          <Group gap="xs">
            {may('directory.manage') && (
              <Button size="sm" variant="default" onClick={() => setAsking('name')}>
                Rename
              </Button>
            )}
            <Button size="sm" variant="default" onClick={() => setAsking('leave')}>
              Leave
            </Button>
            {may('directory.manage') && (
              <Button size="sm" variant="default" c="var(--cs-bad)" onClick={() => setAsking('delete')}>
                Delete
              </Button>
            )}
          </Group>
        </Group>
      </Card>
      {asking === 'name' && <NameDialog directory={{ directoryId, name }} onClose={close} />}
      <ConfirmDialog
        opened={asking === 'leave'}
        title={`Leave ${name}`}
        text="You will no longer see the templates and notes that are shared in this organisation. Your own notes stay yours."
        confirmLabel="Leave"
        onConfirm={() => leave.mutate()}
        onClose={close}
      />
      <ConfirmDialog
        opened={asking === 'delete'}
        title={`Delete ${name}`}
        text="All members will be removed from this organisation immediately. They keep the notes and templates that they wrote. This cannot be undone."
        confirmLabel="Delete"
        phrase={name}
        onConfirm={() => remove.mutate()}
        onClose={close}
      />
    </>
  )
}

interface NameDialogProps {
  /** The organisation to rename. Absent: a new organisation. */
  directory?: { directoryId: string; name: string }
  onClose: () => void
}

function NameDialog({ directory, onClose }: NameDialogProps) {
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const attempt = useAttemptKey()
  const [name, setName] = useState(directory?.name ?? '')
  async function save() {
    const body = { name: name.trim() }
    if (directory) {
      await client.call(directoryEndpoints.renameDirectory, { params: { directoryId: directory.directoryId }, body })
    } else await client.call(directoryEndpoints.createDirectory, { body }, { idempotencyKey: attempt.of(body) })
    toast('success', directory ? 'The name was changed.' : `${body.name} was created.`)
    // Everything is loaded again, because the organisation decides what the person may see.
    await queries.invalidateQueries()
  }
  return (
    <FormDialog
      opened
      title={directory ? 'Rename the organisation' : 'Create an organisation'}
      action={directory ? 'Rename' : 'Create'}
      ready={name.trim() !== ''}
      submit={save}
      onClose={onClose}
    >
      {!directory && <Text>You become the administrator of this organisation and can invite other people.</Text>}
      <TextInput
        label="Name"
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        required
        withAsterisk={false}
      />
    </FormDialog>
  )
}
