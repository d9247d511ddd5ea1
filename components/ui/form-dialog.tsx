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
  /** False while something is missing. */
  ready: boolean
  /** Saves the form. If it rejects, the dialog stays open with what was typed, and shows the reason. */
  save: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form. Mount it only while it is open, so that each opening begins with fresh fields. */
export function FormDialog({ opened, title, action, ready, save, onClose, children }: FormDialogProps) {
  const saving = useMutation({ mutationFn: save, onSuccess: onClose })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready && !saving.isPending) saving.mutate()
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack>
          {children}
          {saving.error && (
            <Notice tone="bad" urgent>
              {sentenceOf(saving.error)}
            </Notice>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!ready} loading={saving.isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
