import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { useState } from 'react'
import { adminEndpoints } from '../../lib/contracts/endpoints/admin.ts'
import type { AdministeredUserSummary } from '../../lib/contracts/index.ts'
import { useSharedPorts } from '../ports.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { dayWords } from '../ui/dates.ts'
import { IconDots, IconPlus, IconUser } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Records } from '../ui/records.tsx'
import { Tag } from '../ui/tag.tsx'
import { useChange } from '../ui/use-change.ts'
import { ActAsDialog } from './act-as-dialog.tsx'
import { UserDialog, usersKey } from './user-dialog.tsx'

type Asking = { what: 'edit' | 'act' | 'sign-out' | 'delete'; user: AdministeredUserSummary } | { what: 'add' } | null

export function UsersPage() {
  const { client } = useSharedPorts()
  const [asking, setAsking] = useState<Asking>(null)
  const close = () => setAsking(null)
  const of = (what: 'edit' | 'act' | 'sign-out' | 'delete') => (asking?.what === what ? asking.user : null)
  const signOut = useChange(
    ({ userId }: AdministeredUserSummary) => client.call(adminEndpoints.logoutUser, { params: { userId } }),
    { refreshes: usersKey, said: 'Every device of this person was signed out.' },
  )
  const remove = useChange(
    ({ userId }: AdministeredUserSummary) => client.call(adminEndpoints.deleteUser, { params: { userId } }),
    { refreshes: usersKey, said: 'The user was deleted.' },
  )
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setAsking({ what: 'add' })}>
      Add a user
    </Button>
  )
  const [signingOut, deleting, editing, acting] = [of('sign-out'), of('delete'), of('edit'), of('act')]
  return (
    <Page title="Users" about="Everybody who can sign in to this server." action={add}>
      <Records<AdministeredUserSummary>
        label="Users"
        searchLabel="Part of a name or an email address"
        queryKey={usersKey}
        load={(query, signal) => client.call(adminEndpoints.listUsers, { query }, { signal })}
        rowKey={({ userId }) => userId}
        columns={[
          { label: 'Email', show: ({ email }) => email },
          { label: 'Name', show: ({ name }) => name ?? '' },
          { label: 'State', show: (user) => <State of={user} /> },
          { label: 'Created', oneLine: true, show: ({ createdAt }) => dayWords(createdAt) },
        ]}
        smallActions
        actions={(user) => (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="default" size={32} aria-label={`Actions for ${user.email}`}>
                <IconDots size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setAsking({ what: 'edit', user })}>Edit</Menu.Item>
              <Menu.Item onClick={() => setAsking({ what: 'act', user })}>Act as this person</Menu.Item>
              <Menu.Item onClick={() => setAsking({ what: 'sign-out', user })}>Sign out on every device</Menu.Item>
              <Menu.Item c="var(--cs-bad)" onClick={() => setAsking({ what: 'delete', user })}>
                Delete
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
        empty={{
          icon: <IconUser size={24} />,
          title: 'No user',
          text: 'There are no users yet. Add the first user.',
          action: add,
        }}
      />
      {asking?.what === 'add' && <UserDialog user={null} onClose={close} />}
      {editing && <UserDialog user={editing} onClose={close} />}
      {acting && <ActAsDialog user={acting} onClose={close} />}
      <ConfirmDialog
        opened={signingOut !== null}
        title="Sign out on every device"
        text={`${signingOut?.email ?? ''} must sign in again on every device. What was recorded so far stays on the device that recorded it.`}
        confirmLabel="Sign out"
        onConfirm={() => signingOut && signOut.mutate(signingOut)}
        onClose={close}
      />
      <ConfirmDialog
        opened={deleting !== null}
        title={`Delete ${deleting?.email ?? ''}`}
        text="You can delete a user only if the user has no notes, templates or transcripts, and belongs to no organisation. Disable other users instead."
        confirmLabel="Delete"
        phrase={deleting?.email ?? ''}
        onConfirm={() => deleting && remove.mutate(deleting)}
        onClose={close}
      />
    </Page>
  )
}

function State({ of: { disabled, admin } }: { of: AdministeredUserSummary }) {
  return (
    <Group gap={4}>
      {disabled ? <Tag tone="bad">Disabled</Tag> : <Tag tone="good">Active</Tag>}
      {admin && <Tag tone="act">Administrator</Tag>}
    </Group>
  )
}
