import { Button } from '@mantine/core'
import { useState } from 'react'
import { adminAccessEndpoints } from '../../lib/contracts/endpoints/admin-access.ts'
import type { AdministeredAccessSummary } from '../../lib/contracts/index.ts'
import { useSharedPorts } from '../ports.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { dayWords } from '../ui/dates.ts'
import { IconPlus, IconWorld } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Records } from '../ui/records.tsx'
import { SmallButtons } from '../ui/small-buttons.tsx'
import { useChange } from '../ui/use-change.ts'
import { AccessDialog, accessKey } from './access-dialog.tsx'

export function AccessPage() {
  const { client } = useSharedPorts()
  const [editing, setEditing] = useState<AdministeredAccessSummary | 'new' | null>(null)
  const [deleting, setDeleting] = useState<AdministeredAccessSummary | null>(null)
  const remove = useChange(
    ({ accessId }: AdministeredAccessSummary) =>
      client.call(adminAccessEndpoints.removeAccess, { params: { accessId } }),
    { refreshes: accessKey, said: 'The developer organisation was deleted.' },
  )
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setEditing('new')}>
      Add a developer organisation
    </Button>
  )
  return (
    <Page
      title="Developer organisations"
      about="Companies that use Chartside in their own products, and how much each company may use."
      action={add}
    >
      <Records<AdministeredAccessSummary>
        label="Developer organisations"
        searchLabel="Name, website or email"
        queryKey={accessKey}
        load={(query, signal) => client.call(adminAccessEndpoints.listAccess, { query }, { signal })}
        rowKey={({ accessId }) => accessId}
        columns={[
          { label: 'Name', show: ({ organization }) => organization.name },
          { label: 'Website', show: ({ organization }) => organization.website ?? '' },
          {
            label: 'Members',
            show: ({ members }) =>
              members.invited === 0 ? `${members.accepted}` : `${members.accepted}, and ${members.invited} invited`,
          },
          { label: 'Created', oneLine: true, show: ({ createdAt }) => dayWords(createdAt) },
        ]}
        actions={(access) => (
          <SmallButtons
            buttons={[
              { label: 'Edit', name: `Edit ${access.organization.name}`, onClick: () => setEditing(access) },
              { label: 'Delete', name: `Delete ${access.organization.name}`, onClick: () => setDeleting(access) },
            ]}
          />
        )}
        empty={{
          icon: <IconWorld size={24} />,
          title: 'No developer organisation',
          text: 'Add a developer organisation for each company that uses Chartside in its own product.',
          action: add,
        }}
      />
      {editing !== null && (
        <AccessDialog access={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      <ConfirmDialog
        opened={deleting !== null}
        title={`Delete ${deleting?.organization.name ?? ''}`}
        text="All members of this organisation will immediately lose access to it. This cannot be undone."
        confirmLabel="Delete"
        phrase={deleting?.organization.name ?? ''}
        onConfirm={() => deleting && remove.mutate(deleting)}
        onClose={() => setDeleting(null)}
      />
    </Page>
  )
}
