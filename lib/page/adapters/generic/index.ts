import {
  type Control,
  controlSelector,
  documentsOf,
  isDrawnList,
  isEditable,
  isInput,
  isSelect,
  isTextarea,
} from '../../controls/controls.ts'
import type { ScannedField } from '../../controls/fields.ts'
import { offersOf } from '../../controls/lists.ts'
import { isNamedAsBefore } from '../../label/accessible.ts'
import { hasPlaced } from '../../label/geometry.ts'
import { all, attribute, byTag, isThere, one, rootElement, textOf, titleOf } from '../../natives.ts'
import type { PagePorts } from '../../shapes.ts'
import { sameOutline } from '../../survey/compare.ts'
import type { PageOutline } from '../../survey/outline.ts'
import { type Stillness, stillness } from '../../survey/still.ts'
import { survey } from '../../survey/survey.ts'
import { squash } from '../../words.ts'
import type { Adapter, OpenForm } from '../adapter.ts'
import { siteKnowledge } from '../site-rules.ts'
import { isBoldAsBefore, readFields } from './collect.ts'
import type { Earlier, Knowledge, Reading } from './reading.ts'

interface Known {
  reading: Reading
  ports: PagePorts
  stillness: Stillness
  /**
   * True if neither an adapter nor site rules added anything to the generic reading (see `Knowledge`). Only then can
   * parts of the reading be reused.
   */
  plain: boolean
}
const readings = new WeakMap<Document, Known>()

const isTyped = (control: Control): boolean => isInput(control) || isTextarea(control) || isSelect(control)

const valueHolders = ({ controlItems }: PageOutline): Element[] =>
  controlItems.map(({ control }) => control).filter((each) => !isTyped(each) && (isEditable(each) || isDrawnList(each)))

const offersAsBefore = (scannedFields: ScannedField[]): boolean =>
  scannedFields.every(
    ({ offers, controls: [control] }) => !offers || (control && offersOf(control).join('\n') === offers.join('\n')),
  )

const isAsBefore = ({ outline, scannedFields }: Reading): boolean =>
  isNamedAsBefore(outline) && offersAsBefore(scannedFields)

const saysTheSame = (reading: Reading, newOutline: PageOutline): boolean =>
  !reading.outline.asked.places &&
  sameOutline(reading.outline, newOutline) &&
  !hasPlaced(newOutline) &&
  isBoldAsBefore(reading.outline) &&
  isAsBefore(reading)

function earlier({ reading, stillness, plain }: Known): Earlier | null {
  const touched = stillness.touched()
  return touched && plain && !reading.outline.asked.placed && isAsBefore(reading) ? { reading, touched } : null
}

/**
 * Returns all fields of a page and its same-origin frames. A fill calls this function before and after each write, so
 * the result is cached.
 */
export function genericFields(document: Document, ports: PagePorts, knowledge: Knowledge = {}): ScannedField[] {
  const cacheEntry = readings.get(document)
  // Each scan and each fill has a separate `ports` object, so a scan never reuses the cached reading of an earlier scan
  // or fill. The call of `touched` is needed only because it stops the observer of that reading.
  const isSamePorts = cacheEntry?.ports === ports
  if (!isSamePorts) cacheEntry?.stillness.touched()
  const cacheValidity = cacheEntry && isSamePorts ? cacheEntry.stillness.cacheValidity() : 'moved'
  if (cacheEntry && cacheValidity === 'still') return cacheEntry.reading.scannedFields
  const outline = survey(document, ports, knowledge)
  // With site rules a change of style can change the result, because rules may match a class or style.
  const dependsOnStyles = knowledge.site !== undefined || knowledge.skip !== undefined
  if (cacheEntry && cacheValidity === 'dressed' && !dependsOnStyles && saysTheSame(cacheEntry.reading, outline)) {
    cacheEntry.stillness.seen()
    return cacheEntry.reading.scannedFields
  }
  const plain = Object.keys(knowledge).length === 0
  const earlierReading = cacheEntry && isSamePorts && plain ? earlier(cacheEntry) : null
  const reading = readFields(outline, knowledge, earlierReading)
  if (earlierReading)
    for (const [element, name] of earlierReading.reading.outline.asked.names)
      if (isThere(element) && !outline.asked.names.has(element)) outline.asked.names.set(element, name)
  readings.set(document, {
    reading,
    ports,
    stillness: stillness(outline.roots, outline.frames, valueHolders(outline)),
    plain,
  })
  return reading.scannedFields
}

function largestForm(document: Document): Element | null {
  const forms = all<Element>(document, 'form[action]').map((each) => ({
    each,
    size: all(each, controlSelector).length,
  }))
  return forms.sort((one, otherForm) => otherForm.size - one.size)[0]?.each ?? null
}

function form(document: Document): OpenForm | null {
  const root = rootElement(document)
  if (!root) return null
  const holders = documentsOf(document).filter((each) => each === document || one(each, controlSelector))
  const titles = holders.flatMap((each) => {
    const heading = byTag(each, 'h1')[0] ?? byTag(each, 'h2')[0]
    return [heading ? textOf(heading) : '', titleOf(each)]
  })
  const actions = holders.map(largestForm).map((each) => (each ? (attribute(each, 'action') ?? '') : ''))
  return { root, title: titles.map(squash).find(Boolean) ?? '', action: actions.find(Boolean) ?? '', signed: false }
}

/** Selector of all links, and of all buttons that are no boxes and open no list. They are never pressed. */
const exceptBoxes = ['radio', 'checkbox', 'switch', 'combobox', 'option']
  .map((role) => `:not([role="${role}"])`)
  .join('')
export const anyButton = `button${exceptBoxes}:not([aria-haspopup="listbox"]), input[type="submit"], input[type="button"], input[type="image"], input[type="reset"], a[href]`

export const genericAdapter: Adapter = {
  source: 'other',
  matches: () => true,
  form,
  // The patient of an unknown page cannot be found. The clinician confirms the patient by name.
  patient: () => null,
  patientMarks: '',
  fields: (document, _form, ports) => genericFields(document, ports, siteKnowledge(document, ports)),
  forbidden: anyButton,
  quietMs: 0,
}
