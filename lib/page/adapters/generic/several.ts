import type { Parts } from '../../choices/parts.ts'
import type { FormTable } from '../../choices/questions.ts'
import { isReadOnly } from '../../controls/controls.ts'
import { type LabelCandidate, namesOf, type ScannedField } from '../../controls/fields.ts'
import { before } from '../../label/block.ts'
import { type LabelRoom, labelsFor } from '../../label/labels.ts'
import { labelSureEnough } from '../../shapes.ts'
import type { ControlItem, PageOutline } from '../../survey/outline.ts'
import type { Draft } from './reading.ts'

export function together(
  controlItems: ControlItem[],
  { kind, format, orderUnknown, ranges, label }: Parts,
  room: LabelRoom,
  partsLabel: LabelCandidate | null,
): Draft | null {
  const [controlItem] = controlItems
  if (!controlItem) return null
  const controls = controlItems.map(({ control }) => control)
  const labels = labelsFor(room, controlItems, true, [partsLabel, label])
  const fieldBase = { kind, labels, controls, choices: [], names: namesOf(controls), parts: ranges }
  return {
    controlItem,
    labels,
    make: (section) => ({
      ...fieldBase,
      section,
      ...(format && { format }),
      ...(orderUnknown && { orderUnknown }),
      ...(controls.some(isReadOnly) && { locked: 'read-only' as const }),
    }),
  }
}

export function tableDraft(outline: PageOutline, { controlItems, headers, rows, at }: FormTable): Draft | null {
  const [controlItem] = controlItems
  if (!controlItem) return null
  const controls = controlItems.map(({ control }) => control)
  const blockLabel = before(outline, at, controlItem)
  const labels: LabelCandidate[] =
    blockLabel && blockLabel.score >= labelSureEnough
      ? [{ ...blockLabel, rule: 'table', score: 0.7 }]
      : [{ text: headers.join(', '), rule: 'table', score: 0.6 }]
  return {
    controlItem,
    labels,
    make(section) {
      const scannedField: ScannedField = {
        kind: 'table',
        labels,
        section,
        controls,
        choices: [],
        names: namesOf(controls),
        table: { headers, rows },
      }
      return controls.some(isReadOnly) ? { ...scannedField, locked: 'read-only' } : scannedField
    },
  }
}
