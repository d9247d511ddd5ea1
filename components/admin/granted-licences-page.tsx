import { Button } from '@mantine/core'
import { useState } from 'react'
import { adminEndpoints } from '../../lib/contracts/endpoints/admin.ts'
import type { AdministeredLicense } from '../../lib/contracts/index.ts'
import { creditWords, periodWords } from '../directory/licence-words.ts'
import { useSharedPorts } from '../ports.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { IconFileText, IconPlus } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Records } from '../ui/records.tsx'
import { SmallButtons } from '../ui/small-buttons.tsx'
import { Tag } from '../ui/tag.tsx'
import { useChange } from '../ui/use-change.ts'
import { LicenceDialog, licencesKey } from './licence-dialog.tsx'

export function GrantedLicencesPage() {
  const { client } = useSharedPorts()
  const [editing, setEditing] = useState<AdministeredLicense | 'new' | null>(null)
  const [deleting, setDeleting] = useState<AdministeredLicense | null>(null)
  const remove = useChange(
    ({ licenseId }: AdministeredLicense) => client.call(adminEndpoints.deleteLicense, { params: { licenseId } }),
    { refreshes: licencesKey, said: 'The licence was deleted.' },
  )
  const grant = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setEditing('new')}>
      Grant a licence
    </Button>
  )
  return (
    <Page title="Licences" about="How many notes each person or organisation may write." action={grant}>
      <Records<AdministeredLicense>
        label="Licences"
        searchLabel="Product, organisation or email"
        queryKey={licencesKey}
        load={(query, signal) => client.call(adminEndpoints.listAllLicenses, { query }, { signal })}
        rowKey={({ licenseId }) => licenseId}
        columns={[
          { label: 'Owner', show: ({ ownerName }) => ownerName ?? 'Deleted' },
          { label: 'Product', show: ({ product }) => product },
          { label: 'Notes', show: ({ credits }) => creditWords(credits.document) },
          { label: 'Sessions', show: ({ credits }) => creditWords(credits.session) },
          { label: 'Period', show: periodWords },
          {
            label: 'State',
            show: ({ active }) => <Tag tone={active ? 'good' : 'plain'}>{active ? 'Active' : 'Not active'}</Tag>,
          },
        ]}
        actions={(license) => (
          <SmallButtons
            buttons={[
              {
                label: 'Edit',
                name: `Edit ${license.product} of ${license.ownerName ?? 'a deleted owner'}`,
                onClick: () => setEditing(license),
              },
              {
                label: 'Delete',
                name: `Delete ${license.product} of ${license.ownerName ?? 'a deleted owner'}`,
                onClick: () => setDeleting(license),
              },
            ]}
          />
        )}
        empty={{
          icon: <IconFileText size={24} />,
          title: 'No licence yet',
          text: 'As long as this server has no licences, everybody can write any number of notes.',
          action: grant,
        }}
      />
      {editing !== null && (
        <LicenceDialog license={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      <ConfirmDialog
        opened={deleting !== null}
        title="Delete this licence"
        text="Only a licence that was never used can be deleted. To end another licence, edit it and set its end date."
        confirmLabel="Delete"
        onConfirm={() => deleting && remove.mutate(deleting)}
        onClose={() => setDeleting(null)}
      />
    </Page>
  )
}
