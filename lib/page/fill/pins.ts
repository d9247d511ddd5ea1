import type { Control } from '../controls/controls.ts'
import { textOf } from '../natives.ts'
import type { Scan } from '../scan/scan.ts'
import type { PlannedWrite, Question, RefusalReason } from '../shapes.ts'
import { fold } from '../words.ts'

export interface Pin extends Question {
  control?: Control
  /** The fill has written this control. Some pickers then give it another name, and keep its label. */
  isWritten?: true
}

type Field = Scan['fields'][number]

export interface Pins {
  add(write: PlannedWrite): void
  /** Call this function right before a write to the field. */
  noteWrite(fieldId: string): void
  meet(fields: Field[]): void
  /**
   * Returns the field with this id, or the reason why it must not be written. A field is its control: a field that
   * appears beside its twin changes the ids of both. The id counts only if the page has replaced the control, and no
   * other field has it. A page may ask one question after another in the same control, so label and section must be
   * those of the plan.
   */
  fieldOf(fields: Field[], fieldId: string): Field | RefusalReason
}

export const isSameQuestion = (one: Question, otherQuestion: Question): boolean =>
  one.label === otherQuestion.label && one.section === otherQuestion.section

const isLabelled = (control: Control | undefined, label: string): boolean =>
  control !== undefined &&
  'labels' in control &&
  [...(control.labels ?? [])].some((each) => fold(textOf(each)).startsWith(fold(label)))

const isAt = ({ field, found: { controls } }: Field, pin: Pin): boolean =>
  controls[0] === pin.control &&
  (isSameQuestion(field, pin) ||
    (pin.isWritten === true && field.section === pin.section && isLabelled(controls[0], pin.label)))

export function createPins(pins: Map<string, Pin>): Pins {
  let isComplete = [...pins.values()].some(({ control }) => control)
  const meet = (fields: Field[]): void => {
    if (isComplete) return
    isComplete = true
    for (const { field, found: scannedField } of fields) {
      const pin = pins.get(field.id) ?? { label: field.label, section: field.section }
      if (scannedField.controls[0] && isSameQuestion(field, pin))
        pins.set(field.id, { ...pin, control: scannedField.controls[0] })
    }
  }
  return {
    add: ({ fieldId, label, section }) => pins.set(fieldId, { label, section }),
    noteWrite(fieldId) {
      const pin = pins.get(fieldId)
      if (pin) pins.set(fieldId, { ...pin, isWritten: true })
    },
    meet,
    fieldOf(fields, fieldId) {
      meet(fields)
      const pin = pins.get(fieldId)
      const pinnedField = pin && fields.find((each) => isAt(each, pin))
      if (pinnedField) return pinnedField
      const alike = fields.find(({ field }) => field.id === fieldId)
      if (alike && [...pins].some(([id, each]) => id !== fieldId && isAt(alike, each))) return 'not-found'
      if (alike && (!pin || isSameQuestion(alike.field, pin))) return alike
      const isAskedElse =
        alike ?? (pin?.control && fields.find(({ found: scannedField }) => scannedField.controls[0] === pin.control))
      return isAskedElse ? 'other-question' : 'not-found'
    },
  }
}
