import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Client } from '../../lib/api/index.ts'
import { accountEndpoints } from '../../lib/contracts/endpoints/account.ts'
import { Card } from '../ui/card.tsx'
import { waitingFor } from '../ui/failure.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { toast } from '../ui/toast.ts'
import { useChange } from '../ui/use-change.ts'
import { CardRow } from './card-row.tsx'
import { digitsOf } from './code-field.tsx'
import { EmailAndCode } from './email-and-code.tsx'
import { accountKey, useAccountOf } from './use-account.ts'

interface AlternativeEmailCardProps {
  client: Pick<Client, 'call'>
}

/** The alternative email address of the account: add, change and remove it. Administrators can see the address. */
export function AlternativeEmailCard({ client }: AlternativeEmailCardProps) {
  const { data, error } = useAccountOf(client)
  const [changing, setChanging] = useState(false)
  const remove = useChange(() => client.call(accountEndpoints.removeAlternativeEmail, {}), {
    refreshes: accountKey,
    said: 'The alternative email was removed.',
  })
  const address = data?.alternativeEmail
  const verb = address === undefined ? 'Add' : 'Change'
  const removal = {
    label: 'Remove',
    name: 'Remove the alternative email',
    loading: remove.isPending,
    onClick: () => remove.mutate(),
  }
  const change = { label: verb, name: `${verb} the alternative email`, onClick: () => setChanging(true) }
  const none =
    'Add a second address, at which an administrator can reach you if your email does not work. You cannot sign in with it.'
  return (
    <Card>
      <CardRow
        title="Alternative email"
        state={data ? (address ?? none) : waitingFor(error)}
        actions={data ? [change, ...(address === undefined ? [] : [removal])] : []}
      />
      <AlternativeEmailDialog client={client} verb={verb} opened={changing} onClose={() => setChanging(false)} />
    </Card>
  )
}

/** Asks for the address, and then for the code that was sent to it. */
function AlternativeEmailDialog({
  client,
  verb,
  opened,
  onClose,
}: AlternativeEmailCardProps & { verb: 'Change' | 'Add'; opened: boolean; onClose: () => void }) {
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [ticket, setTicket] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const close = () => {
    setEmail('')
    setTicket(null)
    setCode('')
    onClose()
  }

  async function submit() {
    if (ticket === null) {
      const body = { email: email.trim() }
      setTicket((await client.call(accountEndpoints.startAlternativeEmail, { body })).ticket)
      return 'stay'
    }
    const body = { ticket, code: digitsOf(code) }
    queries.setQueryData(accountKey, await client.call(accountEndpoints.confirmAlternativeEmail, { body }))
    toast('success', 'The alternative email was saved.')
    close()
  }

  return (
    <FormDialog
      opened={opened}
      title={`${verb} the alternative email`}
      action={ticket === null ? 'Send a code' : 'Save'}
      ready={ticket === null ? email.trim() !== '' : digitsOf(code).length === 6}
      submit={submit}
      onClose={close}
    >
      <EmailAndCode
        label="Alternative email"
        email={email}
        onEmail={setEmail}
        isSent={ticket !== null}
        code={code}
        onCode={setCode}
      />
    </FormDialog>
  )
}
