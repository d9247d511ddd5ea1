import type { Field } from '../../../lib/contracts/index.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { EditorHost } from '../editor-properties.ts'
import { GenerateFieldsForm } from './generate-fields-form.tsx'

interface GenerateFieldsProps {
  host: EditorHost
  onAdd: (fields: Field[]) => void
  onClose: () => void
}

/**
 * Dialog to generate fields from a description (product 2.19). Closing it cancels the
 * generation.
 */
export function GenerateFields({ host, onAdd, onClose }: GenerateFieldsProps) {
  return (
    <Dialog opened onClose={onClose} title="Generate Template Fields" size="lg">
      <GenerateFieldsForm host={host} onAdd={onAdd} onCancel={onClose} />
    </Dialog>
  )
}
