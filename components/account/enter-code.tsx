import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { CodeStep } from '../../lib/api/index.ts'
import { useSharedPorts } from '../ports.tsx'
import { CodeField, digitsOf } from './code-field.tsx'
import { PasswordField } from './password-field.tsx'
import { useGrouped } from './phone/use-grouped.ts'
import { SignInForm } from './sign-in-form.tsx'

const words: Record<CodeStep['for'], { title: string; action: string }> = {
  registration: { title: 'Enter the code', action: 'Create account' },
  'second-factor': { title: 'Enter the code', action: 'Sign in' },
  link: { title: 'Enter the code', action: 'Link the two accounts and sign in' },
  'sign-in': { title: 'Enter the code', action: 'Sign in' },
  'new-password': { title: 'Choose a new password', action: 'Change password' },
}

/**
 * Returns the sentence that says where the code was sent. The sentence contains an email address or a phone number only
 * if the person has typed it or the provider has sent it. Otherwise, anybody could learn the address or the number of
 * an account.
 */
function useToldPlace({ for: purpose, contact, sentTo }: CodeStep): string {
  const phone = useGrouped('phone' in contact ? contact.phone : '')
  const address = 'phone' in contact ? phone : contact.email
  const isThere = 'phone' in contact === (sentTo === 'phone')
  const message = sentTo === 'phone' ? 'text message' : 'mail'
  const place = isThere ? address : sentTo === 'phone' ? 'your phone' : 'your email address'
  const valid = 'The code is valid for 10 minutes.'
  switch (purpose) {
    case 'registration':
      return `A ${message} with a code is on its way to ${place}. Enter the code here. ${valid}`
    case 'second-factor':
      return `To sign in, you also need a code. A ${message} with the code is on its way to ${place}. ${valid}`
    case 'link':
      return `You already have an account for ${address}. An email with a code is on its way there. Enter the code to link the two accounts. ${valid}`
    case 'sign-in':
      return `If there is an account for ${address}, a ${message} with a code is on its way. ${valid}`
    case 'new-password':
      return `If there is an account for ${address}, a ${message} with a code is on its way. ${valid} Changing the password signs out every device.`
  }
}

interface EnterCodeProps {
  step: CodeStep
  /** The next step, or null to go back. */
  onStep: (step: CodeStep | null) => void
}

/**
 * The form for a code that was sent by mail or text message. A person who has forgotten the password also types a new
 * password in this form.
 */
export function EnterCode({ step, onStep }: EnterCodeProps) {
  const { account } = useSharedPorts()
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const { title, action } = words[step.for]
  const digits = digitsOf(code)
  const needsPassword = step.for === 'new-password'

  const told = useToldPlace(step)
  return (
    <SignInForm
      title={title}
      action={action}
      ready={digits.length === 6 && (!needsPassword || password !== '')}
      ended={false}
      submit={async () => {
        const nextStep = await account.enterCode(step, { code: digits, password })
        if (nextStep !== null) onStep(nextStep)
      }}
      onBack={() => {
        account.cancel(step)
        onStep(null)
      }}
    >
      <Stack gap="md">
        <Text style={{ overflowWrap: 'anywhere' }}>{told}</Text>
        <CodeField value={code} onChange={setCode} />
        {needsPassword && <PasswordField label="New password" isNew value={password} onChange={setPassword} />}
      </Stack>
    </SignInForm>
  )
}
