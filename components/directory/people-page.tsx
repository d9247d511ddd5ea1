import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { directoryEndpoints } from '../../lib/contracts/endpoints/directories.ts'
import type { DirectoryRole } from '../../lib/contracts/index.ts'
import { useReturned } from '../account/errands.ts'
import { useProviders } from '../account/use-providers.ts'
import { useSharedPorts } from '../ports.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { IconBrandGoogle, IconPlus, IconUsers } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Records } from '../ui/records.tsx'
import { SmallButtons } from '../ui/small-buttons.tsx'
import { Tag } from '../ui/tag.tsx'
import { toast } from '../ui/toast.ts'
import { useChange } from '../ui/use-change.ts'
import { LinkDialog } from './link-dialog.tsx'
import { PeopleDialog } from './people-dialog.tsx'
import { invitationWords } from './people-words.ts'
import { permissionWords, statusWords } from './permission-words.ts'
import { SeatDialog } from './seat-dialog.tsx'
import { useDirectory } from './use-directory.ts'
import { WorkspaceDialog } from './workspace-dialog.tsx'

/** The people of the organisation. A person who manages people sees all seats. Everybody else sees only names. */
export function PeoplePage() {
  const { may } = useDirectory()
  return may('roles.manage') ? <Seats /> : <Colleagues />
}

const key = ['directories', 'roles']
const whoIsIn = ({ email, status }: DirectoryRole) => email ?? (status === 'open' ? 'Nobody yet' : '')

function Seats() {
  const { client, account } = useSharedPorts()
  const { directoryId } = useDirectory()
  const { errands } = account
  const hasGoogle = useProviders().includes('google')
  const [providerReturn, finish] = useReturned(errands, 'people')
  const leave = useMutation({
    mutationFn: async () => errands?.readPeople(),
    onError: (error) => toast('error', sentenceOf(error)),
  })
  const [editing, setEditing] = useState<DirectoryRole | 'new' | null>(null)
  const [removing, setRemoving] = useState<DirectoryRole | null>(null)
  const remove = useChange(
    ({ roleId }: DirectoryRole) => client.call(directoryEndpoints.deleteRole, { params: { directoryId, roleId } }),
    { refreshes: key, said: 'The seat was removed.' },
  )
  const [isAddingMany, setAddingMany] = useState(false)
  const [linking, setLinking] = useState<DirectoryRole | null>(null)
  const [filter, setFilter] = useState<keyof typeof filters>('everybody')
  const send = useChange(
    ({ roleId }: DirectoryRole) => client.call(directoryEndpoints.sendInvitation, { params: { directoryId, roleId } }),
    { refreshes: key, said: 'The invitation waits to be sent.' },
  )
  const invite = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setEditing('new')}>
      Add a person
    </Button>
  )
  return (
    <Page
      title="People"
      about="Each person has one seat. The seat says what the person may do."
      action={
        <Group gap="sm">
          {errands && hasGoogle && (
            <Button
              variant="default"
              leftSection={<IconBrandGoogle size={18} aria-hidden />}
              loading={leave.isPending}
              onClick={() => leave.mutate()}
            >
              Invite from Google
            </Button>
          )}
          <Button variant="default" leftSection={<IconUsers size={18} />} onClick={() => setAddingMany(true)}>
            Add people with a file
          </Button>
          {invite}
        </Group>
      }
    >
      {providerReturn && <WorkspaceDialog returned={providerReturn} refreshes={key} onClose={finish} />}
      <SegmentedControl
        aria-label="Which people are shown"
        value={filter}
        onChange={(value) => setFilter(value as keyof typeof filters)}
        data={Object.entries(filters).map(([value, { label }]) => ({ value, label }))}
        w="fit-content"
      />
      <Records<DirectoryRole>
        key={filter}
        label="Seats"
        searchLabel="Part of an email address"
        queryKey={[...key, directoryId, filter]}
        load={({ search, ...page }, signal) =>
          client.call(
            directoryEndpoints.listRoles,
            {
              params: { directoryId },
              query: {
                ...page,
                search: JSON.stringify({
                  ...filters[filter].search,
                  ...(search === undefined ? {} : { email: search }),
                }),
              },
            },
            { signal },
          )
        }
        rowKey={({ roleId }) => roleId}
        columns={[
          { label: 'Person', show: (role) => <PersonOf role={role} /> },
          { label: 'Seat', show: ({ name }) => name },
          {
            label: 'State',
            show: (role) => <StateOf role={role} />,
          },
          { label: 'Permissions', show: ({ permissions }) => <Permissions of={permissions} /> },
        ]}
        actions={(role) => (
          <SmallButtons
            wrap
            buttons={[
              ...(role.status === 'invited'
                ? [
                    {
                      label: 'Send again',
                      name: `Send again to ${whoIsIn(role)}`,
                      loading: send.isPending && send.variables === role,
                      onClick: () => send.mutate(role),
                    },
                    {
                      label: 'Copy link',
                      name: `Copy link for ${whoIsIn(role)}`,
                      onClick: () => setLinking(role),
                    },
                  ]
                : []),
              { label: 'Edit', name: `Edit ${role.name}, ${whoIsIn(role)}`, onClick: () => setEditing(role) },
              { label: 'Remove', name: `Remove ${role.name}, ${whoIsIn(role)}`, onClick: () => setRemoving(role) },
            ]}
          />
        )}
        empty={
          filter === 'invited'
            ? {
                icon: <IconUsers size={24} />,
                title: 'Everybody has accepted',
                text: 'No invitation waits for an answer. Choose “Everybody” to see all seats.',
              }
            : {
                icon: <IconUsers size={24} />,
                title: 'No seats yet',
                text: 'Add the people who work with you. Each one gets an invitation.',
                action: invite,
              }
        }
      />
      {isAddingMany && <PeopleDialog refreshes={key} onClose={() => setAddingMany(false)} />}
      {linking !== null && <LinkDialog role={linking} onClose={() => setLinking(null)} />}
      {editing !== null && (
        <SeatDialog
          role={editing === 'new' ? null : editing}
          refreshes={key}
          onLink={setLinking}
          onClose={() => setEditing(null)}
        />
      )}
      <ConfirmDialog
        opened={removing !== null}
        title="Remove this seat"
        text={`${removing?.email ?? 'The person'} will leave the organisation immediately. Notes and templates stay with the person who wrote them.`}
        confirmLabel="Remove"
        onConfirm={() => removing && remove.mutate(removing)}
        onClose={() => setRemoving(null)}
      />
    </Page>
  )
}

