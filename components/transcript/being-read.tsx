import { Progress, Stack, Text } from '@mantine/core'
import type { Transcript } from '../../lib/contracts/index.ts'
import { Card } from '../ui/card.tsx'
import { waitingWords } from './transcript-words.ts'

/** Shows the progress of a file that is still being read. */
export function BeingRead({ transcript: { status, statusText, progress } }: { transcript: Transcript }) {
  const words = waitingWords[status]
  if (!words) return null
  return (
    <Card>
      <Stack gap="xs">
        <Text fw={650} role="status">
          Processing...
        </Text>
        <Progress
          value={progress === undefined ? 100 : Math.round(progress * 100)}
          animated={progress === undefined}
          aria-label={words}
        />
        <Text size="xs" c="dimmed">
          {statusText || words} You can leave this screen. The text appears here when it is ready.
        </Text>
      </Stack>
    </Card>
  )
}
