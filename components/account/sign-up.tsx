import { Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { signInEndpoints } from '../../lib/contracts/endpoints/sign-in.ts'
import { useSharedPorts } from '../ports.tsx'
import { Notice } from '../ui/notice.tsx'
import { PasswordField } from './password-field.tsx'
import { SignInForm } from './sign-in-form.tsx'

/**
 * Makes an account after a click on a link. The link of a mail proves the email address, so no code is needed. The link
 * of an invitation also gives the seat (product 12.107).
 */
export function SignUp({ ticket, onBack }: { ticket: string; onBack: () => void }) {
  const { account, client } = useSharedPorts()
  const { data } = useQuery({
    queryKey: ['sign-up', ticket],
    queryFn: ({ signal }) => client.call(signInEndpoints.getRegistration, { query: { ticket } }, { signal }),
  })
  const invitation = data?.invitation
  const [typedName, setName] = useState<string | null>(null)
  const name = typedName ?? invitation?.name ?? ''
  const [password, setPassword] = useState('')
  return (
    <SignInForm
      title="Make your account"
      action={invitation === undefined ? 'Make the account' : 'Make the account and accept'}
      ready={password !== ''}
      ended={false}
      submit={async () => {
        await account.signUp(ticket, { password, ...(name.trim() === '' ? {} : { name: name.trim() }) })
      }}
      onBack={onBack}
    >
      {data?.status === 'expired' && (
        <Notice tone="look">This link has expired, or was replaced. Ask for a new one.</Notice>
      )}
      {invitation === undefined ? (
        <Text>The link that you opened has confirmed your email address.</Text>
      ) : (
        <Text>
          {invitation.directoryName} invites {invitation.email} as {invitation.role}. If you have an account already, go
          back and sign in. The invitation waits for you there.
        </Text>
      )}
      <TextInput
        label="Name"
        description="Your colleagues see this name on your notes and templates."
        autoComplete="name"
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <PasswordField label="Password" isNew value={password} onChange={setPassword} />
    </SignInForm>
  )
}
