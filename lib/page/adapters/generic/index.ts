import {
  type Control,
  controlSelector,
  documentsOf,
  isDrawnList,
  isEditable,
  isInput,
  isSelect,
  isTextarea,
  offersOf,
} from '../../controls/controls.ts'
import type { ScannedField } from '../../controls/fields.ts'
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

/** What was read of a document, while it stands still. */
interface Known {
  reading: Reading
  ports: PagePorts
  stillness: Stillness
  /** By nothing but what every page is read by. */
  plain: boolean
}
const known = new WeakMap<Document, Known>()

const isTyped = (control: Control): boolean => isInput(control) || isTextarea(control) || isSelect(control)

/** What these hold is what was answered: editors, and boxes that show what was chosen. */
const valueHolders = ({ controlItems }: PageOutline): Element[] =>
  controlItems.map(({ control }) => control).filter((each) => !isTyped(each) && (isEditable(each) || isDrawnList(each)))

/** Whether drawn lists offer what they did: it may stand in their own marks, or hidden. */
const offersAsBefore = (scannedFields: ScannedField[]): boolean =>
  scannedFields.every(
    ({ offers, controls: [control] }) => !offers || (control && offersOf(control).join('\n') === offers.join('\n')),
  )

/** Whether what stands beside the page's own words and marks is as it was read. */
const isAsBefore = ({ outline, scannedFields }: Reading): boolean =>
  isNamedAsBefore(outline) && offersAsBefore(scannedFields)

/** Whether a page that looks different says the same to whoever reads it: then its fields are the same. */
const saysTheSame = (reading: Reading, now: PageOutline): boolean =>
  !reading.outline.asked.places &&
  sameOutline(reading.outline, now) &&
  !hasPlaced(now) &&
  isBoldAsBefore(reading.outline) &&
  isAsBefore(reading)

/** What may be kept of a page that was read before and to which something was added since. */
function earlier({ reading, stillness, plain }: Known): Earlier | null {
  const touched = stillness.touched()
  return touched && plain && !reading.outline.asked.placed && isAsBefore(reading) ? { reading, touched } : null
}

/**
 * Every field of a page and its same-origin frames, by the label sources and what an adapter knows of this document. A
 * fill looks before and after every write: while nothing but values changed, or looks that mean nothing, the same fields
 * are answered.
 */
export function genericFields(document: Document, ports: PagePorts, knowledge: Knowledge = {}): ScannedField[] {
  const before = known.get(document)
  // Each reading and each fill has a `ports` object of its own, so that none believes what an earlier one has read.
  const same = before?.ports === ports
  if (!same) before?.stillness.touched()
  const cacheValidity = before && same ? before.stillness.cacheValidity() : 'moved'
  if (before && cacheValidity === 'still') return before.reading.scannedFields
  const outline = survey(document, ports, knowledge)
  // What a site's own marks mean, looks may change.
  const marked = knowledge.site !== undefined || knowledge.skip !== undefined
  if (before && cacheValidity === 'dressed' && !marked && saysTheSame(before.reading, outline)) {
    before.stillness.seen()
    return before.reading.scannedFields
  }
  const plain = Object.keys(knowledge).length === 0
  const kept = before && same && plain ? earlier(before) : null
  const reading = readFields(outline, knowledge, kept)
  if (kept)
    for (const [element, name] of kept.reading.outline.asked.names)
      if (isThere(element) && !outline.asked.names.has(element)) outline.asked.names.set(element, name)
  known.set(document, {
    reading,
    ports,
    stillness: stillness(outline.roots, outline.frames, valueHolders(outline)),
    plain,
  })
  return reading.scannedFields
}

/** The form of a document that takes most of its answers; a search box has one too. */
function largestForm(document: Document): Element | null {
  const forms = all<Element>(document, 'form[action]').map((each) => ({
    each,
    size: all(each, controlSelector).length,
  }))
  return forms.sort((one, other) => other.size - one.size)[0]?.each ?? null
}

/** The page's form without any knowledge of the site: whatever holds controls, named by its first heading. */
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

/** Anything that finishes, sends or leaves. */
export const anyButton =
  'button, input[type="submit"], input[type="button"], input[type="image"], input[type="reset"], a[href]'

export const genericAdapter: Adapter = {
  source: 'other',
  matches: () => true,
  form,
  // No rule finds the patient of an unknown page; the clinician confirms by name.
  patient: () => null,
  patientMarks: '',
  fields: (document, _form, ports) => genericFields(document, ports, siteKnowledge(document, ports)),
  forbidden: anyButton,
  quietMs: 0,
}
