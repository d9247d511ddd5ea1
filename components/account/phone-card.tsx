import { Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { Client } from '../../lib/api/index.ts'
import { phoneEndpoints } from '../../lib/contracts/endpoints/phones.ts'
import { Card } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { sentenceOf, waitingFor } from '../ui/failure.ts'
import { toast } from '../ui/toast.ts'
import { CardRow } from './card-row.tsx'
import { CodeField, digitsOf } from './code-field.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { PasswordField } from './password-field.tsx'
import { PhoneInput } from './phone/lazy-phone-input.ts'
import { useGrouped } from './phone/use-grouped.ts'
import { usePhoneFilters } from './phone/use-phone-filters.ts'
import { accountKey, useAccountOf } from './use-account.ts'

export function PhoneCard({ client }: { client: Pick<Client, 'call'> }) {
  const queries = useQueryClient()
  const { data, error } = useAccountOf(client)
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState(false)
  const remove = useMutation({
    mutationFn: () => client.call(phoneEndpoints.removePhone, {}),
    onSuccess: (account) => {
      queries.setQueryData(accountKey, account)
      toast('success', 'The phone number was removed.')
    },
    onError: (failure) => toast('error', sentenceOf(failure)),
  })
  const groupedPhone = useGrouped(data?.phone ?? '')
  const phone = data?.phone === undefined ? null : groupedPhone
  const add = { label: phone ? 'Change' : 'Add', name: phone ? 'Change the phone' : 'Add a phone' }
  return (
    <Card>
      <CardRow
        title="Phone"
        state={data ? (phone ?? 'Add a phone number so that you can also sign in with it.') : waitingFor(error)}
        actions={
          data
            ? [
                { ...add, onClick: () => setAdding(true) },
                ...(phone
                  ? [
                      {
                        label: 'Remove',
                        name: 'Remove the phone',
                        loading: remove.isPending,
                        onClick: () => setRemoving(true),
                      },
                    ]
                  : []),
              ]
            : []
        }
      />
      <PhoneDialog client={client} opened={adding} title={add.name} onClose={() => setAdding(false)} />
      <ConfirmDialog
        opened={removing}
        title="Remove the phone"
        text={`After you remove the phone number, you can no longer sign in with ${phone ?? 'this number'}, and codes are sent only to your email address.`}
        confirmLabel="Remove"
        onConfirm={() => remove.mutate()}
        onClose={() => setRemoving(false)}
      />
    </Card>
  )
}

interface PhoneDialogProps {
  client: Pick<Client, 'call'>
  opened: boolean
  title: string
  onClose: () => void
}

function PhoneDialog({ client, opened, title, onClose }: PhoneDialogProps) {
  const queries = useQueryClient()
  const filters = usePhoneFilters(client)
  const [number, setNumber] = useState('')
  const groupedNumber = useGrouped(number)
  const [password, setPassword] = useState('')
  const [ticket, setTicket] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const forget = () => {
    setNumber('')
    setPassword('')
    setTicket(null)
    setCode('')
    onClose()
  }
  const close = () => {
    // The person has closed the dialog, so the code that was sent must no longer work. If this call fails, the code
    // works until it expires.
    if (ticket !== null) client.call(phoneEndpoints.cancelPhone, { query: { ticket } }).catch(() => undefined)
    forget()
  }

  async function submit() {
    if (ticket === null) {
      const answer = await client.call(phoneEndpoints.startPhone, { body: { phone: number, password } })
      setTicket(answer.ticket)
      return 'stay'
    }
    const account = await client.call(phoneEndpoints.confirmPhone, { body: { ticket, code: digitsOf(code) } })
    queries.setQueryData(accountKey, account)
    toast('success', 'The phone number was added.')
    forget()
  }

  return (
    <PasswordDialog
      client={client}
      opened={opened}
      title={title}
      action={ticket === null ? 'Send a code' : 'Add phone'}
      ready={ticket === null ? number !== '' && password !== '' : digitsOf(code).length === 6}
      submit={submit}
      onClose={close}
    >
      {ticket === null ? (
        <>
          <Suspense fallback={<Skeleton height={128} />}>
            {filters === null ? (
              <Skeleton height={128} />
            ) : (
              <PhoneInput filters={filters} onChange={(value) => setNumber(value.isWhole ? value.number : '')} />
            )}
          </Suspense>
          <PasswordField label="Your password" isNew={false} value={password} onChange={setPassword} />
        </>
      ) : (
        <Stack gap="md">
          <Text>A text message with a code is on its way to {groupedNumber}. The code is valid for 10 minutes.</Text>
          <CodeField value={code} onChange={setCode} />
        </Stack>
      )}
    </PasswordDialog>
  )
}
