import { Button, Group, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountEndpoints } from '../../lib/contracts/endpoints/account.ts'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import { useSharedPorts } from '../ports.tsx'
import { useSubscribed } from '../subscribable.ts'
import { Card } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { waitingFor } from '../ui/failure.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Page } from '../ui/page.tsx'
import { toast } from '../ui/toast.ts'
import { useChange } from '../ui/use-change.ts'
import { AccountCards } from './account-cards.tsx'
import { CardRow } from './card-row.tsx'
import { DevicesCard } from './devices-card.tsx'
import { IdentitiesCard } from './identities-card.tsx'
import { LookCard } from './look-card.tsx'
import { OwnLicences } from './paying-licences.tsx'
import { defaultSettings } from './settings-port.ts'
import { StyleCard } from './style-card.tsx'
import { accountKey, useAccount } from './use-account.ts'
import { WaitingCard } from './waiting-card.tsx'

export function AccountPage() {
  const { account, settings, client } = useSharedPorts()
  const { colorScheme } = useSubscribed(settings, defaultSettings)
  const [leaving, setLeaving] = useState(false)
  const leave = useChange(() => client.call(userEndpoints.logoutAll, {}), {
    refreshes: [],
    said: 'Every device was signed out.',
  })
  return (
    <Page title="Account" about="Your name, how you sign in, and your devices.">
      <WaitingCard />
      <NameCard />
      <StyleCard />
      <AccountCards
        client={client}
        onEmailChanged={(email) => void account.emailChanged(email)}
        // The server has already ended the session, so it does not matter if this sign-out fails. Ignore the error.
        onSignedOut={() => void account.signOut().catch(() => undefined)}
      />
      {account.errands && <IdentitiesCard errands={account.errands} />}
      <DevicesCard />
      <Card>
        <Group justify="space-between" gap="sm">
          <Text fw={650} flex="1 1 160px">
            Sign out on every device
          </Text>
          <Button size="sm" variant="default" onClick={() => setLeaving(true)}>
            Sign out everywhere
          </Button>
        </Group>
      </Card>
      <LookCard settings={settings} colorScheme={colorScheme} />
      <OwnLicences />
      <ConfirmDialog
        opened={leaving}
        title="Sign out everywhere"
        text="You will be signed out of Chartside on every device, including this one. What was recorded so far stays on the device that recorded it."
        confirmLabel="Sign out everywhere"
        onConfirm={() => leave.mutate()}
        onClose={() => setLeaving(false)}
      />
    </Page>
  )
}

function NameCard() {
  const { data, error } = useAccount()
  const [editing, setEditing] = useState(false)
  return (
    <Card>
      <CardRow
        title="Name"
        state={
          data
            ? (data.name ?? 'No name yet. If you enter no name, your colleagues see your email address instead.')
            : waitingFor(error)
        }
        actions={data ? [{ label: 'Change', name: 'Change the name', onClick: () => setEditing(true) }] : []}
      />
      {editing && <NameDialog name={data?.name ?? ''} onClose={() => setEditing(false)} />}
    </Card>
  )
}

function NameDialog({ name: oldName, onClose }: { name: string; onClose: () => void }) {
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const [name, setName] = useState(oldName)
  async function save() {
    const account = await client.call(accountEndpoints.updateAccount, { body: { name: name.trim() } })
    queries.setQueryData(accountKey, account)
    toast('success', 'The name was changed.')
  }
  return (
    <FormDialog opened title="Change the name" action="Save" ready={name.trim() !== ''} submit={save} onClose={onClose}>
      <TextInput
        label="Name"
        description="Your colleagues see this name on your notes and templates."
        autoComplete="name"
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
