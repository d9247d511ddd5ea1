import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { resellerEndpoints } from '../../lib/contracts/endpoints/reseller.ts'
import type { Customer } from '../../lib/contracts/index.ts'
import { useAttemptKey } from '../attempt-key.ts'
import { useSharedPorts } from '../ports.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { dayWords } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { IconPlus, IconUsers } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Records } from '../ui/records.tsx'
import { SmallButtons } from '../ui/small-buttons.tsx'
import { toast } from '../ui/toast.ts'
import { useChange } from '../ui/use-change.ts'
import { developerKey, useAccess } from './use-access.ts'

export function CustomersPage() {
  const { client } = useSharedPorts()
  const { accessId, may } = useAccess()
  const [isAdding, setAdding] = useState(false)
  const [openCustomer, setOpenCustomer] = useState<Customer | null>(null)
  const [removing, setRemoving] = useState<Customer | null>(null)
  const key = [...developerKey, 'customers', accessId]
  const remove = useChange(
    ({ identifier }: Customer) => client.call(resellerEndpoints.removeCustomer, { params: { accessId, identifier } }),
    { refreshes: key, said: 'The customer was deleted.' },
  )
  const add = may('write') ? (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
      Add a customer
    </Button>
  ) : undefined
  return (
    <Page title="Customers" about="Your customers, listed by the identifiers that you chose for them." action={add}>
      <Records<Customer>
        label="Customers"
        searchLabel="Part of an identifier"
        queryKey={key}
        load={(query, signal) =>
          client.call(resellerEndpoints.listCustomers, { params: { accessId }, query }, { signal })
        }
        rowKey={({ identifier }) => identifier}
        columns={[
          { label: 'Identifier', show: ({ identifier }) => identifier },
          { label: 'Created', oneLine: true, show: ({ createdAt }) => dayWords(createdAt) },
        ]}
        actions={(row) => (
          <SmallButtons
            buttons={[
              { label: 'Users', name: `Users of ${row.identifier}`, onClick: () => setOpenCustomer(row) },
              ...(may('write')
                ? [{ label: 'Delete', name: `Delete ${row.identifier}`, onClick: () => setRemoving(row) }]
                : []),
            ]}
          />
        )}
        empty={{
          icon: <IconUsers size={24} />,
          title: 'No customer yet',
          text: 'Add a customer here. Chartside also adds a customer when your program requests a token for a customer that does not exist yet.',
          action: add,
        }}
      />
      {isAdding && <IdentifierDialog customer={null} refreshes={key} onClose={() => setAdding(false)} />}
      {openCustomer && <UsersDialog customer={openCustomer} onClose={() => setOpenCustomer(null)} />}
      <ConfirmDialog
        opened={removing !== null}
        title={`Delete ${removing?.identifier ?? ''}`}
        text="The users, templates, transcripts and outputs of this customer will be deleted permanently."
        confirmLabel="Delete"
        phrase={removing?.identifier ?? ''}
        onConfirm={() => removing && remove.mutate(removing)}
        onClose={() => setRemoving(null)}
      />
    </Page>
  )
}

function IdentifierDialog({
  customer,
  refreshes,
  onClose,
}: {
  customer: Customer | null
  refreshes: readonly unknown[]
  onClose: () => void
}) {
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const attempt = useAttemptKey()
  const { accessId } = useAccess()
  const [identifier, setIdentifier] = useState('')

  async function save() {
    const body = { identifier: identifier.trim() }
    const options = { idempotencyKey: attempt.of(body) }
    await (customer === null
      ? client.call(resellerEndpoints.addCustomer, { params: { accessId }, body }, options)
      : client.call(
          resellerEndpoints.addCustomerUser,
          { params: { accessId, customerIdentifier: customer.identifier }, body },
          options,
        ))
    toast('success', customer === null ? 'The customer was added.' : 'The user was added.')
    await queries.invalidateQueries({ queryKey: refreshes })
  }

  return (
    <FormDialog
      opened
      title={customer === null ? 'Add a customer' : `Add a user for ${customer.identifier}`}
      action="Add"
      ready={identifier.trim() !== ''}
      submit={save}
      onClose={onClose}
    >
      <TextInput
        label="Identifier"
        description="The code or number of this customer or user in your own product. Do not use the name of a person."
        data-autofocus
        value={identifier}
        onChange={(event) => setIdentifier(event.currentTarget.value)}
        required
        withAsterisk={false}
      />
    </FormDialog>
  )
}

function UsersDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { client } = useSharedPorts()
  const { accessId, may } = useAccess()
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Customer | null>(null)
  const params = { accessId, customerIdentifier: customer.identifier }
  const key = [...developerKey, 'users', accessId, customer.identifier]
  const remove = useChange(
    ({ identifier }: Customer) =>
      client.call(resellerEndpoints.removeCustomerUser, { params: { ...params, identifier } }),
    { refreshes: key, said: 'The user was deleted.' },
  )
  const add = may('write') ? (
    <Button size="sm" leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
      Add a user
    </Button>
  ) : undefined
  return (
    <Dialog opened onClose={onClose} title={`Users of ${customer.identifier}`}>
      <Records<Customer>
        label="Users"
        queryKey={key}
        load={(query, signal) => client.call(resellerEndpoints.listCustomerUsers, { params, query }, { signal })}
        rowKey={({ identifier }) => identifier}
        columns={[
          { label: 'Identifier', show: ({ identifier }) => identifier },
          { label: 'Created', oneLine: true, show: ({ createdAt }) => dayWords(createdAt) },
        ]}
        {...(may('write')
          ? {
              actions: (user: Customer) => (
                <SmallButtons
                  buttons={[{ label: 'Delete', name: `Delete ${user.identifier}`, onClick: () => setRemoving(user) }]}
                />
              ),
            }
          : {})}
        empty={{
          icon: <IconUsers size={24} />,
          title: 'No user',
          text: 'This customer has no users yet. Add the first one, or let your program request a token for it.',
        }}
      />
      {add}
      {isAdding && <IdentifierDialog customer={customer} refreshes={key} onClose={() => setAdding(false)} />}
      <ConfirmDialog
        opened={removing !== null}
        title={`Delete ${removing?.identifier ?? ''}`}
        text="Everything that belongs to this user will be deleted permanently. If you add a user with the same identifier later, that user starts without any data."
        confirmLabel="Delete"
        onConfirm={() => removing && remove.mutate(removing)}
        onClose={() => setRemoving(null)}
      />
    </Dialog>
  )
}
