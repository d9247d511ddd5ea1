import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../lib/api/index.ts'
import { OfflineBanner, useReachability } from '../panel/reachability.tsx'
import { usePorts } from '../ports.tsx'
import { isOffline, sentenceOf } from '../ui/failure.ts'
import { Frame, Head } from '../ui/frame.tsx'
import { Notice } from '../ui/notice.tsx'

type Doing = 'sign-in' | 'register'

const words: Record<Doing, { title: string; action: string; other: string; hint: string }> = {
  'sign-in': { title: 'Sign in', action: 'Sign in', other: 'Create an account', hint: 'New here?' },
  register: { title: 'Create an account', action: 'Create account', other: 'Sign in', hint: 'Have an account?' },
}

/**
 * Returns the message for a failed sign-in. Null if the banner for an unreachable server is shown, because it says the
 * same.
 */
function complaint(error: unknown): string | null {
  if (isOffline(error)) return null
  if (error instanceof ApiError && error.code === 'wrong_credentials') return 'The email or the password is not right.'
  return sentenceOf(error)
}

/** Sign-in form. The typed text is kept after every failure. */
export function SignIn({ ended }: { ended: boolean }) {
  const { account, settings } = usePorts()
  const { lost } = useReachability()
  const [doing, setDoing] = useState<Doing>('sign-in')
  const [email, setEmail] = useState(account.demo?.email ?? '')
  const [password, setPassword] = useState(account.demo?.password ?? '')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { title, action, other, hint } = words[doing]

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      await (doing === 'sign-in' ? account.signIn : account.register)({ email: email.trim(), password })
    } catch (error) {
      if (isOffline(error)) lost()
      setProblem(complaint(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit}>
      <Frame
        head={<Head title="Chartside" subtitle="The note, beside the chart" initials={null} />}
        banner={<OfflineBanner />}
        action={
          <Button type="submit" fullWidth loading={busy} disabled={!email.trim() || !password}>
            {action}
          </Button>
        }
      >
        <Stack gap="md" mt="md">
          <Text component="h2" fz="lg" fw={650}>
            {title}
          </Text>
          {ended && !problem && <Notice tone="look">Your session has ended. Sign in again to continue.</Notice>}
          {problem && (
            <Notice tone="bad" urgent>
              {problem}
            </Notice>
          )}
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            required
            withAsterisk={false}
          />
          <PasswordInput
            label="Password"
            description={doing === 'register' ? 'At least 10 characters.' : undefined}
            autoComplete={doing === 'register' ? 'new-password' : 'current-password'}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{
              'aria-label': 'Show or hide the password',
              tabIndex: 0,
              'aria-hidden': false,
            }}
            required
            withAsterisk={false}
          />
          <Text c="dimmed">
            {hint}{' '}
            <Anchor
              component="button"
              type="button"
              underline="always"
              onClick={() => {
                setDoing(doing === 'sign-in' ? 'register' : 'sign-in')
                setProblem(null)
              }}
            >
              {other}
            </Anchor>
          </Text>
          <Anchor component="button" type="button" underline="always" ta="left" onClick={settings.openOptions}>
            Change the server
          </Anchor>
        </Stack>
      </Frame>
    </form>
  )
}
