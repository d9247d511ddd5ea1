import { attribute, holds, localName, parentOf } from '../natives.ts'
import type { Sheet, Spot } from '../survey/sheet.ts'

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

/** Whether a spot is one of several of which one is chosen. */
export const isRadio = (spot: Spot | undefined): spot is Spot =>
  spot !== undefined && (spot.control as HTMLInputElement).type === 'radio'

/** The smallest element around a radio and another one. */
function homeOf({ spots }: Sheet, { anchor, order }: Spot): Element | null {
  const others = [spots[order - 1], spots[order + 1]].filter(isRadio)
  for (let around = parentOf(anchor); around; around = parentOf(around)) {
    const inside = around
    if (others.some((other) => holds(inside, other.anchor))) return around
    if (/^(?:fieldset|form|body)$/.test(localName(around)) || attribute(around, 'role') === 'radiogroup') return around
  }
  return null
}

/** Whether no other radio is nearer to one than the one before it. */
function isTogether(sheet: Sheet, last: Spot, spot: Spot): boolean {
  const home = homeOf(sheet, spot)
  return home !== null && holds(home, last.anchor)
}

/** Whether a question stands between two radios: words that ask, or that begin the line the second stands on. */
function isAskedBetween({ items }: Sheet, last: Spot, spot: Spot): boolean {
  const between = items.slice(last.at + 1, spot.at)
  return between.some(
    (item) =>
      item.kind === 'spot' ||
      (!item.label &&
        item.line !== last.line &&
        /\p{L}/u.test(item.text) &&
        (/[:?]\s*$/.test(item.text) || (item.line === spot.line && isBehindItsBox(items, spot)))),
  )
}

/** Whether the words of an option stand behind it, so that those before it are none. */
const isBehindItsBox = (items: Sheet['items'], spot: Spot): boolean => {
  const next = items[spot.at + 1]
  return next?.kind === 'words' && next.line === spot.line
}

const optionValue = ({ control }: Spot): string => (control as HTMLInputElement).value

/**
 * Radios without a name, as frameworks draw them, by the question they answer: those that are bound to one thing, else
 * those in one place with no question between them. One answer is offered once in a question.
 */
export function namelessRadios(sheet: Sheet, radios: Spot[]): Spot[][] {
  const found: Spot[][] = []
  for (const spot of radios) {
    const group = found.at(-1)
    const last = group?.at(-1)
    const isSame =
      group !== undefined &&
      last !== undefined &&
      last.order === spot.order - 1 &&
      modelOf(last.control) === modelOf(spot.control) &&
      (modelOf(spot.control) !== '' || isTogether(sheet, last, spot)) &&
      !(optionValue(spot) !== 'on' && group.some((each) => optionValue(each) === optionValue(spot))) &&
      !isAskedBetween(sheet, last, spot)
    if (isSame) group.push(spot)
    else found.push([spot])
  }
  return found
}
