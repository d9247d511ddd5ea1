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
  /** A list that shows only some of its fields has no order to change. */
  movable: boolean
}

/** A row that is moved by its handle, with the pointer or the keyboard. */
export const SortableRow = memo(function SortableRow({ movable, ...row }: SortableRowProps) {
  const sortable = useSortable({ id: row.field.id, disabled: !movable })
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, transform, transition, isDragging, node } = sortable
  const describedBy = attributes['aria-describedby']
  const handle = useMemo(
    () => ({ ref: setActivatorNodeRef, describedBy, disabled: !movable, listeners }),
    [setActivatorNodeRef, describedBy, movable, listeners],
  )
  useLayoutEffect(() => {
    // Where a moved row stands changes with every frame: it is no matter of a style sheet.
    const style = node.current?.style
    style?.setProperty('transform', transform ? `translate3d(0, ${transform.y}px, 0)` : null)
    style?.setProperty('transition', transition ?? null)
  }, [node, transform, transition])
  return <FieldRow {...row} handle={handle} rowRef={setNodeRef} moving={isDragging} />
})
