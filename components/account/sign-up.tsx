import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSharedPorts } from '../ports.tsx'
import { PasswordField } from './password-field.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Makes an account after a click on a link in an email. The link proves the email address, so no code is needed. */
export function SignUp({ ticket, onBack }: { ticket: string; onBack: () => void }) {
  const { account } = useSharedPorts()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  return (
    <SignInForm
      title="Make your account"
      action="Make the account"
      ready={password !== ''}
      ended={false}
      submit={async () => {
        await account.signUp(ticket, { password, ...(name.trim() === '' ? {} : { name: name.trim() }) })
      }}
      onBack={onBack}
    >
      <Text>The link that you opened has confirmed your email address.</Text>
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
