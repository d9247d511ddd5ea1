import { Anchor, Group, Skeleton, Text, TextInput } from '@mantine/core'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { CodeStep, Contact } from '../../lib/api/index.ts'
import { useRefusal } from '../policy.ts'
import { useSharedPorts } from '../ports.tsx'
import { EnterCode } from './enter-code.tsx'
import { PasswordField } from './password-field.tsx'
import { PhoneInput } from './phone/lazy-phone-input.ts'
import type { AccountState } from './port.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { PolicyProblems, RefusalNotice } from './refusal-notice.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUp } from './sign-up.tsx'

type SignInProps = Omit<Extract<AccountState, { status: 'signed-out' }>, 'status'>
type Doing = 'sign-in' | 'register' | 'code' | 'forgot'

const words: Record<Doing, { title: string; action: string }> = {
  'sign-in': { title: 'Sign in', action: 'Sign in' },
  register: { title: 'Create an account', action: 'Create account' },
  code: { title: 'Sign in with a code', action: 'Send a code' },
  forgot: { title: 'Forgot password?', action: 'Send a code' },
}

/** Shows the ways to sign in. If the page was opened with a sign-up link, shows the form that makes an account. */
export function SignIn(props: SignInProps) {
  const { returned: providerReturn } = props
  const [isSigningUp, setSigningUp] = useState(providerReturn !== undefined && 'signUp' in providerReturn)
  if (isSigningUp && providerReturn && 'signUp' in providerReturn) {
    return <SignUp ticket={providerReturn.signUp} onBack={() => setSigningUp(false)} />
  }
  return <Ways {...props} />
}

/**
 * Shows one of four forms: sign in with a password, sign in with a code, replace a forgotten password, or create an
 * account. In each form, people enter their email or their phone number.
 */
function Ways({ ended: hasEnded, because, returned: providerReturn }: SignInProps) {
  const { account } = useSharedPorts()
  const emailRefusal = useRefusal({ kind: 'sign-in', method: 'email' })
  const phoneRefusal = useRefusal({ kind: 'sign-in', method: 'phone' })
  const registerRefusal = useRefusal({ kind: 'feature', feature: 'registration' })
  const [doing, setDoing] = useState<Doing>('sign-in')
  const [step, setStep] = useState<CodeStep | null>(
    providerReturn && 'step' in providerReturn ? providerReturn.step : null,
  )
  const [email, setEmail] = useState(account.demo?.email ?? '')
  const [password, setPassword] = useState(account.demo?.password ?? '')
  const [byPhone, setByPhone] = useState(false)
  const [number, setNumber] = useState('')
  const refusal = byPhone ? phoneRefusal : emailRefusal
  const nameInput = useRef<HTMLInputElement>(null)
  const isFirst = useRef(true)
  const { title, action } = words[doing]
  const asksPassword = doing === 'sign-in' || doing === 'register'

  // After a click on a link to another form, the clicked link is no longer on the page. Move the focus to the form.
  // Otherwise the Tab key would start at the top of the panel.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it must run whenever another form is shown
  useEffect(() => {
    if (!isFirst.current) nameInput.current?.focus()
    isFirst.current = false
  }, [doing, step, byPhone])

  if (step !== null) return <EnterCode key={step.ticket} step={step} onStep={setStep} />

  function chooseWay(phone: boolean) {
    setNumber('')
    setByPhone(phone)
  }

  async function submit() {
    const contact: Contact = byPhone ? { phone: number } : { email: email.trim() }
    switch (doing) {
      case 'sign-in':
        return setStep(await account.signIn({ ...contact, password }))
      case 'register':
        return setStep(await account.register({ ...contact, password }))
      case 'code':
        return setStep(await account.sendCode(contact))
      case 'forgot':
        return setStep(await account.forgotPassword(contact))
    }
  }

  return (
    <SignInForm
      title={title}
      action={action}
      ready={refusal === null && (byPhone ? number !== '' : email.trim() !== '') && (!asksPassword || password !== '')}
      ended={hasEnded}
      because={because}
      failedBefore={providerReturn && 'failed' in providerReturn ? providerReturn.failed : null}
      {...(byPhone ? { wrongCredentials: 'The phone number or the password is wrong.' } : {})}
      submit={submit}
      links={
        doing === 'sign-in' ? (
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
        )
      }
      others={(run, busy) =>
        asksPassword && (
          <ProviderButtons
            busy={busy}
            onChoose={(provider) => run(async () => setStep(await account.signInWith(provider)))}
          />
        )
      }
    >
      <PolicyProblems />
      <RefusalNotice action={{ kind: 'sign-in', method: byPhone ? 'phone' : 'email' }} />
      {byPhone ? (
        <Suspense fallback={<Skeleton height={128} />}>
          <PhoneInput
            inputRef={nameInput}
            initial={number}
            onChange={(value) => setNumber(value.isWhole ? value.number : '')}
          />
        </Suspense>
      ) : (
        <TextInput
          ref={nameInput}
          label="Email"
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          required
          withAsterisk={false}
        />
      )}
      <Text>
        <Way onChoose={() => chooseWay(!byPhone)}>{byPhone ? 'Use your email instead' : 'Use your phone instead'}</Way>
      </Text>
      {asksPassword && (
        <PasswordField label="Password" isNew={doing === 'register'} value={password} onChange={setPassword} />
      )}
    </SignInForm>
  )
}

const Way = ({ onChoose, children }: { onChoose: () => void; children: string }) => (
  <Anchor component="button" type="button" underline="always" onClick={onChoose}>
    {children}
  </Anchor>
)
