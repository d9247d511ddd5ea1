import { documentsOf, isInput, isShown } from '../../controls/controls.ts'
import type { ScannedField } from '../../controls/fields.ts'
import { isoDay } from '../../form/patient.ts'
import { all, hasClass, hasName, one, textOf, titleOf } from '../../natives.ts'
import type { PagePatient, PagePorts } from '../../shapes.ts'
import { squash } from '../../words.ts'
import type { Adapter, OpenForm } from '../adapter.ts'
import { anyButton, genericFields } from '../generic/index.ts'
import { siteKnowledge } from '../site-rules.ts'
import { advancedmd } from './selectors.ts'

/**
 * Returns the frame element that contains the document. Returns null for the top document, and for a document whose
 * parent has another origin, because the browser hides that parent.
 */
const frameOf = (document: Document): Element | null => document.defaultView?.frameElement ?? null

/**
 * Returns the area of the smallest of the nested frames around the document, in CSS pixels. Returns 0 if one of the
 * frames is hidden, and infinity if there is no frame.
 */
function seenArea(document: Document): number {
  let area = Number.POSITIVE_INFINITY
  for (let frame = frameOf(document); frame; frame = frameOf(frame.ownerDocument)) {
    const { width, height } = frame.getBoundingClientRect()
    area = isShown(frame) ? Math.min(area, width * height) : 0
  }
  return area
}

/**
 * Returns the document of the open note. Several notes can be open, each in a tab inside the page. Returns the largest
 * visible note. Returns null if no note is visible.
 *
 * The note is inside three nested frames: `amds-tab-view:not(.amds-hidden-view)` contains the frame
 * `/apps/amds-patient-chart/`, which contains `/WebClinical/ChartViewerDetail.aspx`, which contains
 * `chart/chartnotes.aspx`. Reliable sources show this (see `selectors.ts`).
 */
export function noteDocument(document: Document): Document | null {
  const notes = documentsOf(document)
    .filter((each) => one(each, advancedmd.note))
    .map((each) => ({ each, area: seenArea(each) }))
    .filter(({ area }) => area > 0)
  return notes.sort((one, otherNote) => otherNote.area - one.area)[0]?.each ?? null
}

export const isSeen = (document: Document): boolean => seenArea(document) > 0

function banner(document: Document): PagePatient | null {
  if (!isSeen(document)) return null
  const names = all(document, advancedmd.patientName).filter(isShown)
  const [nameElement] = names
  const shownNames = new Set(names.map((each) => squash(textOf(each))))
  if (!nameElement || shownNames.size !== 1) return null
  const [lastName = '', firstName = ''] = [...shownNames][0]?.split(',').map(squash) ?? []
  const name = squash(`${firstName} ${lastName}`)
  const facts = one(document, advancedmd.patientFacts)
  const born = isoDay(/\d{1,2}-\d{1,2}-\d{4}/.exec(facts ? textOf(facts) : '')?.[0] ?? '')
  return name ? { name, identifier: '', ...(born && { birthDate: born }) } : null
}

/**
 * Returns the patient of the open note. Searches for a patient banner first in the document of the note, and then in
 * the documents around it, from the inside out. Charts of other patients can be open in other tabs. If the first
 * document with banners contains banners of different patients, the result is null, because a wrong choice would put
 * the note into the chart of another patient.
 */
export function advancedmdPatient(document: Document): PagePatient | null {
  let around: Document | null = noteDocument(document) ?? document
  for (; around; around = frameOf(around)?.ownerDocument ?? null) {
    const banners = documentsOf(around)
      .map(banner)
      .filter((each) => each !== null)
    if (new Set(banners.map(({ name, birthDate }) => `${name} ${birthDate}`)).size > 1) return null
    if (banners[0]) return banners[0]
    if (around === document) return null
  }
  return null
}

const hiddenValue = (document: Document, selector: string): string => {
  const control = one(document, selector)
  return control && isInput(control) ? squash(control.value) : ''
}

function form(document: Document): OpenForm | null {
  const note = noteDocument(document)
  const root = note && one(note, advancedmd.note)
  if (!note || !root) return null
  const title = hiddenValue(note, advancedmd.template) || squash(titleOf(note))
  // All notes have the same address, so the name of the template must distinguish their forms.
  return {
    root,
    title,
    action: `/chartnotes.aspx/${title}`,
    signed: false,
    encounter: hiddenValue(note, advancedmd.visit),
  }
}

const fields = (_document: Document, { root }: OpenForm, ports: PagePorts): ScannedField[] => {
  const note = root.ownerDocument
  const site = siteKnowledge(note, ports)
  return genericFields(note, ports, {
    ...site,
    skip: (controlItem) => !root.contains(controlItem.anchor) || (site.skip?.(controlItem) ?? false),
  })
}

export const advancedmdAdapter: Adapter = {
  source: 'advancedmd',
  dayOrder: 'month',
  host: advancedmd.host,
  matches: (document) =>
    documentsOf(document).some(
      (each) => hasClass(each, advancedmd.patientNameClass) || hasName(each, advancedmd.templateName),
    ),
  form,
  patient: advancedmdPatient,
  patientMarks: advancedmd.patientMarks,
  fields,
  forbidden: anyButton,
  quietMs: 0,
}
