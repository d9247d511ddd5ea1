import { isNamedAsBefore } from '../../label/accessible.ts'
import { hasPlaced } from '../../label/geometry.ts'
import { isThere } from '../../natives.ts'
import type { PagePorts } from '../../ports.ts'
import { type Control, isEditable, isInput, isSelect, isTextarea } from '../../scan/controls.ts'
import { isDrawnList, offersOf } from '../../scan/listbox.ts'
import type { ScannedField } from '../../scan/scanned-field.ts'
import type { PageOutline } from '../../survey/outline.ts'
import { sameOutline } from '../../survey/same.ts'
import { type Stillness, stillness } from '../../survey/still.ts'
import { survey } from '../../survey/walk.ts'
import type { Earlier } from './again.ts'
import { readFields } from './collect.ts'
import type { Knowledge, Reading } from './draft.ts'
import { isBoldAsBefore } from './section.ts'

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
  const same = before?.ports.siteRules === ports.siteRules && before?.ports.shadowRootOf === ports.shadowRootOf
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
