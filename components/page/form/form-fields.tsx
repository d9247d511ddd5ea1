import { lazy, Suspense, useState } from 'react'
import { toField } from '../../../lib/template/index.ts'
import { DynamicFieldsInfo } from '../../template/dialogs/dynamic-fields-info.tsx'
import { DynamicFields } from '../../template/editor/dynamic-fields.tsx'
import type { FieldAction } from '../../template/editor/field-row.tsx'
import { type OpenedMenu, RowMenu } from '../../template/editor/row-menu.tsx'
import { RowTooltip } from '../../template/editor/row-tooltip.tsx'
import { toast } from '../../ui/toast.ts'
import { useFormFields } from './use-form-fields.ts'

/** Loaded when a field is first opened, because its text editor is large. */
const EditField = lazy(async () => ({ default: (await import('../../template/field/edit-field.tsx')).EditField }))
const QuickInstructions = lazy(async () => ({
  default: (await import('../../template/dialogs/quick-instructions.tsx')).QuickInstructions,
}))

const host = { onError: (message: string) => toast('error', message) }
const template = { id: '', name: '', instructions: '', fields: [] }
const actions: ReadonlySet<FieldAction> = new Set(['open', 'quick'])

/** The dynamic fields of the open form, where no template is edited (product 2.21). Shows nothing without a form. */
export function FormFields({ email }: { email: string }) {
  const { fields, change } = useFormFields(email)
  const [panel, setPanel] = useState<{ kind: FieldAction | 'info'; fieldId?: string } | null>(null)
  const [menu, setMenu] = useState<OpenedMenu | null>(null)
  const close = () => setPanel(null)
  const field = fields.find(({ id }) => id === panel?.fieldId)
  const act = (kind: FieldAction, fieldId: string) => setPanel({ kind, fieldId })
  const closeMenu = () => {
    menu?.button.focus()
    setMenu(null)
  }
  if (fields.length === 0) return null
  return (
    <RowTooltip fields={fields}>
      <DynamicFields
        fields={fields}
        chosenId={panel?.fieldId ?? null}
        menuId={menu?.fieldId ?? null}
        fixed={false}
        onInfo={() => setPanel({ kind: 'info' })}
        onAct={act}
        onMenu={(fieldId, button) => setMenu({ fieldId, button })}
      />
      <RowMenu
        menu={menu}
        disabled={false}
        actions={actions}
        onAct={(action, fieldId) => {
          menu?.button.focus()
          act(action, fieldId)
        }}
        onClose={closeMenu}
      />
      {panel?.kind === 'info' && <DynamicFieldsInfo onClose={close} />}
      <Suspense>
        {panel?.kind === 'open' && field && (
          <EditField
            field={field}
            fields={fields.map(toField)}
            template={template}
            properties={[]}
            host={host}
            models={[]}
            onCommit={change}
            onClose={close}
          />
        )}
        {panel?.kind === 'quick' && field && (
          <QuickInstructions
            field={field}
            template={template}
            properties={[]}
            host={host}
            onSave={change}
            onOther={() => act('open', field.id)}
            onClose={close}
          />
        )}
      </Suspense>
    </RowTooltip>
  )
}
