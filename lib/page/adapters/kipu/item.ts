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
  const listed = controls.filter((control) => control.closest(kipu.boxList))
  const found: ScannedField[] = []
  if (listed.length > 0) {
    const choices: Choice[] = listed.map((control) => ({ caption: boxCaption(control), control }))
    found.push(choiceField('multiple_choice', choices, listed, site(title), section))
  }
  // A check box outside a list is a separate question, for example "No/None" beside a text.
  for (const control of controls) {
    if (!listed.includes(control))
      found.push(choiceField('boolean', [], [control], site(`${title}: ${boxCaption(control)}`, 0.8), section))
  }
  return found
}

const matrix = (controls: FormControl[], item: Element, title: string, section: string): ScannedField => {
  const place = (control: FormControl): [number, number] => {
    const [, row, column] = kipu.matrixCell.exec(control.id) ?? []
    return [Number(row), Number(column)]
  }
  const cells = [...controls].sort((one, other) => {
    const [left, right] = [place(one), place(other)]
    return left[0] - right[0] || left[1] - right[1]
  })
  const rows = new Set(cells.map((cell) => place(cell)[0])).size
  const heads = [...(item.querySelector('tr')?.children ?? [])].map((head) => labelText(head.textContent ?? ''))
  const columns = Math.round(cells.length / rows)
  const headers =
    heads.length >= columns ? heads.slice(-columns) : Array.from({ length: columns }, (_none, at) => `Column ${at + 1}`)
  const found: ScannedField = {
    kind: 'table',
    labels: site(title),
    section,
    controls: cells,
    choices: [],
    names: namesOf(cells),
    table: { headers, rows },
  }
  if (cells.some(isReadOnly)) found.locked = 'read-only'
  return found
}

const rich = (target: HTMLElement, title: string, section: string): ScannedField => {
  const behind = target.ownerDocument.getElementById(target.id.replace(kipu.inlineTarget, ''))
  const found: ScannedField = {
    kind: 'rich_text',
    labels: site(title),
    section,
    controls: [target],
    choices: [],
    names: behind ? namesOf([behind]) : [],
  }
  if (isReadOnly(target)) found.locked = 'read-only'
  return found
}

const framed = (item: Element, title: string, section: string): ScannedField[] =>
  all<HTMLIFrameElement>(item, 'iframe').flatMap((frame) => {
    const body = frame.contentDocument && isShown(frame) ? editorIn(frame.contentDocument) : null
    const behind = frame.ownerDocument.getElementById(frame.id.replace(kipu.editorFrame, ''))
    const names = behind && behind !== frame ? namesOf([behind]) : []
    const found: ScannedField = {
      kind: 'rich_text',
      labels: site(title),
      section,
      controls: body ? [body] : [],
      choices: [],
      names,
    }
    return body ? [found] : []
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
  const found: ScannedField[] = []
  const matrixCells = controls.filter((control) => kipu.matrixCell.test(control.id)) as FormControl[]
  if (matrixCells.length > 0) found.push(matrix(matrixCells, item, title, section))
  found.push(...framed(item, title, section))
  const ticked = controls.filter(isNativeBox)
  found.push(
    ...radios(
      ticked.filter(({ type }) => type === 'radio'),
      title,
      section,
    ),
  )
  found.push(
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
      found.push(field)
    } else if (isEditable(control)) found.push(rich(control, title, section))
    else if (isInput(control) || control.tagName === 'TEXTAREA')
      found.push(free(control as FormControl, title, section))
  }
  return found
}
