import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { CopyText } from '../ui/copy-text.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import classes from './secret-dialog.module.css'

interface SecretDialogProps {
  title: string
  /** The name of the secret as it appears inside a sentence, such as "the key". */
  what: string
  secret: string
  /** A sentence below the secret, above the buttons. */
  about: string
  onClose: () => void
}

/** Shows a secret that the server has just made. The server does not show the secret a second time. */
export function SecretDialog({ title, what, secret, about, onClose }: SecretDialogProps) {
  return (
    // A click beside the dialog must not close it, and the focus must not begin on the button that closes it, because
    // the secret would be lost.
    <Dialog opened onClose={onClose} closeOnClickOutside={false} title={title}>
      <Stack>
        <Notice tone="look">Copy {what} now. It will not be shown again, and nobody can restore it.</Notice>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {secret}
        </Code>
        <Text role="status" c="dimmed">
          {about}
        </Text>
        <Group justify="flex-end" className={classes.buttons}>
          <CopyText text={secret} isFirst />
          <Button onClick={onClose}>I have copied the secret</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
