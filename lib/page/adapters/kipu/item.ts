import {
  controlSelector,
  type FormControl,
  isAnswer,
  isEditable,
  isInput,
  isNativeBox,
  isReadOnly,
  isSelect,
  isShown,
} from '../../controls/controls.ts'
import {
  choiceField,
  choiceKind,
  freeField,
  freeKind,
  type LabelCandidate,
  namesOf,
  type ScannedField,
} from '../../controls/fields.ts'
import { isDrawn } from '../../controls/lists.ts'
import { type Choice, selectChoices } from '../../controls/select-choices.ts'
import { all, holds, meets, nodeType } from '../../natives.ts'
import { editorIn } from '../../survey/survey.ts'
import { labelText, squash } from '../../words.ts'
import { kipu } from './selectors.ts'

const silent = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'OPTION', 'TEMPLATE', 'BUTTON', 'SELECT', 'TEXTAREA'])

const asks = (node: Node): boolean =>
  nodeType(node) === 1 && meets(node as Element, controlSelector) && isAnswer(node as Element)

export function wordsOf(node: Node): string {
  if (node.nodeType === 3) return node.textContent ?? ''
  if (node.nodeType !== 1 || silent.has(node.nodeName) || asks(node)) return ''
  return [...node.childNodes].map(wordsOf).join(node.nodeName === 'BR' ? ' ' : '')
}

export const holdsControl = (element: Element): boolean =>
  asks(element) || [...all(element, controlSelector)].some((control) => isAnswer(control) && isShown(control))

export function wordsBeside(control: Element, within: Element, side: 'before' | 'after'): string {
  const walker = control.ownerDocument.createTreeWalker(within, 5 /* elements and text */)
  walker.currentNode = control
  const parts: string[] = []
  let node = side === 'before' ? walker.previousNode() : nextOutside(walker, control)
  while (node) {
    if (asks(node) && !holds(node, control)) break
    if (node.nodeType === 3 && !silent.has(node.parentNode?.nodeName ?? '')) {
      if (side === 'before') parts.unshift(node.textContent ?? '')
      else parts.push(node.textContent ?? '')
    }
    node = side === 'before' ? walker.previousNode() : walker.nextNode()
  }
  return squash(parts.join(' '))
}

function nextOutside(walker: TreeWalker, control: Element): Node | null {
  let node = walker.nextNode()
  while (node && control.contains(node)) node = walker.nextNode()
  return node
}

const site = (text: string, score = 0.95): LabelCandidate[] => [{ text: labelText(text), rule: 'site', score }]

const boxCaption = (box: HTMLInputElement): string =>
  labelText(
    box.closest(kipu.boxWrap)?.querySelector('label')?.textContent ?? box.closest('label')?.textContent ?? '',
  ) ||
  labelText(wordsBeside(box, box.parentElement ?? box, 'after')) ||
  box.value

const radioCaption = (radio: HTMLInputElement): string =>
  labelText(wordsBeside(radio, radio.parentElement ?? radio, 'after')) || radio.value

const radios = (controls: HTMLInputElement[], title: string, section: string): ScannedField[] => {
  const byName = Map.groupBy(controls, (control) => control.name)
  return [...byName.values()].map((group) => {
    const choices: Choice[] = group.map((control) => ({ caption: radioCaption(control), control }))
    return choiceField(choiceKind(choices), choices, group, site(title), section)
  })
}

const boxes = (controls: HTMLInputElement[], title: string, section: string): ScannedField[] => {
  const listBoxes = controls.filter((control) => control.closest(kipu.boxList))
  const scannedFields: ScannedField[] = []
  if (listBoxes.length > 0) {
    const choices: Choice[] = listBoxes.map((control) => ({ caption: boxCaption(control), control }))
    scannedFields.push(choiceField('multiple_choice', choices, listBoxes, site(title), section))
  }
  // A check box outside a list is a separate question, for example "No/None" beside a text.
  for (const control of controls) {
    if (!listBoxes.includes(control))
      scannedFields.push(choiceField('boolean', [], [control], site(`${title}: ${boxCaption(control)}`, 0.8), section))
  }
  return scannedFields
}

