import { asLabel, joined } from '../label/text.ts'
import { localName, ownerOf } from '../natives.ts'
import type { Sheet, Spot, Words } from '../survey/sheet.ts'
import { squash } from '../words.ts'
import { answerAndMore } from './answer-and-more.ts'
import { captionsOf, loneCaption } from './captions.ts'
import { lineQuestions } from './line-questions.ts'
import { isRadio, namelessRadios } from './nameless.ts'
import { isAskedBeside, isNamedToTheLeft, yesAlone, yesOrNo } from './option-words.ts'

/** Controls that answer one question. */
export interface Question {
  spots: Spot[]
  /** The words of its options, in their order; null for a control that stands alone. */
  captions: string[] | null
  /** A box by itself: its own words, which may be its question. */
  own?: string
}

/** Radios of a name, boxes of a name, boxes of an id: some EHRs give one id to all options. */
function keyOf({ ids }: Sheet, { control, anchor }: Spot, addressOf: (document: Document) => string): string | null {
  const { name, id, type } = control as HTMLInputElement
  // An id that is a radio's own tells nothing of the others.
  const said = name.replace(/\[\]$/, '') || (type === 'radio' && ids.get(id) === 1 ? '' : id)
  return said ? `${type} ${said} ${addressOf(ownerOf(anchor))} ${formNumber(control as HTMLInputElement)}` : null
}

const numbers = new WeakMap<object, number>()
let numbered = 0
const numberOf = (form: object): number => {
  let known = numbers.get(form)
  if (known === undefined) {
    known = ++numbered
    numbers.set(form, known)
  }
  return known
}
const formNumber = ({ form }: HTMLInputElement): number => (form ? numberOf(form) : 0)

/** Boxes of one name under several questions (`checks[]` all over a form) are several fields: a text in between parts them. */
function partBoxes({ items }: Sheet, spots: Spot[]): Spot[][] {
  const parts: Spot[][] = []
  let part: Spot[] = []
  for (const [at, spot] of spots.entries()) {
    part.push(spot)
    const next = spots[at + 1]
    if (next && asksBetween(items.slice(spot.at + 1, next.at), spot, next)) {
      parts.push(part)
      part = []
    }
  }
  return [...parts, part]
}

/** Whether words between two boxes are neither's own: another row's or block's, before the next box's own line. */
const asksBetween = (between: Sheet['items'], spot: Spot, next: Spot): boolean =>
  between.some(
    (item) =>
      item.kind === 'words' &&
      item.line !== spot.line &&
      item.line !== next.line &&
      item.label === null &&
      asLabel(item.text) !== '' &&
      (item.cell === null || item.cell.row !== spot.cell?.row) &&
      (item.cell === null ||
        item.cell.row === next.cell?.row ||
        item.cell.row.table !== next.cell?.row.table ||
        item.strong),
  )

/** The element boxes of several names share with nothing else that asks; null where they stand alone. */
const home = ({ cell, anchor, group }: Spot): Element | null =>
  group && localName(group) === 'fieldset' ? group : (cell?.element ?? anchor.closest('fieldset, ul, ol, p, div'))

/** Neighbouring boxes of different names in one place, under one question. */
function joinBoxes(sheet: Sheet, lone: Spot[]): Spot[][] {
  const runs: Spot[][] = []
  for (const spot of lone) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    const place = home(spot)
    if (
      run &&
      last &&
      last.order === spot.order - 1 &&
      place &&
      place === home(last) &&
      !isAskedOn(sheet, last, spot) &&
      !isAskedBefore(sheet, spot) &&
      !isNamedToTheLeft(sheet, spot)
    )
      run.push(spot)
    else runs.push([spot])
  }
  return runs.flatMap((run) => (run.length >= 2 && isAsked(sheet, run) ? [run] : run.map((spot) => [spot])))
}

/** "[ ] No Is it worse at night? [ ] Yes": an answer and the next question in one text between two boxes. */
const isAskedOn = (sheet: Sheet, last: Spot, spot: Spot): boolean =>
  sheet.items
    .slice(last.at + 1, spot.at)
    .some((item) => item.kind === 'words' && answerAndMore(sheet, last, item.text) !== null)

/** "Fever: [ ] Cough: [ ]": a text that asks just before a box asks that one; "Yes: [ ] No: [ ]" are answers. */
function isAskedBefore({ items }: Sheet, spot: Spot): boolean {
  const before = items[spot.at - 1]
  if (before?.kind !== 'words' || before.line !== spot.line || !/[:?]\s*$/.test(before.text)) return false
  return !yesOrNo.test(asLabel(before.text))
}

