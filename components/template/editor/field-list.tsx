import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { memo, useMemo } from 'react'
import type { Field } from '../../../lib/contracts/index.ts'
import classes from './field-list.module.css'
import type { RowEvents } from './field-row.tsx'
import { conditionWords } from './field-words.ts'
import { SortableRow } from './sortable-row.tsx'

interface FieldListProps extends RowEvents {
  fields: readonly Field[]
  /**
   * The fields that are shown. Without a search, pass the same array as `fields`: only then can the user move fields.
   */
  shown: readonly Field[]
  problems: ReadonlyMap<string, string>
  chosenId: string | null
  menuId: string | null
  onMove: (fieldId: string, toIndex: number) => void
}

/** Restricts dragging to the vertical axis. */
const upright: Modifier = ({ transform }) => ({ ...transform, x: 0 })
/** Dragging starts only after 4 px, so that a click does not move a field. */
const pointerOptions = { activationConstraint: { distance: 4 } }
const keyboardOptions = { coordinateGetter: sortableKeyboardCoordinates }

const instructions = {
  draggable:
    'To move a field, press Space, then the arrow keys. Press Space again to drop the field in the new place. Press Escape to cancel.',
}

/** The fields as cards. The user can change their order (product 2.7). */
export const FieldList = memo(function FieldList(props: FieldListProps) {
  const { fields, shown: visibleFields, problems, chosenId, menuId, onMove, onAct, onMenu } = props
  const sensors = useSensors(useSensor(PointerSensor, pointerOptions), useSensor(KeyboardSensor, keyboardOptions))
  const ids = useMemo(() => visibleFields.map(({ id }) => id), [visibleFields])
  const byId = useMemo(() => new Map(fields.map((field) => [field.id, field])), [fields])
  const movable = visibleFields === fields

  const announcements = useMemo(() => announcementsOf(fields), [fields])
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const toIndex = fields.findIndex(({ id }) => id === over?.id)
    if (toIndex !== -1 && active.id !== over?.id) onMove(String(active.id), toIndex)
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[upright]}
      accessibility={{ announcements, screenReaderInstructions: instructions }}
      onDragEnd={onDragEnd}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul className={classes.list} aria-label="Fields">
          {visibleFields.map((field) => (
            <SortableRow
              key={field.id}
              field={field}
              condition={field.condition && conditionWords(field.condition, (id) => byId.get(id)?.name)}
              problem={problems.get(field.id)}
              chosen={field.id === chosenId}
              menuOpened={field.id === menuId}
              movable={movable}
              onAct={onAct}
              onMenu={onMenu}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
})

/** The messages for screen readers while a field is moved. */
function announcementsOf(fields: readonly Field[]): Announcements {
  const nameOf = (id: UniqueIdentifier) => fields.find((field) => field.id === id)?.name ?? 'the field'
  const placeOf = (id: UniqueIdentifier) => `${fields.findIndex((field) => field.id === id) + 1} of ${fields.length}`
  let hasLeft = false
  return {
    onDragStart({ active }) {
      hasLeft = false
      return `${nameOf(active.id)} is picked up. It is at position ${placeOf(active.id)}.`
    },
    onDragOver({ active, over }) {
      if (!over) return undefined
      // At the start of a drag, the field is over its own position. Announce positions only after the field has left
      // it.
      hasLeft ||= over.id !== active.id
      return hasLeft ? `${nameOf(active.id)} would be at position ${placeOf(over.id)}.` : undefined
    },
    onDragEnd: ({ active, over }) =>
      over
        ? `${nameOf(active.id)} is at position ${placeOf(over.id)} now.`
        : `${nameOf(active.id)} is back in its place.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back in its place.`,
  }
}
