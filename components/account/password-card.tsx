import { Text } from '@mantine/core'
import { useState } from 'react'
import type { Client } from '../../lib/api/index.ts'
import { accountEndpoints } from '../../lib/contracts/endpoints/account.ts'
import { Card } from '../ui/card.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { toast } from '../ui/toast.ts'
import { CardRow } from './card-row.tsx'
import { PasswordField } from './password-field.tsx'

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
    toast('success', 'Your password was changed. Sign in with the new password.')
    close()
    onSignedOut()
  }
  const change = { label: 'Change', name: 'Change the password', onClick: () => setChanging(true) }
  return (
    <Card>
      <CardRow title="Password" state="Changing the password signs you out on every device." actions={[change]} />
      <FormDialog
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
      </FormDialog>
    </Card>
  )
}
