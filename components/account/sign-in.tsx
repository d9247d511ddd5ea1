import { Anchor, Group, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { CodeStep } from '../../lib/api/index.ts'
import { useRefusal } from '../policy.ts'
import { useSharedPorts } from '../ports.tsx'
import { Notice } from '../ui/notice.tsx'
import { EnterCode } from './enter-code.tsx'
import { PasswordField } from './password-field.tsx'
import { SignInForm } from './sign-in-form.tsx'

type Doing = 'sign-in' | 'register' | 'code' | 'forgot'

const words: Record<Doing, { title: string; action: string }> = {
  'sign-in': { title: 'Sign in', action: 'Sign in' },
  register: { title: 'Create an account', action: 'Create account' },
  code: { title: 'Sign in with a code', action: 'Send a code' },
  forgot: { title: 'Forgot password?', action: 'Send a code' },
}

/** The ways to sign in: by password, with a code, with a new password, or with a new account. */
export function SignIn({ ended }: { ended: boolean }) {
  const { account } = useSharedPorts()
  const emailRefusal = useRefusal({ kind: 'sign-in', method: 'email' })
  const registerRefusal = useRefusal({ kind: 'feature', feature: 'registration' })
  const [doing, setDoing] = useState<Doing>('sign-in')
  const [step, setStep] = useState<CodeStep | null>(null)
  const [email, setEmail] = useState(account.demo?.email ?? '')
  const [password, setPassword] = useState(account.demo?.password ?? '')
  const emailInput = useRef<HTMLInputElement>(null)
  const isFirst = useRef(true)
  const { title, action } = words[doing]
  const asksPassword = doing === 'sign-in' || doing === 'register'

  // The link that was clicked is gone. Without this, the keyboard would start again at the top of the panel.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it must run whenever another form is shown
  useEffect(() => {
    if (!isFirst.current) emailInput.current?.focus()
    isFirst.current = false
  }, [doing, step])

  if (step !== null) return <EnterCode key={step.ticket} step={step} onStep={setStep} />

  async function submit() {
    const typed = email.trim()
    switch (doing) {
      case 'sign-in':
        return setStep(await account.signIn({ email: typed, password }))
      case 'register':
        return setStep(await account.register({ email: typed, password }))
      case 'code':
        return setStep(await account.sendCode(typed))
      case 'forgot':
        return setStep(await account.forgotPassword(typed))
    }
  }

  return (
    <SignInForm
      title={title}
      action={action}
      ready={emailRefusal === null && email.trim() !== '' && (!asksPassword || password !== '')}
      ended={ended}
      submit={submit}
    >
      {emailRefusal && <Notice tone="look">{emailRefusal}</Notice>}
      <TextInput
        ref={emailInput}
        label="Email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        required
        withAsterisk={false}
      />
      {asksPassword && (
        <PasswordField label="Password" isNew={doing === 'register'} value={password} onChange={setPassword} />
      )}
      {doing === 'sign-in' ? (
        <>
          <Group gap="md">
            <Way onChoose={() => setDoing('code')}>Sign in with a code</Way>
            <Way onChoose={() => setDoing('forgot')}>Forgot password?</Way>
          </Group>
          <Text c="dimmed">
            {registerRefusal ?? (
              <>
                New here? <Way onChoose={() => setDoing('register')}>Create an account</Way>
              </>
            )}
          </Text>
        </>
      ) : (
        <Text c="dimmed">
          {doing === 'register' ? 'Have an account? ' : 'Know your password? '}
          <Way onChoose={() => setDoing('sign-in')}>Sign in</Way>
        </Text>
      )}
    </SignInForm>
  )
}

/** A link to another way to sign in. */
const Way = ({ onChoose, children }: { onChoose: () => void; children: string }) => (
  <Anchor component="button" type="button" underline="always" onClick={onChoose}>
    {children}
  </Anchor>
)
