import { hasText, isAnswer, isInput, isNativeBox } from '../controls/controls.ts'
import type { LabelCandidate } from '../controls/fields.ts'
import { attribute, holds, localName, parentOf } from '../natives.ts'
import { labelSureEnough } from '../shapes.ts'
import type { ControlItem, PageOutline, Table, TextRun } from '../survey/outline.ts'
import { fold } from '../words.ts'
import { accessible } from './accessible.ts'
import { block } from './block.ts'
import { geometry, type PlacedText, placedIn, placedTexts } from './geometry.ts'
import { type Grid, gridsOf } from './grid.ts'
import { table } from './table.ts'
import { asLabel, candidate, doubted, isSilent, joined } from './text.ts'
import { textAfter, textBefore } from './text-beside.ts'

const opaque =
  /^(?:[a-z]{1,2}|ctrl|control|input|field|item|text|txt|chk|sel|q(?:uestion)?|answer|mat|entry|el|id)(?: [a-z]{1,2})?$/i

export function fromName({ control, behind: textarea }: ControlItem): LabelCandidate | null {
  const source = textarea ?? control
  const raw = source.getAttribute('name') || source.id
  const spaced = raw
    .replace(/[\][]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\-.\d$:]+/g, ' ')
    .trim()
  return opaque.test(spaced) ? null : candidate(spaced, 'name', 0.25)
}

const besidePattern =
  /\b(?:date|day|time|print(?:ed)?|name of|relation(?:ship)?|title|credentials?|position|phone|address|licen[sc]e)\b/i
const signs = /\b(?:sign(?:ed|s|ing|atures?)?|e-?sign\w*|initials?|witness)\b/i
const asksToSign = /\b(?:sign here|type your|by typing|click|signatures? and|signatures?\s?[/,&])/i

const isTimed = (control: Element): boolean =>
  isInput(control) && (control.type === 'date' || control.type === 'time' || control.type === 'datetime-local')

/**
 * Returns true if a control with signature marks (see `signing`) is a signature, which must never be filled.
 * - Without a reliable label, or with a label that asks the user to sign, it is a signature.
 * - With a label such as "Date", or as a date or time control, it is a normal field.
 * - With any other label it is a signature if the marks are around the control, or if the label has a word for signing.
 */
export function isToSign({ signing, control }: ControlItem, [label]: LabelCandidate[]): boolean {
  if (!signing) return false
  if (!label || label.rule === 'name' || label.score < labelSureEnough || asksToSign.test(label.text)) return true
  if (besidePattern.test(label.text) || isTimed(control)) return false
  return signing === 'around' || signs.test(label.text)
}

interface Named {
  controlItem: ControlItem
  labels: LabelCandidate[]
}

const ownScore = 0.6

const isBeside = (one: ControlItem, neighbor: ControlItem): boolean =>
  one.line === neighbor.line || (one.cell !== null && one.cell.row === neighbor.cell?.row)

function shareOne(
  { controlItem, labels: [one] }: Named,
  { controlItem: nextItem, labels: [otherLabel] }: Named,
): boolean {
  if (!one || !otherLabel || controlItem.ticked || nextItem.ticked || nextItem.at !== controlItem.at + 1) return false
  if (controlItem.block === nextItem.block || controlItem.cell !== nextItem.cell) return false
  const isBefore = ({ rule }: LabelCandidate): boolean => rule === 'cell' || rule === 'block'
  return isBefore(one) && isBefore(otherLabel) && fold(one.text) === fold(otherLabel.text)
}

function areTwins(
  { controlItem, labels: [one] }: Named,
  { controlItem: neighbor, labels: [otherLabel] }: Named,
): boolean {
  if (!one || !otherLabel || controlItem.ticked || neighbor.ticked || !isBeside(controlItem, neighbor)) return false
  const isOwn = ({ rule, score }: LabelCandidate): boolean => (rule === 'cell' || rule === 'block') && score >= ownScore
  return isOwn(one) && isOwn(otherLabel) && fold(one.text) === fold(otherLabel.text)
}

/**
 * Returns the pairs of fields that share one text. Three or more fields with one text are lines of one answer, so they
 * are left out.
 */
function runs<Field extends Named>(fields: Field[]): Field[][] {
  const groups: Field[][] = []
  for (const [at, field] of fields.entries()) {
    const [previousField, run] = [fields[at - 1], groups.at(-1)]
    if (previousField && run && shareOne(previousField, field)) run.push(field)
    else groups.push([field])
  }
  return groups.filter(({ length }) => length === 2)
}

