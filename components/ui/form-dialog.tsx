import { Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { sentenceOf } from './failure.ts'
import { Notice } from './notice.tsx'

interface FormDialogProps {
  opened: boolean
  title: string
  action: string
  /** The color of the submit button. Use red for an action that cannot be undone. */
  color?: string
  /** Width of the dialog. Absent: the usual one. */
  size?: 'lg'
  /** False while a required input is empty. The submit button is then disabled. */
  ready: boolean
  /**
   * Sends the form to the server. If the call succeeds, the dialog closes, except if the result is `stay`. If the call
   * fails, the dialog stays open, keeps the typed text, and shows the error.
   */
  submit: () => Promise<unknown>
  /** Closes the dialog. If the component stays mounted, the caller must also clear the typed text. */
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form and a submit button. A click on the button makes one call to the server. */
export function FormDialog({
  opened,
  title,
  action,
  color,
  size,
  ready: isReady,
  submit,
  onClose,
  children,
}: FormDialogProps) {
  const close = () => {
    sending.reset()
    onClose()
  }
  const sending = useMutation({
    mutationFn: submit,
    onSuccess: (result) => {
      if (result !== 'stay') close()
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !sending.isPending) sending.mutate()
  }
  return (
    <Dialog opened={opened} onClose={close} title={title} {...(size ? { size } : {})}>
      <form onSubmit={send}>
        <Stack>
          {children}
          {sending.error && (
            <Notice tone="bad" urgent>
              {sentenceOf(sending.error)}
            </Notice>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={!isReady} loading={sending.isPending} {...(color ? { color } : {})}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
