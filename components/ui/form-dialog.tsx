import { Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { sentenceOf } from './failure.ts'
import { Notice } from './notice.tsx'

interface FormDialogProps {
  opened: boolean
  title: string
  /** Names the action: "Invite", "Save". */
  action: string
  /** Red for what cannot be undone. */
  color?: string
  /** False while something is missing. */
  ready: boolean
  /**
   * Makes the call. Then the dialog closes, unless the result is `stay`, for a form with another step. If it rejects, the
   * dialog stays open with what was typed, and shows the reason.
   */
  submit: () => Promise<unknown>
  /** Also forgets what was typed, unless the dialog is mounted anew each time. */
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form that makes one call. */
export function FormDialog({ opened, title, action, color, ready, submit, onClose, children }: FormDialogProps) {
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
