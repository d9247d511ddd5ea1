import { Button, Drawer, Group } from '@mantine/core'
import '@mantine/core/styles/Drawer.css'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import type { DynamicField, Field, Template } from '../../../lib/contracts/index.ts'
import { checkFieldId, convertField } from '../../../lib/template/index.ts'
import { Dialog, fullScreenUpToPx } from '../../ui/dialog.tsx'
import type { NamedModel } from '../dialogs/model-names.ts'
import { same } from '../editor/same.ts'
import type { EditorHost, EditorProperties } from '../editor-properties.ts'
import classes from './field.module.css'
import { FieldForm } from './field-form.tsx'
import { TypeChip } from './type-chip.tsx'
import { useFieldCopy } from './use-field-copy.ts'
import { usePending } from './use-pending.ts'

/** Width of the drawer, in pixels (product 2.11). */
const drawerWidthPx = 480
/** Delay between closing the panel and the call of `onClose`, in milliseconds (product 14.5). */
const clearDelayMs = 300

export interface EditFieldProps {
  /** Only read when the panel opens. The panel edits a copy. */
  field: Field | DynamicField
  fields: readonly Field[]
  /** The template's data that is sent with the field when an example is generated. */
  template?: Pick<Template, 'name' | 'instructions' | 'language'>
  properties: EditorProperties
  host: EditorHost
  models: readonly NamedModel[]
  /** Called once when the panel closes, if the field was changed. */
  onCommit: (field: Field | DynamicField) => void
  onClose: () => void
}

/**
 * Edits one field in a drawer, or in a dialog on narrow screens. Closing it in any way saves the changes (product 4.6).
 */
export function EditField(props: EditFieldProps) {
  const { field, fields, template, properties, host, models, onCommit, onClose } = props
  const [isOpen, setOpened] = useState(true)
  const { copy, change, current } = useFieldCopy(field)
  const pending = usePending()
  const initialField = useRef(field)
  const narrow = useMediaQuery(`(max-width: ${fullScreenUpToPx}px)`, undefined, { getInitialValueInEffect: false })

  const latest = useRef(onClose)
  latest.current = onClose
  useEffect(() => {
    if (isOpen) return
    const timer = setTimeout(() => latest.current(), clearDelayMs)
    return () => clearTimeout(timer)
  }, [isOpen])

  const close = () => {
    if (!isOpen) return
    pending.flush()
    const edited = current()
    // If the name was cleared, keep the old name and save the other changes.
    const newField = edited.name.trim() === '' ? { ...edited, name: initialField.current.name } : edited
    if (!same(newField, initialField.current)) onCommit(newField)
    setOpened(false)
  }
  const takenIds = fields.flatMap(({ id }) => (id === initialField.current.id ? [] : [id]))
  const isInvalid = copy.name.trim() === '' || ('type' in copy && checkFieldId(copy.id, takenIds) !== null)
  const save = () => {
    if (!isInvalid) return close()
    document.querySelector<HTMLElement>('[role="dialog"] input[aria-invalid="true"]')?.focus()
  }

  const dynamic = !('type' in copy)
  const title = (
    <Group gap="xs" component="span">
      <span className={classes.title}>{dynamic ? 'Dynamic Field' : 'Edit Field'}</span>
      {!dynamic && (
        <TypeChip
          type={copy.type}
          onChange={(type) => {
            pending.flush()
            change((oldField) => ('type' in oldField ? convertField(oldField, type) : oldField))
          }}
        />
      )}
    </Group>
  )
  const inside = (
    <>
      <div className={classes.form}>
        <FieldForm
          field={copy}
          current={() => {
            pending.flush()
            return current()
          }}
          change={change}
          knownAs={initialField.current.id}
          fields={fields}
          template={template}
          properties={properties}
          host={host}
          models={models}
          pending={pending}
        />
      </div>
      <div className={classes.foot}>
        <Button fullWidth onClick={save}>
          Save & Continue
        </Button>
      </div>
    </>
  )
  const parts = { body: classes.body, content: classes.drawer }
  if (narrow)
    return (
      <Dialog opened={isOpen} onClose={close} title={title} classNames={parts}>
        {inside}
      </Dialog>
    )
  return (
    <Drawer
      opened={isOpen}
      onClose={close}
      title={title}
      position="right"
      size={drawerWidthPx}
      radius={0}
      classNames={parts}
      attributes={{ header: { role: 'none' } }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      transitionProps={{ duration: 150 }}
    >
      {inside}
    </Drawer>
  )
}
