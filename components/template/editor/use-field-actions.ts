import { useCallback, useRef, useState } from 'react'
import { type Field, limits } from '../../../lib/contracts/index.ts'
import {
  addField,
  checkFieldId,
  duplicateField,
  moveField,
  removeField,
  updateField,
} from '../../../lib/template/index.ts'
import { addGenerated } from '../dialogs/add-generated.ts'
import { withModel } from '../dialogs/model-names.ts'
import { same } from './same.ts'
import type { TemplateDraft } from './use-template-draft.ts'

/** The actions on fields. They use the rules of lib/template. Each action is one undo step. */
export function useFieldActions(draft: TemplateDraft, onError: (message: string) => void) {
  const { change, template } = draft
  const latest = useRef({ fields: template.fields, onError })
  latest.current = { fields: template.fields, onError }
  /** Message for screen readers. */
  const [announcement, setAnnouncement] = useState('')

  const setFields = useCallback(
    (fields: Field[]) => {
      latest.current.fields = fields
      change((template) => ({ ...template, fields }))
    },
    [change],
  )
  const roomFor = useCallback((count: number) => {
    const room = latest.current.fields.length + count <= limits.fieldsMax
    if (!room)
      latest.current.onError(
        `A template can have at most ${limits.fieldsMax} fields. Remove a field before you add another.`,
      )
    return room
  }, [])

  const add = useCallback(
    (field: Field): boolean => {
      const { fields, onError } = latest.current
      if (!roomFor(1)) return false
      const problem = checkFieldId(
        field.id,
        fields.map(({ id }) => id),
      )
      if (problem !== null) {
        onError(problem)
        return false
      }
      setFields(addField(fields, field))
      return true
    },
    [setFields, roomFor],
  )
  const addAll = useCallback(
    (generated: readonly Field[]) => {
      if (roomFor(generated.length)) setFields(addGenerated(latest.current.fields, generated))
    },
    [setFields, roomFor],
  )
  /**
   * Replaces a field with its edited copy and returns its id. If the new id is invalid or taken, the old id is kept, so
   * that the other changes are not lost.
   */
  const update = useCallback(
    (id: string, field: Field): string => {
      const { fields, onError } = latest.current
      const others = fields.flatMap((each) => (each.id === id ? [] : [each.id]))
      const problem = checkFieldId(field.id, others)
      if (problem !== null) onError(problem)
      const newField = problem === null ? field : { ...field, id }
      const oldField = fields.find((each) => each.id === id)
      if (oldField && !same(oldField, newField)) setFields(updateField(fields, id, newField))
      return newField.id
    },
    [setFields],
  )
  const move = useCallback(
    (id: string, toIndex: number) => {
      const { fields } = latest.current
      const newFields = moveField(fields, id, toIndex)
      const index = newFields.findIndex((field) => field.id === id)
      if (index === fields.findIndex((field) => field.id === id)) return
      setFields(newFields)
      setAnnouncement(`${newFields[index]?.name} is at position ${index + 1} of ${newFields.length} now.`)
    },
    [setFields],
  )
  const moveBy = useCallback(
    (id: string, steps: number) => move(id, latest.current.fields.findIndex((field) => field.id === id) + steps),
    [move],
  )
  const duplicate = useCallback(
    (id: string): string | undefined => {
      if (!roomFor(1)) return undefined
      const fields = duplicateField(latest.current.fields, id)
      setFields(fields)
      return fields[fields.findIndex((field) => field.id === id) + 1]?.id
    },
    [setFields, roomFor],
  )
  const toggle = useCallback(
    (id: string) => {
      const { fields } = latest.current
      const field = fields.find((each) => each.id === id)
      if (!field) return
      const { disabled, ...rest } = field
      setFields(updateField(fields, id, disabled ? rest : { ...rest, disabled: true }))
      setAnnouncement(disabled ? `${field.name} is enabled.` : `${field.name} is disabled.`)
    },
    [setFields],
  )
  /** Returns the id of the field after the deleted one, or else of the last field. Undefined if no field is left. */
  const remove = useCallback(
    (id: string): string | undefined => {
      const { fields } = latest.current
      const index = fields.findIndex((field) => field.id === id)
      const otherFields = removeField(fields, id)
      setFields(otherFields)
      setAnnouncement(`${fields[index]?.name} is deleted.`)
      return (otherFields[index] ?? otherFields.at(-1))?.id
    },
    [setFields],
  )
  const giveToModel = useCallback(
    (slot: number) => setFields(latest.current.fields.map((field) => withModel(field, slot))),
    [setFields],
  )

  return { announcement, add, addAll, update, move, moveBy, duplicate, toggle, remove, giveToModel }
}

export type FieldActions = ReturnType<typeof useFieldActions>
