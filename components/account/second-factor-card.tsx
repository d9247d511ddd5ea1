import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { accountEndpoints } from '../../lib/contracts/endpoints/account.ts'
import { useSharedPorts } from '../ports.tsx'
import { Card } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { sentenceOf, waitingFor } from '../ui/failure.ts'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.ts'
import { PasswordField } from './password-field.tsx'
import { accountKey, useAccount } from './use-account.ts'

/** Turns the second factor by email on and off. Both need the password. */
export function SecondFactorCard() {
  const [asking, setAsking] = useState(false)
  const { data, error } = useAccount()
  const isOn = data?.twoFactor.email === true
  const state = isOn ? 'Each sign-in also needs a code from your email.' : 'A password is enough to sign in.'
  return (
    <Card>
      <Group justify="space-between" wrap="nowrap">
        <Stack gap={0} miw={0}>
          <Text fw={650}>Second factor</Text>
          <Text c="dimmed">{data ? state : waitingFor(error)}</Text>
        </Stack>
        {data && (
          <Button
            size="sm"
            variant="default"
            flex="none"
            aria-label={isOn ? 'Turn off the second factor' : 'Turn on the second factor'}
            onClick={() => setAsking(true)}
          >
            {isOn ? 'Turn off' : 'Turn on'}
          </Button>
        )}
      </Group>
      <SecondFactorDialog opened={asking} isOn={isOn} onClose={() => setAsking(false)} />
    </Card>
  )
}

function SecondFactorDialog({ opened, isOn, onClose }: { opened: boolean; isOn: boolean; onClose: () => void }) {
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const change = useMutation({
    mutationFn: () => {
      const { turnOffSecondFactor, turnOnSecondFactor } = accountEndpoints
      return client.call(isOn ? turnOffSecondFactor : turnOnSecondFactor, { body: { password } })
    },
    onSuccess: (account) => {
      queries.setQueryData(accountKey, account)
      toast('success', isOn ? 'The second factor is off.' : 'The second factor is on.')
      close()
    },
  })
  const close = () => {
    setPassword('')
    change.reset()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '' && !change.isPending) change.mutate()
  }
  return (
    <Dialog opened={opened} onClose={close} title={isOn ? 'Turn off the second factor' : 'Turn on the second factor'}>
      <form onSubmit={submit}>
        <Stack>
          <Text>
            {isOn
              ? 'After this, a password is enough to sign in.'
              : 'After this, each sign-in also needs a code that is sent to your email.'}
          </Text>
          <PasswordField label="Your password" isNew={false} value={password} onChange={setPassword} />
          {change.error && (
            <Notice tone="bad" urgent>
              {sentenceOf(change.error)}
            </Notice>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={password === ''} loading={change.isPending}>
              {isOn ? 'Turn off' : 'Turn on'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
