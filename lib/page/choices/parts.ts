import { isInput, isSelect } from '../controls/controls.ts'
import type { LabelCandidate } from '../controls/fields.ts'
import { type Unit, unitIn, unitOfWord, wordsOf } from '../controls/units.ts'
import { inferFormat, isDayFirst } from '../dates.ts'
import { ownLabel } from '../label/accessible.ts'
import { candidate, joined } from '../label/text.ts'
import { attribute, textOf } from '../natives.ts'
import type { PageField } from '../shapes.ts'
import type { ControlItem, PageOutline, TextRun } from '../survey/outline.ts'
import { squash } from '../words.ts'

/** Boxes that take one value together: a day, a month and a year, or the two numbers of a blood pressure. */
export interface Parts {
  kind: 'date' | 'text'
  format?: string
  orderUnknown?: true
  ranges: NonNullable<PageField['parts']>
  label: LabelCandidate | null
}

const isUnitAlone = ({ text }: TextRun): boolean => wordsOf(text).every((word) => unitOfWord(word) !== null)

const nameOf = ({ control }: ControlItem): string =>
  attribute(control, 'aria-label') ?? attribute(control, 'title') ?? ''

function unitOf(outline: PageOutline, controlItem: ControlItem): Unit | null {
  const { control, at } = controlItem
  const previousItem = outline.items[at - 1]
  const textBeside = previousItem?.kind === 'text' && previousItem.block === controlItem.block ? previousItem.text : ''
  const hints = [
    ownLabel(outline, controlItem),
    nameOf(controlItem),
    attribute(control, 'placeholder') ?? '',
    textBeside,
  ]
  for (const text of hints) {
    const unit = unitIn(text)
    if (unit) return unit
  }
  const marks = [attribute(control, 'autocomplete') ?? '', attribute(control, 'name') ?? '', control.id]
  for (const mark of marks) {
    const unit = unitOfWord(wordsOf(mark.replace(/([a-z])([A-Z])/g, '$1 $2')).at(-1) ?? '')
    if (unit) return unit
  }
  return null
}

const isBox = ({ control, ticked, behind: textarea }: ControlItem): boolean =>
  !ticked &&
  !textarea &&
  (isSelect(control) ? !control.multiple : isInput(control) && /^(?:text|number|tel)$/.test(control.type))

const lengthOf = ({ control }: ControlItem): number =>
  Number(attribute(control, 'maxlength') ?? attribute(control, 'size') ?? '0')

function rangeOf({ control }: ControlItem): { min?: number; max?: number } {
  const limit = (name: string): number | undefined => {
    const text = attribute(control, name)
    return text && Number.isFinite(Number(text)) ? Number(text) : undefined
  }
  const longest = Number(attribute(control, 'maxlength') ?? '0')
  const [min, max] = [limit('min'), limit('max') ?? (longest > 0 && longest < 10 ? 10 ** longest - 1 : undefined)]
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}

const between = ({ items }: PageOutline, from: number, to: number): TextRun[] =>
  items.slice(Math.max(0, from), to).filter((item): item is TextRun => item.kind === 'text')

const hintsReach = 6

function hintsFor(outline: PageOutline, boxes: ControlItem[]): string[] {
  const [first, last] = [boxes[0], boxes.at(-1)]
  if (!first || !last) return []
  const root = first.control.getRootNode() as Document | ShadowRoot
  const described = [first.group, ...boxes.map(({ control }) => control)].flatMap((each) =>
    each ? (attribute(each, 'aria-describedby') ?? '').split(/\s+/).filter(Boolean) : [],
  )
  const around = [
    ...between(outline, first.at - hintsReach, first.at),
    ...between(outline, last.at + 1, last.at + 1 + hintsReach),
  ].filter(({ block, line }) => block === first.block || line === last.line || first.group !== null)
  return [...described.map((id) => textOf(root.getElementById(id) ?? first.control)), ...around.map(({ text }) => text)]
}

const orders = ['DMY', 'MDY', 'YMD']

