import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { directoryEndpoints } from '../../lib/contracts/endpoints/directories.ts'
import { type DirectoryPermission, type DirectoryRole, directoryPermissions } from '../../lib/contracts/index.ts'
import { useAttemptKey } from '../attempt-key.ts'
import { useSharedPorts } from '../ports.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.ts'
import { LicenceSelect } from './licence-select.tsx'
import { offeredWords } from './people-words.ts'
import { permissionWords } from './permission-words.ts'
import { useDirectory } from './use-directory.ts'

interface SeatDialogProps {
  /** Null: a new seat. */
  role: DirectoryRole | null
  refreshes: readonly unknown[]
  /** Called with a seat whose invitation no email carries, so that its link can be copied. */
  onLink: (role: DirectoryRole) => void
  onClose: () => void
}

/** Adds or changes a seat. If a new email is entered, the server invites the person with this email to the seat. */
export function SeatDialog({ role, refreshes, onLink, onClose }: SeatDialogProps) {
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const attempt = useAttemptKey()
  const { directoryId, permissions: ownPermissions, may } = useDirectory()
  const [name, setName] = useState(role?.name ?? 'Clinician')
  const [email, setEmail] = useState(role?.email ?? '')
  const [permissions, setPermissions] = useState<string[]>(role?.permissions ?? [])
  const currentLicenceId = role?.licenseId ?? null
  const [licenseId, setLicenseId] = useState(currentLicenceId)
  const isSomebodyElse = role?.status === 'occupied' && email.trim() !== role.email

  async function save() {
    const body = {
      name: name.trim(),
      permissions: permissions as DirectoryPermission[],
      ...(email.trim() === '' ? { email: null } : { email: email.trim() }),
      ...(licenseId === currentLicenceId ? {} : { licenseId }),
    }
    const savedRole =
      role === null
        ? await client.call(
            directoryEndpoints.createRole,
            { params: { directoryId }, body },
            { idempotencyKey: attempt.of(body) },
          )
        : await client.call(directoryEndpoints.updateRole, { params: { directoryId, roleId: role.roleId }, body })
    const isOffer = body.email !== null && body.email !== role?.email
    toast('success', isOffer ? offeredWords(savedRole) : 'The seat was saved.')
    await queries.invalidateQueries({ queryKey: refreshes })
    if (isOffer && savedRole.invitation?.mail === 'none') onLink(savedRole)
  }

  return (
    <FormDialog
      opened
      title={role === null ? 'Add a person' : 'Edit the seat'}
      action={role === null ? 'Add' : 'Save'}
      ready={name.trim() !== ''}
      submit={save}
      onClose={onClose}
    >
      <TextInput
        label="Email of the person"
        description="If you enter an email address, this person is invited. If you leave this empty, the seat stays free, and you can invite somebody later."
        type="email"
        autoComplete="off"
        data-autofocus
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      {isSomebodyElse && <Notice tone="look">{role?.email} will lose this seat and leave the organisation.</Notice>}
      <TextInput
        label="Name of the seat"
        description="For example Clinician or Administrator."
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        required
        withAsterisk={false}
      />
      {may('billing.manage') && <LicenceSelect value={licenseId} onChange={setLicenseId} />}
      <Checkbox.Group
        label="Permissions"
        description="Everybody may record visits and write their own notes. You can give only permissions that you have yourself."
        value={permissions}
        onChange={setPermissions}
      >
        <Stack gap="xs" mt="xs">
          {directoryPermissions.map((permission) => (
            <Checkbox
              key={permission}
              value={permission}
              label={permissionWords[permission].label}
              description={permissionWords[permission].about}
              disabled={!ownPermissions.includes(permission) && !permissions.includes(permission)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  )
}
