import { controlSelector, documentsOf, isInput, isNativeBox, isTextarea } from '../../controls/controls.ts'
import type { ScannedField } from '../../controls/fields.ts'
import { all, attribute, byId, byTag, hasName, one, rootElement, textOf, titleOf, urlOf } from '../../natives.ts'
import { labelSureEnough, type PagePorts } from '../../shapes.ts'
import { squash } from '../../words.ts'
import type { Adapter, OpenForm } from '../adapter.ts'
import { anyButton, genericFields } from '../generic/index.ts'
import { siteKnowledge } from '../site-rules.ts'
import { credible } from './selectors.ts'

const pathOf = (document: Document): string => new URL(urlOf(document), 'about:blank').pathname
const paramOf = (document: Document, name: string): string =>
  new URL(urlOf(document), 'about:blank').searchParams.get(name) ?? ''

function formDocument(document: Document): Document | null {
  const sized = documentsOf(document).map((each) => ({ each, size: all(each, credible.answers).length }))
  sized.sort((one, otherDocument) => otherDocument.size - one.size)
  const [best] = sized
  if (best && best.size > 0) return best.each
  // If Credible has renamed its answer controls, `credible.answers` matches nothing. The path of a document then still
  // shows that the document contains the form.
  return (
    documentsOf(document).find((each) => credible.formPath.test(pathOf(each)) && one(each, controlSelector)) ?? null
  )
}

const signedDocument = (document: Document): Document | undefined =>
  documentsOf(document).find((each) => credible.signedPath.test(pathOf(each)))

const headOf = (document: Document): string => {
  const heading = one(document, credible.title)
  return squash((heading && textOf(heading)) || titleOf(document))
}

function form(document: Document): OpenForm | null {
  const page = formDocument(document)
  const view = page ? undefined : signedDocument(document)
  const home = page ?? view
  const root = home && rootElement(home)
  if (!home || !root) return null
  const title = headOf(home)
  const encounter = credible.encounterParams.map((name) => paramOf(home, name)).find(Boolean) ?? ''
  const part = paramOf(home, credible.categoryParam)
  // The title is a part of `action`, because two categories (pages) of one document may contain the same question. The
  // category number could not distinguish them: numbers are removed from the identity of a form.
  return {
    root,
    title,
    action: `${pathOf(home)}/${title}`,
    signed: view !== undefined,
    encounter,
    part,
    parts: categories(document, part),
  }
}

function categories(document: Document, part: string): string[] {
  const linked = documentsOf(document).flatMap((each) =>
    all(each, credible.categoryLinks).map((link) => attribute(link, 'href') ?? ''),
  )
  const asked = linked.map((href) => new URLSearchParams(href.replace(/^[^?]*/, '')).get(credible.categoryParam) ?? '')
  const parts = [...new Set(asked)]
  return parts.includes(part) ? parts.filter(Boolean) : []
}

const isNarrative = (control: Element): boolean => credible.narrative.test(attribute(control, 'name') ?? control.id)

function boxesOf(control: Element): HTMLInputElement[] {
  const number = credible.narrative.exec(attribute(control, 'name') ?? control.id)?.[1]
  if (!number) return []
  return all(control.ownerDocument, `[name="q_${number}"], [id="q_${number}"]`).filter(isInput).filter(isNativeBox)
}

const openerOf = ([box, ...otherBoxes]: HTMLInputElement[]): HTMLInputElement | undefined =>
  otherBoxes.length === 0 && box?.type === 'checkbox' ? box : undefined

const isScored = (element: Element): boolean =>
  (isInput(element) ? element.type === 'button' : element.tagName === 'BUTTON') && element.matches(credible.scored)

function fields(document: Document, { title }: OpenForm, ports: PagePorts): ScannedField[] {
  const page = formDocument(document)
  if (!page) return []
  const scannedFields = genericFields(page, ports, {
    ...siteKnowledge(page, ports),
    scored: isScored,
    keeps: (control) => isTextarea(control) && openerOf(boxesOf(control))?.checked === false,
  })
  const owner = new Map(scannedFields.flatMap((field) => field.controls.map((control) => [control, field] as const)))
  for (const field of scannedFields) {
    field.section ||= title
    const [control] = field.controls
    const boxes = control ? boxesOf(control) : []
    const question = boxes[0] && owner.get(boxes[0])?.labels[0]
    if (!question) continue
    if ((field.labels[0]?.score ?? 0) < labelSureEnough)
      field.labels.unshift({ text: `${question.text}: Notes`, rule: 'site', score: 0.8 })
    const opener = openerOf(boxes)
    if (opener) field.opener = opener
  }
  return scannedFields
}

export const credibleAdapter: Adapter = {
  source: 'credible',
  dayOrder: 'month',
  host: credible.host,
  matches: (document) =>
    documentsOf(document).some(
      (each) =>
        credible.formPath.test(pathOf(each)) ||
        credible.signedPath.test(pathOf(each)) ||
        ((byId(each, credible.clientId) ||
          hasName(each, credible.complete) ||
          byTag(each, 'textarea').some(isNarrative)) &&
          one(each, credible.answers)),
    ),
  form,
  // It is not known how Credible shows the patient, so the clinician confirms the name. The addresses of the frames
  // contain the id of the patient, so a change to another patient is detected.
  patient: () => null,
  patientMarks: credible.patientMarks,
  fields,
  forbidden: `${anyButton}, ${credible.forbidden}`,
  quietMs: 0,
}