function dateOf(outline: PageOutline, boxes: ControlItem[]): Parts | null {
  const units = boxes.map((box) => unitOf(outline, box))
  const tokenOf = (unit: Unit, at: number): string => {
    const box = boxes[at]
    if (unit === 'Y') return box && lengthOf(box) === 2 ? 'YY' : 'YYYY'
    return box && !isSelect(box.control) && lengthOf(box) === 2 ? unit + unit : unit
  }
  const partsIn = (order: string, orderUnknown?: true): Parts => ({
    kind: 'date',
    format: ([...order] as Unit[]).map(tokenOf).join(order === 'YMD' ? '-' : '/'),
    ...(orderUnknown && { orderUnknown }),
    ranges: boxes.map(rangeOf),
    label: commonName(boxes),
  })
  const order = units.join('')
  if (orders.includes(order)) return partsIn(order)
  if (units.some((unit) => unit !== null)) return null
  // Without names, the lengths of the boxes and the signs between them tell that they are a date.
  const lengths = boxes.map(lengthOf).join()
  const [first, last] = [boxes[0], boxes.at(-1)]
  const signs = first && last ? joined(between(outline, first.at, last.at)).trim() : ''
  if (lengths === '4,2,2' && /^[/.-]/.test(signs)) return partsIn('YMD')
  if (lengths !== '2,2,4' || !/^[/.-]/.test(signs)) return null
  const hintFormat = inferFormat('date', { type: 'text', hints: hintsFor(outline, boxes), value: '' })
  if (!hintFormat || hintFormat.format.startsWith('Y')) return null
  return partsIn(isDayFirst(hintFormat.format) ? 'DMY' : 'MDY', hintFormat.orderUnknown)
}

function commonName(boxes: ControlItem[]): LabelCandidate | null {
  const [first, ...others] = boxes.map((box) =>
    squash(
      nameOf(box)
        .replace(/\p{L}+/gu, (word) => (unitOfWord(word) ? '' : word))
        .replace(/(?<![\s,:–—-])[\s,:–—-]+$/, ''),
    ),
  )
  return first && others.every((name) => name === first) ? candidate(first, 'accessible', 0.85) : null
}

const pressure =
  /\bblood\s?pressure\b|\bbp\b|\brr\b|blutdruck|presi[oó]n arterial|tensi[oó]n arterial|tension art[ée]rielle/i
const halves = /^(?:sys|dia)(?:\b|t)|mm\s?hg/i

function pressureOf(outline: PageOutline, boxes: ControlItem[]): Parts | null {
  const [first, second] = boxes
  if (!first || !second || first.line !== second.line) return null
  if (!/^(?:\/|⁄|over)$/.test(joined(between(outline, first.at, second.at)).trim())) return null
  const questionTexts = between(outline, first.at - 2, first.at).filter(({ block, cell }) =>
    first.cell ? cell?.row === first.cell.row : block === first.block,
  )
  const legend = first.group ? (outline.legends.get(first.group) ?? []) : []
  if (!pressure.test(joined([...legend, ...questionTexts]))) return null
  const boxHints = boxes.flatMap((box) => [attribute(box.control, 'placeholder') ?? '', nameOf(box)]).filter(Boolean)
  if (!boxHints.every((name) => halves.test(name) || pressure.test(name) || !/\p{L}/u.test(name))) return null
  return { kind: 'text', ranges: boxes.map(rangeOf), label: null }
}

const belongTogether = ({ items }: PageOutline, boxes: ControlItem[]): boolean => {
  const [first, last] = [boxes[0], boxes.at(-1)]
  if (!first || !last || !boxes.every((box) => isBox(box) && box.group === first.group)) return false
  return items
    .slice(first.at, last.at)
    .every((item) => item.kind === 'control' || isUnitAlone(item) || /^\s*over\s*$/.test(item.text))
}

/**
 * Finds the boxes that take one value together. Marks the texts that name a single box as claimed, so that they label
 * nothing else.
 */
export function partsIn(outline: PageOutline): Map<ControlItem, { boxes: ControlItem[]; parts: Parts }> {
  const joinedBoxes = new Map<ControlItem, { boxes: ControlItem[]; parts: Parts }>()
  const { controlItems } = outline
  for (let at = 0; at < controlItems.length; at++) {
    for (const [count, reader] of [
      [3, dateOf],
      [2, pressureOf],
    ] as const) {
      const boxes = controlItems.slice(at, at + count)
      const [first] = boxes
      if (!first || boxes.length < count || !belongTogether(outline, boxes)) continue
      const parts = reader(outline, boxes)
      if (!parts) continue
      claim(outline, boxes)
      joinedBoxes.set(first, { boxes, parts })
      at += count - 1
      break
    }
  }
  return joinedBoxes
}

function claim(outline: PageOutline, boxes: ControlItem[]): void {
  const [first, last] = [boxes[0], boxes.at(-1)]
  if (!first || !last) return
  const previousItem = outline.items[first.at - 1]
  const texts = between(outline, first.at, last.at)
  if (previousItem?.kind === 'text' && wordsOf(previousItem.text).length > 0 && isUnitAlone(previousItem))
    texts.push(previousItem)
  for (const text of texts) text.claimedBy = first
}
