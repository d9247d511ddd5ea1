import { Radio, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Client } from '../../lib/api/index.ts'
import { accountEndpoints } from '../../lib/contracts/endpoints/account.ts'
import { phoneEndpoints } from '../../lib/contracts/endpoints/phones.ts'
import { Card } from '../ui/card.tsx'
import { waitingFor } from '../ui/failure.ts'
import { toast } from '../ui/toast.ts'
import { CardRow } from './card-row.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { PasswordField } from './password-field.tsx'
import { useGrouped } from './phone/use-grouped.ts'
import { accountKey, useAccountOf } from './use-account.ts'
import { useHasPassword } from './use-identities.ts'

type Factor = 'email' | 'phone'

const states = {
  email: 'Each sign-in also needs a code from your email.',
  phone: 'Each sign-in also needs a code from your phone.',
  none: 'You sign in with your password only, without a code.',
  noPassword: 'You sign in without a code.',
}

/**
 * Turns the second factor on and off, and changes it. The second factor is a code by email or by text message. Each
 * change needs the password.
 */
export function SecondFactorCard({ client }: { client: Pick<Client, 'call'> }) {
  const [asking, setAsking] = useState<'on' | 'off' | null>(null)
  const { data, error } = useAccountOf(client)
  const hasPassword = useHasPassword(client)
  const factor = data?.twoFactor.phone ? 'phone' : data?.twoFactor.email ? 'email' : 'none'
  const on = { label: 'Turn on', name: 'Turn on two-step sign-in', onClick: () => setAsking('on') }
  const off = { label: 'Turn off', name: 'Turn off two-step sign-in', onClick: () => setAsking('off') }
  const changeAction = { label: 'Change', name: 'Change two-step sign-in', onClick: () => setAsking('on') }
  const hasChoice = data?.phone !== undefined
  return (
    <Card>
      <CardRow
        title="Two-step sign-in"
        state={data ? states[factor === 'none' && !hasPassword ? 'noPassword' : factor] : waitingFor(error)}
        actions={data ? (factor === 'none' ? [on] : hasChoice ? [changeAction, off] : [off]) : []}
      />
      <TurnOnDialog
        client={client}
        opened={asking === 'on'}
        phone={data?.phone}
        before={factor}
        onClose={() => setAsking(null)}
      />
      <TurnOffDialog client={client} opened={asking === 'off'} onClose={() => setAsking(null)} />
    </Card>
  )
}

interface TurnOnDialogProps {
  client: Pick<Client, 'call'>
  opened: boolean
  /** The account's phone number. If it is undefined, email is the only possible second factor. */
  phone: string | undefined
  /** The second factor that is on now. */
  before: Factor | 'none'
  onClose: () => void
}

function TurnOnDialog({ client, opened, phone, before: currentFactor, onClose }: TurnOnDialogProps) {
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const [choice, setChoice] = useState<Factor | null>(null)
  const groupedPhone = useGrouped(phone ?? '')
  const factor = phone === undefined ? 'email' : (choice ?? (currentFactor === 'email' ? 'phone' : 'email'))
  const close = () => {
    setPassword('')
    setChoice(null)
    onClose()
  }
  async function submit() {
    const endpoint = factor === 'phone' ? phoneEndpoints.turnOnSecondFactorByPhone : accountEndpoints.turnOnSecondFactor
    queries.setQueryData(accountKey, await client.call(endpoint, { body: { password } }))
    toast('success', 'Two-step sign-in was turned on.')
    close()
  }
  return (
    <PasswordDialog
      client={client}
      opened={opened}
      title={currentFactor === 'none' ? 'Turn on two-step sign-in' : 'Change two-step sign-in'}
      action={currentFactor === 'none' ? 'Turn on' : 'Change'}
      ready={password !== '' && factor !== currentFactor}
      submit={submit}
      onClose={close}
    >
      {phone === undefined ? (
        <Text>With two-step sign-in, each sign-in also needs a code that is sent to your email address.</Text>
      ) : (
        <Radio.Group
          label="Where do you want to get the codes?"
          description="With two-step sign-in, each sign-in also needs a code."
          value={factor}
          onChange={(value) => setChoice(value === 'phone' ? 'phone' : 'email')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="email" label="By email" />
            <Radio value="phone" label={`As a text message to ${groupedPhone}`} />
          </Stack>
        </Radio.Group>
      )}
      <PasswordField label="Your password" isNew={false} value={password} onChange={setPassword} />
    </PasswordDialog>
  )
}

function TurnOffDialog({ client, opened, onClose }: Pick<TurnOnDialogProps, 'client' | 'opened' | 'onClose'>) {
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const close = () => {
    setPassword('')
    onClose()
  }
  async function submit() {
    queries.setQueryData(accountKey, await client.call(accountEndpoints.turnOffSecondFactor, { body: { password } }))
    toast('success', 'Two-step sign-in was turned off.')
    close()
  }
  return (
    <PasswordDialog
      client={client}
      opened={opened}
      title="Turn off two-step sign-in"
      action="Turn off"
      ready={password !== ''}
      submit={submit}
      onClose={close}
    >
      <Text>After you turn off two-step sign-in, you sign in with your password only, without a code.</Text>
      <PasswordField label="Your password" isNew={false} value={password} onChange={setPassword} />
    </PasswordDialog>
  )
}
