import type { ControlItem, PageOutline } from './outline.ts'

/** Returns a control item with its neighbours that satisfy `isIn`, in document order. Used for a line or a block. */
export function runOf(
  { controlItems }: PageOutline,
  controlItem: ControlItem,
  isIn: (other: ControlItem) => boolean,
): ControlItem[] {
  const run = [controlItem]
  for (let back = controlItems[controlItem.order - 1]; back && isIn(back); back = controlItems[back.order - 1])
    run.unshift(back)
  for (let next = controlItems[controlItem.order + 1]; next && isIn(next); next = controlItems[next.order + 1])
    run.push(next)
  return run
}
