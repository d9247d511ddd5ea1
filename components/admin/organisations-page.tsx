import { Button, Checkbox, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminEndpoints } from '../../lib/contracts/endpoints/admin.ts'
import type { AdministeredDirectorySummary } from '../../lib/contracts/index.ts'
import { useAttemptKey } from '../attempt-key.ts'
import { useSharedPorts } from '../ports.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { dayWords } from '../ui/dates.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { IconPlus, IconUsers } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Records } from '../ui/records.tsx'
import { SmallButtons } from '../ui/small-buttons.tsx'
import { toast } from '../ui/toast.ts'
import { useChange } from '../ui/use-change.ts'

const key = ['admin', 'directories']

export function OrganisationsPage() {
  const { client } = useSharedPorts()
  const [editing, setEditing] = useState<AdministeredDirectorySummary | 'new' | null>(null)
  const [deleting, setDeleting] = useState<AdministeredDirectorySummary | null>(null)
  const remove = useChange(
    ({ directoryId }: AdministeredDirectorySummary) =>
      client.call(adminEndpoints.deleteAnyDirectory, { params: { directoryId } }),
    { refreshes: key, said: 'The organisation was deleted.' },
  )
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setEditing('new')}>
      Add an organisation
    </Button>
  )
  return (
    <Page title="Organisations" about="All organisations of this server." action={add}>
      <Records<AdministeredDirectorySummary>
        label="Organisations"
        searchLabel="Part of the name"
        queryKey={key}
        load={(query, signal) => client.call(adminEndpoints.listAllDirectories, { query }, { signal })}
        rowKey={({ directoryId }) => directoryId}
        columns={[
          {
            label: 'Name',
            show: ({ name, forSeatless }) => (forSeatless ? `${name} (also for people without a seat)` : name),
          },
          { label: 'People', show: ({ roles }) => `${roles.occupied} of ${roles.total} seats` },
          { label: 'Created', oneLine: true, show: ({ createdAt }) => dayWords(createdAt) },
        ]}
        actions={(directory) => (
          <SmallButtons
            buttons={[
              { label: 'Edit', name: `Edit ${directory.name}`, onClick: () => setEditing(directory) },
              { label: 'Delete', name: `Delete ${directory.name}`, onClick: () => setDeleting(directory) },
            ]}
          />
        )}
        empty={{
          icon: <IconUsers size={24} />,
          title: 'No organisation yet',
          text: 'Add an organisation, and invite a person to manage it.',
          action: add,
        }}
      />
      {editing !== null && (
        <OrganisationDialog directory={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      <ConfirmDialog
        opened={deleting !== null}
        title={`Delete ${deleting?.name ?? ''}`}
        text="All members will be removed from this organisation immediately. They keep the notes and templates that they wrote."
        confirmLabel="Delete"
        phrase={deleting?.name ?? ''}
        onConfirm={() => deleting && remove.mutate(deleting)}
        onClose={() => setDeleting(null)}
      />
    </Page>
  )
}

interface OrganisationDialogProps {
  /** Null: a new organisation. */
  directory: AdministeredDirectorySummary | null
  onClose: () => void
}

function OrganisationDialog({ directory, onClose }: OrganisationDialogProps) {
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const attempt = useAttemptKey()
  const [name, setName] = useState(directory?.name ?? '')
  const [managerEmail, setManagerEmail] = useState('')
  const [forSeatless, setForSeatless] = useState(directory?.forSeatless ?? false)
  async function save() {
    const body = { name: name.trim(), ...(managerEmail.trim() === '' ? {} : { managerEmail: managerEmail.trim() }) }
    if (directory === null)
      await client.call(adminEndpoints.addDirectory, { body }, { idempotencyKey: attempt.of(body) })
    else {
      const { directoryId } = directory
      // The choice is sent only if it has changed: meanwhile, somebody else can have chosen another organisation.
      const choice = forSeatless === directory.forSeatless ? {} : { forSeatless }
      await client.call(adminEndpoints.changeAnyDirectory, { params: { directoryId }, body: { ...body, ...choice } })
    }
    toast('success', directory === null ? 'The organisation was added.' : 'The organisation was saved.')
    await queries.invalidateQueries({ queryKey: key })
  }
  return (
    <FormDialog
      opened
      title={directory === null ? 'Add an organisation' : 'Edit the organisation'}
      action={directory === null ? 'Add' : 'Save'}
      ready={name.trim() !== ''}
      submit={save}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        required
        withAsterisk={false}
      />
      <TextInput
        label={
          directory === null
            ? 'Email of the person who manages the organisation'
            : 'Email of another person who manages the organisation'
        }
        description="This person gets an invitation and will have every permission in the organisation."
        type="email"
        autoComplete="off"
        value={managerEmail}
        onChange={(event) => setManagerEmail(event.currentTarget.value)}
      />
      {directory !== null && (
        <Checkbox
          label="Its rules and licences also hold for people without a seat"
          description="People who belong to no organisation then work under the settings of this organisation. Only one organisation can have this role."
          checked={forSeatless}
          onChange={(event) => setForSeatless(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}
