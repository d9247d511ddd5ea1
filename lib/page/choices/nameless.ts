import { attribute, holds, localName, parentOf } from '../natives.ts'
import type { ControlItem, PageOutline } from '../survey/outline.ts'

/** What frameworks bind an answer to, in their own marks: AngularJS, Angular, Vue, Alpine. */
const models = ['ng-model', 'data-ng-model', 'x-ng-model', 'formcontrolname', 'v-model', 'x-model', 'ngmodel']

/** What a control without a name is bound to; '' where its marks do not tell. */
export function modelOf(control: Element): string {
  for (const name of models) {
    const model = attribute(control, name)
    if (model) return model
  }
  return ''
}

/** Whether a control item is one of several of which one is chosen. */
export const isRadio = (controlItem: ControlItem | undefined): controlItem is ControlItem =>
  controlItem !== undefined && (controlItem.control as HTMLInputElement).type === 'radio'

/** The smallest element around a radio and another one. */
function homeOf({ controlItems }: PageOutline, { anchor, order }: ControlItem): Element | null {
  const others = [controlItems[order - 1], controlItems[order + 1]].filter(isRadio)
  for (let around = parentOf(anchor); around; around = parentOf(around)) {
    const inside = around
    if (others.some((other) => holds(inside, other.anchor))) return around
    if (/^(?:fieldset|form|body)$/.test(localName(around)) || attribute(around, 'role') === 'radiogroup') return around
  }
  return null
}

/** Whether no other radio is nearer to one than the one before it. */
function isTogether(outline: PageOutline, last: ControlItem, controlItem: ControlItem): boolean {
  const home = homeOf(outline, controlItem)
  return home !== null && holds(home, last.anchor)
}

/** Whether a question stands between two radios: words that ask, or that begin the line the second stands on. */
function isAskedBetween({ items }: PageOutline, last: ControlItem, controlItem: ControlItem): boolean {
  const between = items.slice(last.at + 1, controlItem.at)
  return between.some(
    (item) =>
      item.kind === 'control' ||
      (!item.label &&
        item.line !== last.line &&
        /\p{L}/u.test(item.text) &&
        (/[:?]\s*$/.test(item.text) || (item.line === controlItem.line && isBehindItsBox(items, controlItem)))),
  )
}

/** Whether the words of an option stand behind it, so that those before it are none. */
const isBehindItsBox = (items: PageOutline['items'], controlItem: ControlItem): boolean => {
  const next = items[controlItem.at + 1]
  return next?.kind === 'text' && next.line === controlItem.line
}

const optionValue = ({ control }: ControlItem): string => (control as HTMLInputElement).value

/**
 * Radios without a name, as frameworks draw them, by the question they answer: those that are bound to one thing, else
 * those in one place with no question between them. One answer is offered once in a question.
 */
export function namelessRadios(outline: PageOutline, radios: ControlItem[]): ControlItem[][] {
  const found: ControlItem[][] = []
  for (const controlItem of radios) {
    const group = found.at(-1)
    const last = group?.at(-1)
    const isSame =
      group !== undefined &&
      last !== undefined &&
      last.order === controlItem.order - 1 &&
      modelOf(last.control) === modelOf(controlItem.control) &&
      (modelOf(controlItem.control) !== '' || isTogether(outline, last, controlItem)) &&
      !(optionValue(controlItem) !== 'on' && group.some((each) => optionValue(each) === optionValue(controlItem))) &&
      !isAskedBetween(outline, last, controlItem)
    if (isSame) group.push(controlItem)
    else found.push([controlItem])
  }
  return found
}
