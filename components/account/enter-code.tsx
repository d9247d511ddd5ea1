import { Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { CodeStep } from '../../lib/api/index.ts'
import { useSharedPorts } from '../ports.tsx'
import { PasswordField } from './password-field.tsx'
import { SignInForm } from './sign-in-form.tsx'

const words: Record<CodeStep['for'], { title: string; action: string; told: (email: string) => string }> = {
  registration: {
    title: 'Enter the code',
    action: 'Create account',
    told: (email) => `A mail is on its way to ${email}. Enter its code here. The code is valid for 10 minutes.`,
  },
  'second-factor': {
    title: 'Enter the code',
    action: 'Sign in',
    told: (email) =>
      `This account also needs a code. A mail with the code is on its way to ${email}. The code is valid for 10 minutes.`,
  },
  link: {
    title: 'Enter the code',
    action: 'Link and sign in',
    told: (email) =>
      `There is already an account for ${email}. A mail with a code is on its way there. Enter the code to link the accounts. The code is valid for 10 minutes.`,
  },
  'sign-in': {
    title: 'Enter the code',
    action: 'Sign in',
    told: (email) =>
      `If there is an account for ${email}, a mail with a code is on its way. The code is valid for 10 minutes.`,
  },
  'new-password': {
    title: 'Choose a new password',
    action: 'Change password',
    told: (email) =>
      `If there is an account for ${email}, a mail with a code is on its way. The code is valid for 10 minutes. Changing the password signs out every device.`,
  },
}

interface EnterCodeProps {
  step: CodeStep
  /** The next step, or null to go back. */
  onStep: (step: CodeStep | null) => void
}

/** Takes the code that was sent by mail, and the new password if there is one. */
export function EnterCode({ step, onStep }: EnterCodeProps) {
  const { account } = useSharedPorts()
  const codeInput = useRef<HTMLInputElement>(null)
  useEffect(() => codeInput.current?.focus(), [])
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const { title, action, told } = words[step.for]
  const digits = code.replace(/\D/g, '')
  const needsPassword = step.for === 'new-password'

  return (
    <SignInForm
      title={title}
      action={action}
      ready={digits.length === 6 && (!needsPassword || password !== '')}
      ended={false}
      submit={async () => {
        const next = await account.enterCode(step, { code: digits, password })
        if (next !== null) onStep(next)
      }}
      onBack={() => {
        account.cancel(step)
        onStep(null)
      }}
    >
      <Stack gap="md">
        <Text style={{ overflowWrap: 'anywhere' }}>{told(step.email)}</Text>
        <TextInput
          ref={codeInput}
          label="Code"
          description="6 digits."
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          required
          withAsterisk={false}
        />
        {needsPassword && <PasswordField label="New password" isNew value={password} onChange={setPassword} />}
      </Stack>
    </SignInForm>
  )
}
