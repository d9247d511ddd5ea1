import { isShown } from '../controls.ts'
import { attribute, isBare, parentOf } from '../natives.ts'

/** Whether an element carries something a stylesheet or a script would know it by. */
const isMarked = (element: Element): boolean =>
  !isBare(element) &&
  (attribute(element, 'class') !== null ||
    attribute(element, 'style') !== null ||
    attribute(element, 'hidden') !== null ||
    attribute(element, 'id') !== null)

/** Whether a stylesheet may have taken an element's room away. */
export const isStyled = (element: Element): boolean =>
  !isBare(element) && (attribute(element, 'class') !== null || attribute(element, 'style') !== null)

/** Whether a reader sees an element. To ask the page is dear: what carries no mark of its own is as visible as what it stands in. */
export function sight(): (element: Element) => boolean {
  const seen = new Map<Element, boolean>()
  const shown = (element: Element): boolean => {
    let is = seen.get(element)
    if (is === undefined) {
      const around = isMarked(element) ? null : parentOf(element)
      is = around ? shown(around) : isShown(element)
      seen.set(element, is)
    }
    return is
  }
  return shown
}