/**
 * Returns the fields whose label cannot distinguish them from the field beside them, as in "Sphere [ ] | Sphere [ ]"
 * under "Left | Right". Their labels get a low score, so that the user checks them.
 */
export function doubtedTwins<Field extends Named>(fields: Field[]): Map<Field, LabelCandidate[]> {
  const pairs = fields.flatMap((field, at) => {
    const previousField = fields[at - 1]
    return previousField && areTwins(previousField, field) ? [previousField, field] : []
  })
  const labelsOfField = new Map<Field, LabelCandidate[]>()
  for (const field of [...pairs, ...runs(fields).flat()]) labelsOfField.set(field, field.labels.map(doubted))
  return labelsOfField
}

const sameKind = (one: ControlItem, neighbor: ControlItem): boolean =>
  localName(one.control) === localName(neighbor.control) &&
  attribute(one.control, 'type') === attribute(neighbor.control, 'type')

const linesMost = 20

function runAround({ items, controlItems }: PageOutline, controlItem: ControlItem): ControlItem[] {
  const run = [controlItem]
  for (
    let previousItem = controlItems[controlItem.order - 1];
    previousItem && run.length <= linesMost;
    previousItem = controlItems[previousItem.order - 1]
  ) {
    if (!isSilent(items.slice(previousItem.at + 1, run[0]?.at))) break
    run.unshift(previousItem)
  }
  for (
    let next = controlItems[controlItem.order + 1];
    next && run.length <= linesMost;
    next = controlItems[next.order + 1]
  ) {
    if (!isSilent(items.slice((run.at(-1)?.at ?? 0) + 1, next.at))) break
    run.push(next)
  }
  return run
}

function saidBefore({ items }: PageOutline, place: number): TextRun | null {
  for (let at = place - 1; at >= 0; at--) {
    const item = items[at]
    if (item?.kind !== 'text' || item.claimedBy) return null
    if (/\p{L}/u.test(item.text)) return item
  }
  return null
}

function isRuled({ items }: PageOutline, run: ControlItem[], words: TextRun): boolean {
  const [first] = run
  if (!first || run.length < 3) return false
  const mark = attribute(first.control, 'class')
  const isAlone = ({ at, line }: ControlItem): boolean => items[at + 1]?.line !== line && items[at - 1]?.line !== line
  return run.every(
    (each) =>
      attribute(each.control, 'class') === mark && (isAlone(each) || (each === first && words.line === each.line)),
  )
}

export function listed(
  outline: PageOutline,
  controlItem: ControlItem,
  labelOf: Map<ControlItem, string>,
): LabelCandidate | null {
  const previous = outline.controlItems[controlItem.order - 1]
  if (!previous || !isSilent(outline.items.slice(previous.at + 1, controlItem.at))) return null
  const run = runAround(outline, controlItem)
  const [first] = run
  const words = first ? saidBefore(outline, first.at) : null
  const label = first && labelOf.get(first)
  if (!first || !label || !words || run.length > linesMost || !sameKind(first, controlItem)) return null
  const text = asLabel(words.text)
  if (text === '' || !label.includes(text)) return null
  if (words.cell && words.cell.row.table !== controlItem.cell?.row.table) return null
  // A control in the same row as the label, but in another cell, has its column header as label, not the label of the
  // list.
  if (words.cell && words.cell !== controlItem.cell && words.cell.row === controlItem.cell?.row) return null
  let home: Element | null = parentOf(controlItem.anchor)
  while (home && !holds(home, words.parent)) home = parentOf(home)
  const strangers = [outline.controlItems[first.order - 1], outline.controlItems[(run.at(-1)?.order ?? 0) + 1]]
  const isStranger = strangers.some((stranger) => stranger && home && holds(home, stranger.anchor))
  if (!home || (isStranger && !isRuled(outline, run, words))) return null
  return candidate(label, 'cell', 0.55)
}

/**
 * Returns the texts of visible labels whose `for` is a text control that nobody sees. If no control stands in the place
 * of the hidden one, the text says nothing reliable about the control after it.
 */
function textsOfHidden({ labels, labelsFor, controlItems }: PageOutline): Set<string> {
  const texts = new Set<string>()
  const controls = new Set<Element>(
    controlItems.flatMap(({ control, behind }) => (behind ? [control, behind] : [control])),
  )
  for (const [root, elementsOf] of labelsFor)
    for (const [id, elements] of elementsOf) {
      const control = (root as Document | ShadowRoot).getElementById(id)
      if (!control || controls.has(control) || !(hasText(control) && isAnswer(control) && !isNativeBox(control)))
        continue
      for (const label of elements) {
        const text = asLabel(joined(labels.get(label) ?? []))
        if (text !== '' && !hasStandIn(control, label, controlItems)) texts.add(fold(text))
      }
    }
  return texts
}