/** Whether a question stands over a run of boxes: a legend, the cell to the left, or words of their own block that ask. */
function isAsked({ items, legends, groups }: Sheet, run: Spot[]): boolean {
  const [first] = run
  if (!first) return false
  const { group, cell } = first
  if (group && legends.has(group) && (groups.get(group) ?? []).every(({ ticked }) => ticked)) return true
  const left = cell?.row.cells[cell.row.cells.indexOf(cell) - 1]
  const inLeft = left ? items.slice(left.from, left.to) : []
  if (inLeft.length > 0 && inLeft.every(({ kind }) => kind === 'words')) return true
  const words: Words[] = []
  for (let at = first.at - 1; at >= 0; at--) {
    const item = items[at]
    if (item?.kind !== 'words' || item.taken || (words[0] && item.block !== words[0].block)) break
    words.unshift(item)
  }
  return words.length > 0 && (/[:?]\s*$/.test(joined(words)) || words.every(({ strong }) => strong))
}

/** A few words beside a question are one answer to it ("Previous care | [ ] None"), where more would be a statement. */
const isOption = (sheet: Sheet, spot: Spot, own: string): boolean =>
  own !== '' &&
  !yesAlone.test(own) &&
  own.split(' ').length <= 3 &&
  isAskedBeside(sheet, spot) &&
  isAloneInCell(sheet, spot) &&
  !isOneOfRow(sheet, spot)

/** "Symptoms | [ ] Fever | [ ] Cough": boxes that each have words of their own are a question each. */
const isOneOfRow = ({ items }: Sheet, spot: Spot): boolean =>
  (spot.cell?.row.cells ?? []).some(
    (other) =>
      other !== spot.cell && items.slice(other.from, other.to).some((item) => item.kind === 'spot' && item.ticked),
  )

const isAloneInCell = ({ items }: Sheet, spot: Spot): boolean =>
  spot.cell !== null &&
  items.slice(spot.cell.from, spot.cell.to).every((item) => item === spot || item.kind === 'words')

const buttonWords = (control: Element): string =>
  squash((control as HTMLInputElement).value || (control.textContent ?? ''))

/** Which controls answer one question together, in the order of the page; the words of options are taken. */
export function questionsOf(sheet: Sheet, scored: (control: Element) => boolean = () => false): Question[] {
  const ticked = sheet.spots.filter((spot) => spot.ticked)
  const addresses = new Map<Document, string>()
  const addressOf = (document: Document): string => {
    const known = addresses.get(document) ?? document.URL
    addresses.set(document, known)
    return known
  }
  const byKey = Map.groupBy(ticked, (spot) => keyOf(sheet, spot, addressOf) ?? spot)
  const lone: Spot[] = []
  const groups: Spot[][] = []
  const nameless = new Set([...byKey].flatMap(([key, [spot]]) => (key === spot && isRadio(spot) ? [spot] : [])))
  for (const [key, spots] of byKey) {
    if (nameless.has(key as Spot)) continue
    const radio = spots.some(isRadio)
    for (const part of radio ? [spots] : partBoxes(sheet, spots)) {
      if (part.length > 1 || radio) groups.push(part)
      else lone.push(...part)
    }
  }
  groups.push(...namelessRadios(sheet, [...nameless]))
  lone.sort((one, other) => one.order - other.order)
  const onLines = lineQuestions(sheet, lone)
  const joined = new Set(onLines.flat())
  const apart = lone.filter((spot) => !joined.has(spot))
  const found: Question[] = [...groups, ...onLines, ...joinBoxes(sheet, apart)]
    .sort((one, other) => (one[0]?.order ?? 0) - (other[0]?.order ?? 0))
    .map((spots) => {
      const [spot] = spots
      const alone = spots.length === 1 && spot && (spot.control as HTMLInputElement).type === 'checkbox'
      if (!alone) return { spots, captions: captionsOf(sheet, spots) }
      const own = loneCaption(sheet, spot)
      return isOption(sheet, spot, own) ? { spots, captions: [own] } : { spots, captions: null, own }
    })
  const pushed = sheet.spots.filter(({ control }) => scored(control))
  for (const spots of Map.groupBy(pushed, ({ control }) => control.getAttribute('name') || control.id).values())
    found.push({ spots, captions: spots.map(({ control }) => buttonWords(control)) })
  for (const spot of sheet.spots)
    if (!spot.ticked && !scored(spot.control)) found.push({ spots: [spot], captions: null })
  return found.sort((one, other) => (one.spots[0]?.order ?? 0) - (other.spots[0]?.order ?? 0))
}
