import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Client } from '../../lib/api/index.ts'
import { hasEmailAddress } from '../../lib/contracts/account.ts'
import { accountEndpoints } from '../../lib/contracts/endpoints/account.ts'
import { Card } from '../ui/card.tsx'
import { waitingFor } from '../ui/failure.ts'
import { lastToast } from '../ui/toast.ts'
import { CardRow } from './card-row.tsx'
import { digitsOf } from './code-field.tsx'
import { EmailAndCode } from './email-and-code.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { PasswordField } from './password-field.tsx'
import { accountKey, useAccountOf } from './use-account.ts'

interface EmailCardProps {
  client: Pick<Client, 'call'>
  /**
   * Called at each step of the dialog. Returns a sentence that says why the email cannot be changed now, or null if it
   * can.
   */
  isHeldUp: () => Promise<string | null>
  onEmailChanged: (email: string) => void
}

export function EmailCard(props: EmailCardProps) {
  const { data, error } = useAccountOf(props.client)
  const [changing, setChanging] = useState(false)
  const hasOne = data !== undefined && hasEmailAddress(data)
  const verb = hasOne ? 'Change' : 'Add'
  const change = { label: verb, name: `${verb} the email`, onClick: () => setChanging(true) }
  const state = hasOne ? data.email : 'Add an email address so that colleagues can invite you to their organisation.'
  return (
    <Card>
      <CardRow title="Email" state={data ? state : waitingFor(error)} actions={data ? [change] : []} />
      <EmailDialog {...props} verb={verb} opened={changing} onClose={() => setChanging(false)} />
    </Card>
  )
}

/** Asks for the new address and the password, and then for the code that was sent to the new address. */
function EmailDialog({
  client,
  isHeldUp,
  onEmailChanged,
  verb,
  opened,
  onClose,
}: EmailCardProps & { verb: 'Change' | 'Add'; opened: boolean; onClose: () => void }) {
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [ticket, setTicket] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const close = () => {
    setEmail('')
    setPassword('')
    setTicket(null)
    setCode('')
    onClose()
  }

  async function submit() {
    const reason = await isHeldUp()
    if (reason !== null) throw new Error(reason)
    if (ticket === null) {
      const body = { email: email.trim(), password }
      setTicket((await client.call(accountEndpoints.startEmailChange, { body })).ticket)
      return 'stay'
    }
    const body = { ticket, code: digitsOf(code) }
    const account = await client.call(accountEndpoints.confirmEmailChange, { body })
    queries.setQueryData(accountKey, account)
    onEmailChanged(account.email)
    // If the server sends no user id, the panel treats the new email as another account and removes the toasts of the
    // old account. `lastToast` shows a toast that is not removed.
    lastToast(verb === 'Add' ? 'Your email address was added.' : 'Your email address was changed.')
    close()
  }

  return (
    <PasswordDialog
      client={client}
      opened={opened}
      title={`${verb} the email`}
      action={ticket === null ? 'Send a code' : `${verb} email`}
      ready={ticket === null ? email.trim() !== '' && password !== '' : digitsOf(code).length === 6}
      submit={submit}
      onClose={close}
    >
      <EmailAndCode
        label="New email"
        email={email}
        onEmail={setEmail}
        isSent={ticket !== null}
        code={code}
        onCode={setCode}
        note="If this address belongs to another account, the email contains no code and says so."
      >
        <PasswordField label="Your password" isNew={false} value={password} onChange={setPassword} />
      </EmailAndCode>
    </PasswordDialog>
  )
}
