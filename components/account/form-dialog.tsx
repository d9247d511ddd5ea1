import { Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { Notice } from '../ui/notice.tsx'

interface FormDialogProps {
  opened: boolean
  title: string
  /** The words of the button. */
  action: string
  /** Red for what cannot be undone. */
  color?: string
  /** False while something is missing. */
  ready: boolean
  /** Rejects with the error that is shown. What was typed stays. */
  submit: () => Promise<void>
  /** The caller forgets what was typed. */
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form that makes one call. A failure is shown in the dialog, which stays open. */
export function FormDialog({ opened, title, action, color, ready, submit, onClose, children }: FormDialogProps) {
  const sending = useMutation({ mutationFn: submit })
  const close = () => {
    sending.reset()
    onClose()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (ready && !sending.isPending) sending.mutate()
  }
  return (
    <Dialog opened={opened} onClose={close} title={title}>
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
            <Button type="submit" disabled={!ready} loading={sending.isPending} {...(color ? { color } : {})}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