/** Which seats are shown: all, or those whose person has not accepted. */
const filters = {
  everybody: { label: 'Everybody', search: {} },
  invited: { label: 'Not accepted', search: { status: 'invited' } },
} as const

function PersonOf({ role }: { role: DirectoryRole }) {
  if (role.personName === undefined) return whoIsIn(role)
  return (
    <>
      {role.personName}
      <Text c="dimmed" size="sm">
        {whoIsIn(role)}
      </Text>
    </>
  )
}

function StateOf({ role }: { role: DirectoryRole }) {
  const { label, tone } = statusWords[role.status]
  return (
    <>
      <Tag tone={tone}>{label}</Tag>
      {role.invitation && (
        <Text c="dimmed" size="sm">
          {invitationWords(role)}
        </Text>
      )}
    </>
  )
}

function Permissions({ of }: { of: DirectoryRole['permissions'] }) {
  const all = Object.keys(permissionWords).length
  if (of.length === all) return 'Everything'
  if (of.length === 0) return <Text c="dimmed">Write own notes</Text>
  return of.map((permission) => permissionWords[permission].label).join(', ')
}

function Colleagues() {
  const { client } = useSharedPorts()
  const { directoryId } = useDirectory()
  return (
    <Page title="People" about="The people with whom you work in this organisation.">
      <Records
        label="People"
        searchLabel="Part of an email address"
        queryKey={['directories', 'users', directoryId]}
        load={(query, signal) =>
          client.call(directoryEndpoints.listDirectoryUsers, { params: { directoryId }, query }, { signal })
        }
        rowKey={({ userId }) => userId}
        columns={[
          { label: 'Person', show: ({ email }) => email },
          { label: 'Seat', show: ({ role }) => role },
        ]}
        empty={{
          icon: <IconUsers size={24} />,
          title: 'Nobody here',
          text: 'This organisation has no members yet. Who manages the people can add them.',
        }}
      />
    </Page>
  )
}
