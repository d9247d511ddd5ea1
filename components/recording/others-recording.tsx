import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { usePorts } from '../ports.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { Frame, Head } from '../ui/frame.tsx'
import { Notice } from '../ui/notice.tsx'

/**
 * Shown while a recording of another account is running. Shows no data of the recording. The user can sign out, or stop
 * the recording. A stopped recording stays on this computer for its owner.
 */
export function OthersRecording() {
  const { recorder, account } = usePorts()
  const [busy, setBusy] = useState<'leave' | 'sign-out' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function attempt(what: 'leave' | 'sign-out', action: () => Promise<void>) {
    setBusy(what)
    setProblem(null)
    try {
      await action()
    } catch (error) {
      setProblem(sentenceOf(error))
    } finally {
      setBusy(null)
    }
  }

  return (
    <Frame
      head={<Head title="Chartside" subtitle="Records the visit and writes the note" initials={null} />}
      action={
        <>
          <Button
            variant="default"
            loading={busy === 'sign-out'}
            disabled={busy === 'leave'}
            onClick={() => attempt('sign-out', account.signOut)}
          >
            Sign out
          </Button>
          <Button
            flex={1}
            loading={busy === 'leave'}
            disabled={busy === 'sign-out'}
            onClick={() => attempt('leave', recorder.leave)}
          >
            Stop and keep the recording
          </Button>
        </>
      }
    >
      <Text component="h2" fz="lg" fw={650}>
        Another person’s recording is running
      </Text>
      <Stack gap="sm">
        <Text>The transcript is shown only to the person who began the recording.</Text>
        <Text>
          Sign out so that the person who began the recording can sign in and finish it. Or stop the recording: it stays
          on this computer, and only that person can open it.
        </Text>
      </Stack>
      {problem && (
        <Notice tone="bad" urgent>
          {problem}
        </Notice>
      )}
    </Frame>
  )
}
