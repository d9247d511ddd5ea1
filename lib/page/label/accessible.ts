import { computeAccessibleName } from 'dom-accessibility-api'
import { attribute, holds, isThere, localName, parentOf, textOf } from '../natives.ts'
import { isEditable } from '../scan/controls.ts'
import type { LabelCandidate } from '../scan/found.ts'
import type { Sheet, Spot } from '../survey/sheet.ts'
import { fold } from '../words.ts'
import { captionBehind, isToldToo, partName, saidBy, sharedName } from './part.ts'
import { asLabel, candidate, isSilent, joined } from './text.ts'

/** The words of the `<label>` for a control: the one around it when it is around nothing else, else the one that names its id. */
export function ownLabel(sheet: Sheet, spot: Spot): string {
  const { label, control, anchor, behind } = spot
  const shared = [sheet.spots[spot.order - 1], sheet.spots[spot.order + 1]].some((other) => other?.label === label)
  if (label && !shared) {
    const text = joined(sheet.labels.get(label) ?? [])
    if (asLabel(text)) return text
  }
  const id = (behind ?? control).id || anchor.id
  const named = id ? (sheet.labelsFor.get(anchor.getRootNode())?.get(id) ?? []) : []
  // Some EHRs give one id to many controls: then the id names nobody.
  if (!named[0] || sheet.ids.get(id) !== 1 || isDisputed(sheet, spot)) return ''
  // Where several name it, those behind the first explain.
  return joined(sheet.labels.get(ofPart(sheet, spot, named) ?? named[0]) ?? [])
}

/** Of several labels the one beside the control, where its neighbour has one so too: the other names the group of both. */
function ofPart({ spots, labelsFor }: Sheet, { anchor, order }: Spot, named: Element[]): Element | undefined {
  const beside = named.length > 1 ? named.find((each) => parentOf(each) === parentOf(anchor)) : undefined
  if (!beside) return undefined
  const isSo = (other: Spot | undefined): boolean =>
    (other && labelsFor.get(other.anchor.getRootNode())?.get(other.anchor.id))?.some(
      (each) => parentOf(each) === parentOf(other.anchor),
    ) === true
  return isSo(spots[order - 1]) || isSo(spots[order + 1]) ? beside : undefined
}

/** Whether another label stands with a control in a place of their own: then one of the two names a stranger. */
function isDisputed({ items, spots }: Sheet, { at, anchor, order, label }: Spot): boolean {
  const beside = items[at + 1]
  const place = parentOf(anchor)
  if (label || beside?.kind !== 'words' || !beside.label || !place || parentOf(beside.label) !== place) return false
  const { id } = anchor
  if (attribute(beside.label, 'for') === id) return false
  return ![spots[order - 1], spots[order + 1]].some((other) => other && holds(place, other.anchor))
}

/** A placeholder or a title that is no example and no format can name a field, if weakly. */
const asksSomething = (text: string): boolean =>
  !/\d|e\.g|\b(?:enter|select|type|choose|click|search|here|format|mm|press|hold|read only)\b|yyyy/i.test(text)

/** What an element is called, noted where others name it: they may change unseen. */
function noted({ asked }: Sheet, element: Element, ask: (element: Element) => string): string {
  const said = ask(element)
  if (attribute(element, 'aria-labelledby')) asked.names.set(element, { said, ask })
  return said
}

/** Whether what is named by other elements, and still there, is called as it was. */
export const isNamedAsBefore = ({ asked }: Sheet): boolean =>
  [...asked.names].every(([element, { said, ask }]) => !isThere(element) || ask(element) === said)

const groupName = (sheet: Sheet, group: Element): string => {
  const legend = sheet.legends.get(group)
  if (localName(group) === 'fieldset' && legend) return joined(legend)
  return attribute(group, 'aria-label') || attribute(group, 'aria-labelledby')
    ? noted(sheet, group, computeAccessibleName)
    : ''
}

/** What editors call themselves, in English: it says nothing of what is asked. */
const editorsOwn = /^(?:rich[ -]?text (?:area|editor)|editor editing area|editor,)/i
const editorsHelp = /[.,]?\s*press alt\s*[-+]?\s*0 for help\.?$/i

/** What a form library's own samples call their controls, copied with them: ".form-select-lg example". */
const samples =
  /\b(?:select|input|textarea|checkbox|radio|text|file|range)(?:-\w+)? (?:\S+ )?example$|\bexample (?:select|input|text|textarea|multiple select|file input)\b|^text input with /i

/** The words of a box that shows its own choice may be named among what labels it: the choice is no part of its name. */
function outsideName(control: Element): string {
  const ids = (attribute(control, 'aria-labelledby') ?? '').split(/\s+/).filter(Boolean)
  const root = control.getRootNode() as Document | ShadowRoot
  const named = ids.map((id) => root.getElementById(id)).filter((each) => each !== null && !holds(control, each))
  return named.map((each) => textOf(each as HTMLElement)).join(' ')
}

