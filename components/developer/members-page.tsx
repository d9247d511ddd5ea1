import { Button, Radio, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accessEndpoints } from '../../lib/contracts/endpoints/access.ts'
import {
  type AccessMember,
  type AccessPermission,
  accessPermissions,
  type MailFate,
} from '../../lib/contracts/index.ts'
import { useAttemptKey } from '../attempt-key.ts'
import { useSharedPorts } from '../ports.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { IconPlus, IconUsers } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Records } from '../ui/records.tsx'
import { SmallButtons } from '../ui/small-buttons.tsx'
import { Tag } from '../ui/tag.tsx'
import { toast } from '../ui/toast.ts'
import { useChange } from '../ui/use-change.ts'
import { memberWords } from './access-words.ts'
import { developerKey, useAccess } from './use-access.ts'

/** The members of the developer organisation, including people whose invitation is not accepted yet. */
export function MembersPage() {
  const { client } = useSharedPorts()
  const { accessId, may } = useAccess()
  const [editing, setEditing] = useState<AccessMember | 'new' | null>(null)
  const [removing, setRemoving] = useState<AccessMember | null>(null)
  const remove = useChange(
    ({ email }: AccessMember) => client.call(accessEndpoints.removeMember, { params: { accessId, email } }),
    { refreshes: developerKey, said: 'The member was removed.' },
  )
  const add = may('owner') ? (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setEditing('new')}>
      Add a member
    </Button>
  ) : undefined
  return (
    <Page title="Members" about="People who may see this organisation and its customers." action={add}>
      <Records<AccessMember>
        label="Members"
        searchLabel="Part of an email address"
        queryKey={[...developerKey, 'members', accessId]}
        load={async ({ offset, limit, search = '' }, signal) => {
          const { members } = await client.call(accessEndpoints.getOwnAccess, { params: { accessId } }, { signal })
          const matches = members.filter(({ email }) => email.includes(search.toLowerCase()))
          return { items: matches.slice(offset, offset + limit), total: matches.length }
        }}
        rowKey={({ email }) => email}
        columns={[
          { label: 'Person', show: ({ email }) => email },
          { label: 'Role', show: ({ permission }) => memberWords[permission].label },
          {
            label: 'State',
            show: ({ status }) => (
              <Tag tone={status === 'accepted' ? 'good' : 'look'}>{status === 'accepted' ? 'Active' : 'Invited'}</Tag>
            ),
          },
        ]}
        {...(may('owner')
          ? {
              actions: (member: AccessMember) => (
                <SmallButtons
                  buttons={[
                    { label: 'Edit', name: `Edit ${member.email}`, onClick: () => setEditing(member) },
                    { label: 'Remove', name: `Remove ${member.email}`, onClick: () => setRemoving(member) },
                  ]}
                />
              ),
            }
          : {})}
        empty={{
          icon: <IconUsers size={24} />,
          title: 'No member',
          text: 'This organisation has no members yet. An owner can add them.',
        }}
      />
      {editing !== null && (
        <MemberDialog member={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      <ConfirmDialog
        opened={removing !== null}
        title={`Remove ${removing?.email ?? ''}`}
        text="The person will lose access immediately. Keys that the person has made will keep working."
        confirmLabel="Remove"
        onConfirm={() => removing && remove.mutate(removing)}
        onClose={() => setRemoving(null)}
      />
    </Page>
  )
}

/** What was done after a member was invited. A sentence that asks for something stays longer. */
const invitedToast: Record<MailFate, readonly ['success' | 'custom', string]> = {
  sent: ['success', 'The person was invited. The mail waits to be sent.'],
  kept: ['custom', 'The person was invited. The mail is in the inbox of the server’s own computer.'],
  none: [
    'custom',
    'The person was invited. This server sends no emails. Tell the person to sign in here with this address: the invitation is shown there.',
  ],
}

function MemberDialog({ member, onClose }: { member: AccessMember | null; onClose: () => void }) {
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const attempt = useAttemptKey()
  const { accessId } = useAccess()
  const [email, setEmail] = useState(member?.email ?? '')
  const [permission, setPermission] = useState<AccessPermission>(member?.permission ?? 'read')

  async function save() {
    const body = { email: email.trim(), permission }
    const options = { idempotencyKey: attempt.of(body) }
    const { mail } = await client.call(accessEndpoints.addMember, { params: { accessId }, body }, options)
    toast(...(member === null ? invitedToast[mail] : (['success', 'The member was saved.'] as const)))
    await queries.invalidateQueries({ queryKey: developerKey })
  }

  return (
    <FormDialog
      opened
      title={member === null ? 'Add a member' : `Edit ${member.email}`}
      action={member === null ? 'Add' : 'Save'}
      ready={email.trim() !== ''}
      submit={save}
      onClose={onClose}
    >
      {member === null && (
        <TextInput
          label="Email of the person"
          description="The person gets an invitation."
          type="email"
          autoComplete="off"
          data-autofocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          required
          withAsterisk={false}
        />
      )}
      <Radio.Group
        label="Role"
        value={permission}
        onChange={(value) => setPermission(accessPermissions.find((each) => each === value) ?? 'read')}
      >
        <Stack gap="xs" mt="xs">
          {accessPermissions.map((each) => (
            <Radio key={each} value={each} label={memberWords[each].label} description={memberWords[each].about} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  )
}
