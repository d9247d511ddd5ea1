import { siteKnowledge } from '../../form/site-rules.ts'
import { hasClass, hasName, one, titleOf } from '../../natives.ts'
import type { PagePorts } from '../../ports.ts'
import { documentsOf, isInput } from '../../scan/controls.ts'
import type { ScannedField } from '../../scan/scanned-field.ts'
import { squash } from '../../words.ts'
import type { Adapter, OpenForm } from '../adapter.ts'
import { genericFields } from '../generic/fields.ts'
import { anyButton } from '../generic/index.ts'
import { noteDocument } from './frames.ts'
import { advancedmdPatient } from './patient.ts'
import { advancedmd } from './selectors.ts'

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