/** The platform's own algorithm, but for what is not said of the question. */
function markedName(marked: Element): string {
  if (attribute(marked, 'role') === 'combobox' && attribute(marked, 'aria-labelledby')) {
    const said = outsideName(marked)
    if (said !== '') return said
  }
  if (isToldToo(marked)) {
    const said = saidBy(marked, 0)
    if (said !== '') return said
  }
  const said = computeAccessibleName(marked)
  if (!isEditable(marked)) return samples.test(said) ? '' : said
  return editorsOwn.test(said) ? '' : said.replace(editorsHelp, '')
}

/** What is left of a control's names once the first, which is its group's, is taken away. */
const ownNames = (marked: Element): string => saidBy(marked, 1)

/** Whether a frame asks or takes something else before its options: then its legend is their section, not their question. */
function isAskedInside({ items, groups, legends }: Sheet, group: Element, spot: Spot): boolean {
  const legend = legends.get(group)
  if (!legend) return false
  if (groups.get(group)?.[0] !== spot) return true
  for (let at = spot.at - 1; at >= 0; at--) {
    const item = items[at]
    if (item?.kind !== 'words' || legend.includes(item) || !holds(group, item.parent)) return false
    if (!item.taken && /\p{L}/u.test(item.text)) return /[:?]\s*$/.test(item.text)
  }
  return false
}

/** First rung: what the page's own marks name a control, or for options the group around them alone. */
export function accessible(sheet: Sheet, spots: Spot[], options: boolean): LabelCandidate | null {
  const [spot] = spots
  if (!spot) return null
  if (options) {
    const { group } = spot
    if (!group || spots.some((each) => each.group !== group)) return null
    const guests = (sheet.groups.get(group) ?? []).filter((each) => !spots.includes(each))
    // A frame around several questions is a section; a text beside the options may be their "Other".
    if (guests.length > 1 || guests.some(({ control }) => control.getAttribute('type') === 'radio')) return null
    return candidate(groupName(sheet, group), 'accessible', isAskedInside(sheet, group, spot) ? 0.45 : 0.9)
  }
  const { control, anchor } = spot
  const named = (each: Element): boolean => Boolean(attribute(each, 'aria-labelledby') || attribute(each, 'aria-label'))
  const marked = named(control) ? control : anchor !== control && named(anchor) ? anchor : null
  // The platform's own algorithm, but for labels: there it counts the values of controls in, which change.
  const shared = marked === control ? sharedName(sheet, spot) : 0
  const part = marked && shared === 1 ? noted(sheet, marked, ownNames) : ''
  const name = marked ? part || noted(sheet, marked, markedName) : ''
  const own = shared === 'all' ? null : candidate(name, 'accessible', 0.9)
  if (own) return own
  const label = candidate(ownLabel(sheet, spot), 'accessible', 0.9)
  if (label && fold(label.text) !== fold(name)) return isGroupLabel(sheet, spot) ? { ...label, score: 0.65 } : label
  const hint = hinted(control)
  const group = candidate(name, 'accessible', 0.55)
  const isName = hint !== null && hint.score >= 0.6
  if (group) return partName(sheet, spot, name) ?? (isName ? { ...hint, score: 0.8 } : group)
  return isName && isHintedBeside(sheet, spot) ? { ...hint, score: 0.82 } : hint
}

/** How many controls around one are asked for the same hint. */
const alikeWithin = 8

/** "[Remarks…]" in one box after the other tells none of them apart. */
export function isHintedAlike({ spots }: Sheet, { control, order }: Spot): boolean {
  const said = attribute(control, 'placeholder')
  const around = said ? spots.slice(Math.max(0, order - alikeWithin), order + alikeWithin + 1) : []
  return around.some((other) => other.control !== control && attribute(other.control, 'placeholder') === said)
}

/** "[Weight] / [Height]": where one control follows the other and nothing is said between, each has its name inside. */
function isHintedBeside({ items, spots }: Sheet, { control, order, ticked }: Spot): boolean {
  const said = attribute(control, 'placeholder')
  if (ticked || !said) return false
  return [spots[order - 1], spots[order + 1]].some((other) => {
    const hint = other && !other.ticked ? attribute(other.control, 'placeholder') : null
    if (!other || !hint || hint === said || !asksSomething(hint)) return false
    const [from, to] = [Math.min(order, other.order), Math.max(order, other.order)]
    return isSilent(items.slice((spots[from]?.at ?? 0) + 1, spots[to]?.at))
  })
}

/** "<label for=a>Name</label> [a] First [b] Last": what names the first of several parts that have words behind them is the group's. */
const isGroupLabel = (sheet: Sheet, spot: Spot): boolean => {
  const beside = sheet.items[spot.at + 1]
  return spot.label === null && beside?.kind === 'words' && !beside.label && captionBehind(sheet, spot).length > 0
}

/** What a control says of itself while it is empty. */
function hinted(control: Element): LabelCandidate | null {
  const said =
    attribute(control, 'placeholder') || attribute(control, 'title') || attribute(control, 'aria-placeholder') || ''
  return candidate(said, 'accessible', asksSomething(said) && said.split(' ').length <= 8 ? 0.6 : 0.3)
}
