import { Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { UnfinishedRecording } from '../../lib/transcript/recording-state.ts'
import { useRefusal } from '../policy.ts'
import { usePorts } from '../ports.tsx'
import { saveBlob } from '../ui/save-blob.ts'
import { usePending } from '../ui/use-pending.ts'
import { whenText } from './recovery-words.ts'

/** How long a recording waits before a copy is offered, in milliseconds. */
const offeredAfterMs = 3_600_000

/** True if a copy of the recording is offered now: it waits for an hour, and can still be opened by its owner. */
const isCopyOffered = (
  { startedAt, durationMs, finishedAt, access, sentWithout }: UnfinishedRecording,
  nowMs: number,
): boolean => {
  const endedMs = finishedAt === undefined ? Date.parse(startedAt) + durationMs : Date.parse(finishedAt)
  return nowMs - endedMs >= offeredAfterMs && !['sign-in', 'erased'].includes(access) && sentWithout === undefined
}

/** The name has no patient, because a list of downloads shows it. */
const fileName = (startedAt: string): string =>
  `chartside-recording-${startedAt.slice(0, 16).replace('T', '-').replace(':', '')}.chartside`

/** Offers an encrypted copy of a recording that could not be sent for an hour (product 9.36). */
export function SaveCopy({ recording, nowMs }: { recording: UnfinishedRecording; nowMs: number }) {
  const { recovery } = usePorts()
  const queries = useQueryClient()
  const { pending, run } = usePending<'copy'>()
  const isForbidden = useRefusal({ kind: 'feature', feature: 'recording-copies' }) !== null
  const request = useRefusal({ kind: 'without-copy' })
  const { id, startedAt, copiedAt, weak } = recording
  if (isForbidden || !isCopyOffered(recording, nowMs)) return null
  if (weak)
    return (
      <Text size="xs" c="dimmed">
        No copy can be saved, because the key of this recording is only in this browser. Keep this browser profile until
        the recording was sent.
      </Text>
    )
  const save = () =>
    void run('copy', async () => {
      saveBlob(fileName(startedAt), await recovery.copy(id))
      await queries.invalidateQueries({ queryKey: ['recovery'] })
    })
  return (
    <div>
      <Text size="xs" c={request === null || copiedAt ? 'dimmed' : undefined}>
        {copiedAt
          ? `A copy was made (${whenText(copiedAt, nowMs)}). Check that the file is there, and keep it until the recording was sent.`
          : `${request ?? 'This recording could not be sent for an hour.'} A copy is encrypted. It helps if this browser loses its data. You can bring it back under “You”.`}
      </Text>
      <Group gap="xs" mt={4}>
        <Button size="xs" variant="default" loading={pending === 'copy'} onClick={save}>
          {copiedAt ? 'Save again' : 'Save a copy'}
        </Button>
      </Group>
    </div>
  )
}
