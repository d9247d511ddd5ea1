import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Asks for confirmation before a field is deleted (product 2.18). */
export function DeleteField({ onDelete, onClose }: { onDelete: () => void; onClose: () => void }) {
  return (
    <ConfirmDialog
      opened
      title="Delete Field"
      text="Are you sure you want to delete this field?"
      confirmLabel="Delete"
      onConfirm={onDelete}
      onClose={onClose}
    />
  )
}
