import { isAnswer, isShown } from '../../controls/controls.ts'
import type { ScannedField } from '../../controls/fields.ts'
import { isDrawn } from '../../controls/lists.ts'
import { isoDay } from '../../form/patient.ts'
import { all, attribute, byId, titleOf as documentTitle, hasClass, localName, one, parentOf } from '../../natives.ts'
import type { PagePatient, PagePorts } from '../../shapes.ts'
import { labelText, squash } from '../../words.ts'
import type { Adapter, OpenForm } from '../adapter.ts'
import { mended } from '../site-rules.ts'
import { holdsControl, itemFields } from './item.ts'
import { kipu } from './selectors.ts'

/**
 * Returns the text of an element, with a space between texts of different elements. Without the space, words would run
 * together.
 */
const spaced = (element: Element | null): string => {
  if (!element) return ''
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const words: string[] = []
  while (walker.nextNode()) words.push(walker.currentNode.textContent ?? '')
  return squash(words.join(' '))
}

const textOf = (element: Element | null): string =>
  element ? squash(element.tagName === 'INPUT' ? (element as HTMLInputElement).value : (element.textContent ?? '')) : ''

export function kipuPatient(document: Document, url: URL): PagePatient | null {
  // The chart number is taken from the form's `action` first. The address is less reliable: a single-page application
  // can show another chart without a change of the address.
  const form = one(document, kipu.editForm)
  const action = form ? (attribute(form, 'action') ?? '') : ''
  const chartKey = (kipu.chartPath.exec(action) ?? kipu.chartPath.exec(url.pathname))?.[1]
  const key = chartKey ? { chartKey } : {}
  const name = textOf(one(document, kipu.patientName))
  if (name) {
    const header = spaced(one(document, kipu.patientHeader))
    const identifier = /\bMRN?\b[\s:#]*([A-Z0-9][A-Z0-9-]*)/.exec(header)?.[1] ?? ''
    const born = isoDay(/\b(?:DOB|Date of birth)\s*:?\s*([\d/-]+)/i.exec(header)?.[1] ?? '')
    return { name, identifier, ...(born && { birthDate: born }), ...key }
  }
  const [firstName, lastName, number, birth] = [
    kipu.facesheet.first,
    kipu.facesheet.last,
    kipu.facesheet.number,
    kipu.facesheet.born,
  ].map((selector) => textOf(one(document, selector)))
  if (!firstName && !lastName) return null
  const born = isoDay(birth ?? '')
  return {
    name: squash(`${firstName} ${lastName}`),
    identifier: number ?? '',
    ...(born && { birthDate: born }),
    ...key,
  }
}

/** Longest heading of a section, in characters. A longer text in an item without controls is an instruction. */
const headingMax = 80

const titleOf = (document: Document, root: Element): string => {
  for (let around: Element | null = root; around; around = parentOf(around)) {
    for (const heading of all(around, 'h1, h2')) {
      if (!heading.closest(`${kipu.patientHeader}, ${kipu.item}`)) return squash(heading.textContent ?? '')
    }
    if (localName(around) === 'main') break
  }
  return squash(documentTitle(document).split(/\s[-|]\s/)[0] ?? '')
}

const titleOfItem = (item: Element): string =>
  labelText((item.querySelector(kipu.itemTitle) ?? item.querySelector('.item_title'))?.textContent ?? '')

function form(document: Document): OpenForm | null {
  const view = one(document, kipu.readOnlyView)
  const root = view ?? one(document, kipu.editForm)
  if (!root) return null
  return { root, title: titleOf(document, root), action: attribute(root, 'action') ?? '', signed: root === view }
}

function fields(document: Document, { root, signed: isSigned }: OpenForm, ports: PagePorts): ScannedField[] {
  const scannedFields: ScannedField[] = []
  let section = ''
  for (const item of all(root, kipu.item)) {
    if (kipu.chartLinked.test(`${item.className} ${item.id}`) || item.parentElement?.closest(kipu.item)) continue
    const title = titleOfItem(item)
    if (isSigned) {
      scannedFields.push(...shownFields(item, title, section))
      continue
    }
    if (!holdsControl(item) && !item.querySelector('textarea, select')) {
      const heading = labelText(item.querySelector(kipu.heading)?.textContent ?? item.textContent ?? '')
      if (heading && heading.length <= headingMax) section = heading
      continue
    }
    scannedFields.push(
      ...itemFields(item, title, section).filter(({ controls }) =>
        controls.some((control) => isAnswer(control) && (isShown(control) || isDrawn(control))),
      ),
    )
  }
  return mended(scannedFields, document, ports)
}

function shownFields(item: Element, title: string, section: string): ScannedField[] {
  const answer =
    item.querySelector<HTMLElement>('.item_value') ?? item.querySelector<HTMLElement>(':scope > :not(.item_title)')
  if (!title || !answer) return []
  return [
    {
      kind: 'long_text',
      labels: [{ text: title, rule: 'site', score: 0.95 }],
      section,
      controls: [answer],
      choices: [],
      names: [],
      locked: 'signed',
    },
  ]
}

export const kipuAdapter: Adapter = {
  source: 'kipu',
  dayOrder: 'month',
  host: kipu.host,
  matches: (document) => hasClass(document, kipu.editFormClass) || byId(document, kipu.readOnlyViewId) !== null,
  form,
  patient: kipuPatient,
  patientMarks: kipu.patientMarks,
  fields,
  forbidden: kipu.forbidden,
  // Some items save their value on a change and render again. So the filler waits after each field and then searches
  // for the next field again.
  quietMs: 80,
  savesItself: kipu.savesItself,
}