function hasStandIn(control: Element, label: Element, controlItems: ControlItem[]): boolean {
  for (let around = parentOf(control); around && !holds(around, label); around = parentOf(around)) {
    const inside = around
    if (controlItems.some(({ anchor }) => holds(inside, anchor))) return true
  }
  return false
}

export interface LabelRoom {
  outline: PageOutline
  /** True if the text is the label of a hidden control. */
  isOfHidden: (text: string) => boolean
  gridOf: (table: Table) => Grid
  textsOf: (document: Document) => PlacedText[]
  othersOf: (controlItems: ControlItem[]) => DOMRect[]
  isPlaced: (controlItem: ControlItem) => boolean
}

/** If a label has at least this score, no further label sources are searched. */
const sure = 0.8
const sureEnough = 0.65
const wellLabelled = 0.7

export function labelRoom(outline: PageOutline): LabelRoom {
  const placed = new Map<Document, PlacedText[]>()
  const boxes = new Map<Document, [ControlItem, DOMRect][]>()
  let hiddenTexts: Set<string> | null = null
  return {
    outline,
    isOfHidden(text) {
      hiddenTexts ??= textsOfHidden(outline)
      return hiddenTexts.has(fold(text))
    },
    gridOf: gridsOf(outline),
    isPlaced: placedIn(outline),
    textsOf(document) {
      outline.asked.places = true
      let texts = placed.get(document)
      if (!texts) {
        texts = placedTexts(outline, document)
        placed.set(document, texts)
      }
      return texts
    },
    othersOf(controlItems) {
      const document = controlItems[0]?.anchor.ownerDocument
      if (!document) return []
      let all = boxes.get(document)
      if (!all) {
        all = outline.controlItems
          .filter(({ anchor }) => anchor.ownerDocument === document)
          .map((controlItem) => [controlItem, controlItem.anchor.getBoundingClientRect()])
        boxes.set(document, all)
      }
      return all.filter(([controlItem]) => !controlItems.includes(controlItem)).map(([, box]) => box)
    },
  }
}

export function labelsFor(
  room: LabelRoom,
  controlItems: ControlItem[],
  options: boolean,
  labelSources: (LabelCandidate | null)[] = [],
): LabelCandidate[] {
  const [controlItem] = controlItems
  if (!controlItem) return []
  const { outline, gridOf, textsOf } = room
  const candidates = [accessible(outline, controlItems, options), ...labelSources].filter((source) => source !== null)
  const best = (): number => candidates.reduce((score, each) => Math.max(score, each.score), 0)
  const isPlaced = room.isPlaced(controlItem)
  const sources: [number, () => LabelCandidate | null][] = [
    [sure, () => textBefore(outline, controlItem)],
    [sure, () => table(outline, gridOf, controlItems)],
    [sureEnough, () => block(outline, controlItem)],
    [wellLabelled, () => (options ? null : textAfter(outline, controlItem))],
  ]
  for (const [enough, source] of sources) {
    const each = best() < enough ? source() : null
    // For a control positioned with CSS, document order is not reliable.
    if (each) candidates.push(isPlaced ? { ...each, score: Math.min(each.score, 0.6) } : each)
  }
  // Positions are used only for controls positioned with CSS. For all others they depend on window width and fonts.
  const isMeasured = isPlaced && best() < sure
  if (isMeasured) outline.asked.measured.add(controlItem)
  const positionLabel = isMeasured
    ? geometry(controlItem, textsOf(controlItem.anchor.ownerDocument), room.othersOf(controlItems))
    : null
  if (positionLabel) candidates.push(positionLabel)
  const byName = best() < sureEnough ? fromName(controlItem) : null
  if (byName) candidates.push(byName)
  for (const [at, each] of candidates.entries())
    if (each.rule !== 'accessible' && room.isOfHidden(each.text)) candidates[at] = doubted(each)
  if (candidates.length < 2) return candidates
  candidates.sort((one, otherLabel) => otherLabel.score - one.score)
  const knownTexts = new Set<string>()
  return candidates.filter(({ text }) => !knownTexts.has(fold(text)) && knownTexts.add(fold(text)))
}
