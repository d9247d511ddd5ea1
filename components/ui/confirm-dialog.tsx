import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  opened: boolean
  title: string
  text: string
  /** The label of the confirm button, such as "Delete" or "Sign out". */
  confirmLabel: string
  /** The color of the confirm button. The default is red, for actions that cannot be undone. */
  color?: string
  /** If given, the user must type this text before the confirm button is enabled (product 2.18). */
  phrase?: string
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmDialog({
  opened,
  title,
  text,
  confirmLabel,
  color = 'red.8',
  phrase,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [typedPhrase, setTypedPhrase] = useState('')
  const close = () => {
    setTypedPhrase('')
    onClose()
  }
  const untyped = phrase !== undefined && typedPhrase.trim() !== phrase
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    if (untyped) return
    onConfirm()
    close()
  }
  return (
    <Dialog opened={opened} onClose={close} title={title}>
      <form onSubmit={confirm}>
        <Stack>
          <Text>{text}</Text>
          {phrase !== undefined && (
            <TextInput
              label={`Type “${phrase}” to continue`}
              data-autofocus
              value={typedPhrase}
              onChange={(event) => setTypedPhrase(event.currentTarget.value)}
              autoComplete="off"
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" color={color} disabled={untyped}>
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
