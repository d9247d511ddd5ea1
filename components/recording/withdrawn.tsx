import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '../ui/dialog.tsx'

interface WithdrawnProps {
  onErase: () => void
  /** Ends the recording and keeps what was said until now. */
  onKeep: () => void
}

/**
 * Shown after a patient has withdrawn the consent. The recording has stopped already, and the clinician chooses what
 * happens to the part that was recorded.
 */
export function Withdrawn({ onErase, onKeep }: WithdrawnProps) {
  return (
    // Only the two buttons close the dialog. Otherwise a click beside the dialog would keep the recording, although the
    // patient has not agreed to this.
    <Dialog
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Consent withdrawn"
    >
      <Stack>
        <Text>The recording has stopped. Ask the patient whether you may keep what was recorded so far.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onKeep}>
            Keep the recording and finish
          </Button>
          <Button color="red" onClick={onErase}>
            Erase the recording
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
