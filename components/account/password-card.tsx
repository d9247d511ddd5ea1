import { Text } from '@mantine/core'
import { useState } from 'react'
import type { Client } from '../../lib/api/index.ts'
import { accountEndpoints } from '../../lib/contracts/endpoints/account.ts'
import { Card } from '../ui/card.tsx'
import { lastToast } from '../ui/toast.ts'
import { CardRow } from './card-row.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { PasswordField } from './password-field.tsx'
import { useHasPassword } from './use-identities.ts'

interface PasswordCardProps {
  client: Pick<Client, 'call'>
  /** Called after the server has ended all sessions of the user, including the session of this page. */
  onSignedOut: () => void
}

/** The card that changes the password. The change signs out every device, including this one. */
export function PasswordCard({ client, onSignedOut }: PasswordCardProps) {
  const [changing, setChanging] = useState(false)
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const close = () => {
    setCurrent('')
    setNew('')
    setChanging(false)
  }
  async function submit() {
    await client.call(accountEndpoints.updateAccount, { body: { currentPassword, newPassword } })
    lastToast('Your password was changed. Sign in with the new password.')
    close()
    onSignedOut()
  }
  const hasPassword = useHasPassword(client)
  const change = {
    ...(hasPassword ? { label: 'Change', name: 'Change the password' } : { label: 'Set', name: 'Set a password' }),
    onClick: () => setChanging(true),
  }
  return (
    <Card>
      <CardRow
        title="Password"
        state={
          hasPassword
            ? 'Changing the password signs you out on every device.'
            : 'Your account has no password. With a password you can change how you sign in, or delete your account.'
        }
        actions={[change]}
      />
      <PasswordDialog
        client={client}
        opened={changing}
        title="Change the password"
        action="Change password"
        ready={currentPassword !== '' && newPassword !== ''}
        submit={submit}
        onClose={close}
      >
        <Text>After the change, you are signed out on every device, including on this one.</Text>
        <PasswordField label="Current password" isNew={false} value={currentPassword} onChange={setCurrent} />
        <PasswordField label="New password" isNew value={newPassword} onChange={setNew} />
      </PasswordDialog>
    </Card>
  )
}
