import { Anchor, Button, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError } from '../../lib/api/index.ts'
import { OfflineBanner, useReachability } from '../panel/reachability.tsx'
import { useRefusal } from '../policy.ts'
import { useSharedPorts } from '../ports.tsx'
import { isOffline, sentenceOf } from '../ui/failure.ts'
import { Frame, Head } from '../ui/frame.tsx'
import { Notice } from '../ui/notice.tsx'

interface SignInFormProps {
  title: string
  action: string
  /** False while a required input is empty or incomplete. */
  ready: boolean
  /** True if the last session ended although the person did not sign out. */
  ended: boolean
  /** The sentence of the server that says why the session has ended. */
  because?: string | undefined
  /** The error of a sign-in that failed before this form was shown. Absent or null if no sign-in failed. */
  failedBefore?: unknown
  wrongCredentials?: string
  submit: () => Promise<void>
  onBack?: () => void
  children: ReactNode
  /** Links to other forms, below the button. */
  links?: ReactNode
  /** Other ways to sign in, below the form. `run` runs the sign-in and shows its error in this form. */
  others?: (run: (work: () => Promise<void>) => void, busy: boolean) => ReactNode
}

/**
 * Returns the message for a failed sign-in. Null if the server cannot be reached, because a banner already says so.
 */
function complaint(error: unknown, wrongCredentials: string): string | null {
  if (isOffline(error)) return null
  if (error instanceof ApiError && error.code === 'wrong_credentials') return wrongCredentials
  return sentenceOf(error)
}

/** The form around the inputs of every step of signing in. After a failure, the inputs keep their text. */
export function SignInForm({
  title,
  action,
  ready: isReady,
  ended: hasEnded,
  because = 'You are no longer signed in. Sign in again to continue.',
  failedBefore,
  wrongCredentials = 'The email or the password is wrong.',
  submit,
  onBack,
  children,
  links,
  others,
}: SignInFormProps) {
  const { settings } = useSharedPorts()
  const serverRefusal = useRefusal({ kind: 'change-server' })
  const { lost: reportLost } = useReachability()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ at: string; message: string | null } | null>(
    failedBefore ? { at: title, message: complaint(failedBefore, wrongCredentials) } : null,
  )
  // The title changes when another step of the sign-in is shown. A message of an earlier step is then not shown.
  const problem = failure?.at === title ? failure.message : null

  async function run(work: () => Promise<void>) {
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      if (isOffline(error)) reportLost()
      setFailure({ at: title, message: complaint(error, wrongCredentials) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void run(submit)
      }}
    >
      <Frame
        head={
          <Head title="Chartside" subtitle="Records the visit and writes the note" initials={null} onBack={onBack} />
        }
        banner={<OfflineBanner />}
      >
        <Stack gap="md" mt="md" w="100%" maw={400} mx="auto">
          <Text component="h2" fz="lg" fw={650}>
            {title}
          </Text>
          {hasEnded && !problem && <Notice tone="look">{because}</Notice>}
          {problem && (
            <Notice tone="bad" urgent>
              {problem}
            </Notice>
          )}
          {children}
          <Button type="submit" fullWidth loading={busy} disabled={!isReady}>
            {action}
          </Button>
          {links}
          {others?.((work) => void run(work), busy)}
          {settings.openOptions && serverRefusal === null && (
            <Anchor component="button" type="button" underline="always" ta="left" onClick={settings.openOptions}>
              Change the server
            </Anchor>
          )}
        </Stack>
      </Frame>
    </form>
  )
}
