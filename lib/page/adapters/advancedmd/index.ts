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

/** The frame a document of this origin stands in; null at the top, and where the outer page is another's. */
const frameOf = (document: Document): Element | null => document.defaultView?.frameElement ?? null

/** What a reader sees of a document, in square pixels: nothing when any frame around it is hidden. */
function seenArea(document: Document): number {
  let area = Number.POSITIVE_INFINITY
  for (let frame = frameOf(document); frame; frame = frameOf(frame.ownerDocument)) {
    const { width, height } = frame.getBoundingClientRect()
    area = isShown(frame) ? Math.min(area, width * height) : 0
  }
  return area
}

/**
 * H: the note stands three frames down: `amds-tab-view:not(.amds-hidden-view)` holds `/apps/amds-patient-chart/`, that
 * `/WebClinical/ChartViewerDetail.aspx`, that `chart/chartnotes.aspx`. The open note: several may be, each in a tab; the one that is
 * seen, and the largest of those.
 */
export function noteDocument(document: Document): Document | null {
  const notes = documentsOf(document)
    .filter((each) => one(each, advancedmd.note))
    .map((each) => ({ each, area: seenArea(each) }))
    .filter(({ area }) => area > 0)
  return notes.sort((one, other) => other.area - one.area)[0]?.each ?? null
}

export const isSeen = (document: Document): boolean => seenArea(document) > 0

/** The patient a document's banner shows; null where it shows none, or several. */
function banner(document: Document): PagePatient | null {
  if (!isSeen(document)) return null
  const names = all(document, advancedmd.patientName).filter(isShown)
  const [shown] = names
  const shownNames = new Set(names.map((each) => squash(textOf(each))))
  if (!shown || shownNames.size !== 1) return null
  const [last = '', first = ''] = [...shownNames][0]?.split(',').map(squash) ?? []
  const name = squash(`${first} ${last}`)
  const facts = one(document, advancedmd.patientFacts)
  const born = isoDay(/\d{1,2}-\d{1,2}-\d{4}/.exec(facts ? textOf(facts) : '')?.[0] ?? '')
  return name ? { name, identifier: '', ...(born && { birthDate: born }) } : null
}

/**
 * Whose chart the open note belongs to: the banner in the nearest page around the note. Other charts may be open in
 * other tabs; where two banners could be meant, nobody is named.
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

const hidden = (document: Document, selector: string): string => {
  const control = one(document, selector)
  return control && isInput(control) ? squash(control.value) : ''
}

function form(document: Document): OpenForm | null {
  const note = noteDocument(document)
  const root = note && one(note, advancedmd.note)
  if (!note || !root) return null
  const title = hidden(note, advancedmd.template) || squash(titleOf(note))
  // The address is one for all notes; the template's name tells them apart.
  return { root, title, action: `/chartnotes.aspx/${title}`, signed: false, encounter: hidden(note, advancedmd.visit) }
}

const fields = (_document: Document, { root }: OpenForm, ports: PagePorts): ScannedField[] => {
  const note = root.ownerDocument
  const site = siteKnowledge(note, ports)
  return genericFields(note, ports, {
    ...site,
    skip: (controlItem) => !root.contains(controlItem.anchor) || (site.skip?.(controlItem) ?? false),
  })
}

/** AdvancedMD: the visible note's own controls, named by what stands before or beside them on the screen. */
export const advancedmdAdapter: Adapter = {
  source: 'advancedmd',
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
