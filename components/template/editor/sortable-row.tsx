import { useSortable } from '@dnd-kit/sortable'
import { memo, useLayoutEffect, useMemo } from 'react'
import type { Field } from '../../../lib/contracts/index.ts'
import { FieldRow, type RowEvents } from './field-row.tsx'

interface SortableRowProps extends RowEvents {
  field: Field
  condition: string | undefined
  problem: string | undefined
  chosen: boolean
  menuOpened: boolean
  /** False in a filtered list, because the order cannot be changed there. */
  movable: boolean
}

/** A row that can be moved with the pointer or the keyboard. */
export const SortableRow = memo(function SortableRow({ movable, ...row }: SortableRowProps) {
  const sortable = useSortable({ id: row.field.id, disabled: !movable })
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, transform, transition, isDragging, node } = sortable
  const describedBy = attributes['aria-describedby']
  const handle = useMemo(
    () => ({ ref: setActivatorNodeRef, describedBy, disabled: !movable, listeners }),
    [setActivatorNodeRef, describedBy, movable, listeners],
  )
  useLayoutEffect(() => {
    // Set the style directly. The position changes in every frame, and rendering the row each time would be slow.
    const style = node.current?.style
    style?.setProperty('transform', transform ? `translate3d(0, ${transform.y}px, 0)` : null)
    style?.setProperty('transition', transition ?? null)
  }, [node, transform, transition])
  return <FieldRow {...row} handle={handle} rowRef={setNodeRef} moving={isDragging} />
})
