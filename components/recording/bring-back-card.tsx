import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { usePorts } from '../ports.tsx'
import { Card } from '../ui/card.tsx'
import { toast } from '../ui/toast.ts'
import { usePending } from '../ui/use-pending.ts'

/** Adds a recording from a copy that was saved as a file (product 9.36). */
export function BringBackCard() {
  const { recovery } = usePorts()
  const queries = useQueryClient()
  const { pending, run } = usePending<'copy'>()
  const choose = (file: File | null) => {
    if (file === null) return
    void run('copy', async () => {
      const share = await recovery.bringBack(file)
      await queries.invalidateQueries({ queryKey: ['recovery'] })
      if (share === 1) toast('success', 'The recording is back. Send it on the screen “Session”.')
      else
        toast(
          'blank',
          `The file is cut off. It holds ${Math.floor(share * 100)} % of the recording. This part is back. Send it on the screen “Session”.`,
        )
    })
  }
  return (
    <Card>
      <Group justify="space-between" wrap="nowrap">
        <Stack gap={0} miw={0}>
          <Text fw={650}>Bring back a recording</Text>
          <Text c="dimmed">From a copy that you have saved as a file, on this or another computer.</Text>
        </Stack>
        <FileButton accept=".chartside" onChange={choose}>
          {(props) => (
            <Button {...props} size="sm" variant="default" flex="none" loading={pending === 'copy'}>
              Choose file
            </Button>
          )}
        </FileButton>
      </Group>
    </Card>
  )
}