const matrix = (controls: FormControl[], item: Element, title: string, section: string): ScannedField => {
  const place = (control: FormControl): [number, number] => {
    const [, row, column] = kipu.matrixCell.exec(control.id) ?? []
    return [Number(row), Number(column)]
  }
  const cells = [...controls].sort((one, otherControl) => {
    const [left, right] = [place(one), place(otherControl)]
    return left[0] - right[0] || left[1] - right[1]
  })
  const rows = new Set(cells.map((cell) => place(cell)[0])).size
  const heads = [...(item.querySelector('tr')?.children ?? [])].map((head) => labelText(head.textContent ?? ''))
  const columns = Math.round(cells.length / rows)
  const headers =
    heads.length >= columns ? heads.slice(-columns) : Array.from({ length: columns }, (_none, at) => `Column ${at + 1}`)
  const scannedField: ScannedField = {
    kind: 'table',
    labels: site(title),
    section,
    controls: cells,
    choices: [],
    names: namesOf(cells),
    table: { headers, rows },
  }
  if (cells.some(isReadOnly)) scannedField.locked = 'read-only'
  return scannedField
}

const rich = (target: HTMLElement, title: string, section: string): ScannedField => {
  const hiddenControl = target.ownerDocument.getElementById(target.id.replace(kipu.inlineTarget, ''))
  const scannedField: ScannedField = {
    kind: 'rich_text',
    labels: site(title),
    section,
    controls: [target],
    choices: [],
    names: hiddenControl ? namesOf([hiddenControl]) : [],
  }
  if (isReadOnly(target)) scannedField.locked = 'read-only'
  return scannedField
}

const framed = (item: Element, title: string, section: string): ScannedField[] =>
  all<HTMLIFrameElement>(item, 'iframe').flatMap((frame) => {
    const body = frame.contentDocument && isShown(frame) ? editorIn(frame.contentDocument) : null
    const hiddenControl = frame.ownerDocument.getElementById(frame.id.replace(kipu.editorFrame, ''))
    const names = hiddenControl && hiddenControl !== frame ? namesOf([hiddenControl]) : []
    const scannedField: ScannedField = {
      kind: 'rich_text',
      labels: site(title),
      section,
      controls: body ? [body] : [],
      choices: [],
      names,
    }
    return body ? [scannedField] : []
  })

const free = (control: FormControl, title: string, section: string): ScannedField => {
  if (kipu.startTime.test(control.name)) return freeField(control, timeKind(control), site('Start Time'), section)
  if (kipu.endTime.test(control.name)) return freeField(control, timeKind(control), site('End Time'), section)
  if (control.matches(kipu.explain)) {
    const box = control.closest(kipu.boxWrap)?.querySelector<HTMLInputElement>('input[type="checkbox"]')
    return freeField(control, 'text', site(`${title}: ${box ? boxCaption(box) : 'Explain'}`, 0.8), section)
  }
  const kind = freeKind(control)
  return freeField(control, kind === 'text' && kipu.stamp.test(control.id) ? 'date' : kind, site(title), section)
}

const timeKind = (control: FormControl) => {
  const kind = freeKind(control)
  return kind === 'text' ? 'time' : kind
}

export function itemFields(item: Element, title: string, section: string): ScannedField[] {
  const controls = [...item.querySelectorAll(controlSelector)].filter(
    (control) => isAnswer(control) && (isShown(control) || isDrawn(control)),
  )
  const scannedFields: ScannedField[] = []
  const matrixCells = controls.filter((control) => kipu.matrixCell.test(control.id)) as FormControl[]
  if (matrixCells.length > 0) scannedFields.push(matrix(matrixCells, item, title, section))
  scannedFields.push(...framed(item, title, section))
  const ticked = controls.filter(isNativeBox)
  scannedFields.push(
    ...radios(
      ticked.filter(({ type }) => type === 'radio'),
      title,
      section,
    ),
  )
  scannedFields.push(
    ...boxes(
      ticked.filter(({ type }) => type === 'checkbox'),
      title,
      section,
    ),
  )
  for (const control of controls) {
    if (isNativeBox(control) || kipu.matrixCell.test(control.id)) continue
    if (isSelect(control)) {
      const choices = selectChoices(control)
      const field = choiceField(
        control.multiple ? 'multiple_choice' : choiceKind(choices),
        choices,
        [control],
        site(title),
        section,
      )
      if (kipu.points.test(control.id)) field.locked = 'scored'
      scannedFields.push(field)
    } else if (isEditable(control)) scannedFields.push(rich(control, title, section))
    else if (isInput(control) || control.tagName === 'TEXTAREA')
      scannedFields.push(free(control as FormControl, title, section))
  }
  return scannedFields
}
