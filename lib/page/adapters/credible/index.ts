import { controlSelector, documentsOf, isInput, isTextarea, isTicked } from '../../controls/controls.ts'
import type { ScannedField } from '../../controls/fields.ts'
import { all, attribute, byId, byTag, hasName, one, rootElement, textOf, titleOf } from '../../natives.ts'
import { labelSureEnough, type PagePorts } from '../../shapes.ts'
import { squash } from '../../words.ts'
import type { Adapter, OpenForm } from '../adapter.ts'
import { anyButton, genericFields } from '../generic/index.ts'
import { siteKnowledge } from '../site-rules.ts'
import { credible } from './selectors.ts'

const pathOf = (document: Document): string => new URL(document.URL, 'about:blank').pathname
const paramOf = (document: Document, name: string): string =>
  new URL(document.URL, 'about:blank').searchParams.get(name) ?? ''

/** The page of the form that is loaded now, several frames down; null where none is. */
function formDocument(document: Document): Document | null {
  const sized = documentsOf(document).map((each) => ({ each, size: all(each, credible.answers).length }))
  sized.sort((one, other) => other.size - one.size)
  const [best] = sized
  if (best && best.size > 0) return best.each
  // Renamed answers still stand on a fields page.
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
  const loaded = formDocument(document)
  const view = loaded ? undefined : signedDocument(document)
  const home = loaded ?? view
  const root = home && rootElement(home)
  if (!home || !root) return null
  const title = headOf(home)
  const encounter = credible.encounterParams.map((name) => paramOf(home, name)).find(Boolean) ?? ''
  const part = paramOf(home, credible.categoryParam)
  // Categories of one document may ask the same thing twice: their titles keep them apart, for numbers are masked.
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

/** The categories of the document that is open; none where what is linked is another document's. */
function categories(document: Document, part: string): string[] {
  const linked = documentsOf(document).flatMap((each) =>
    all(each, credible.categoryLinks).map((link) => attribute(link, 'href') ?? ''),
  )
  const asked = linked.map((href) => new URLSearchParams(href.replace(/^[^?]*/, '')).get(credible.categoryParam) ?? '')
  const parts = [...new Set(asked)]
  return parts.includes(part) ? parts.filter(Boolean) : []
}

const isNarrative = (control: Element): boolean => credible.narrative.test(attribute(control, 'name') ?? control.id)

/** The box that opens a narrative which is hidden while it is not ticked. */
function opener(control: Element): HTMLInputElement | null {
  const number = credible.narrative.exec(attribute(control, 'name') ?? control.id)?.[1]
  if (!number) return null
  const box = all(control.ownerDocument, `[name="q_${number}"], [id="q_${number}"]`).find(isTicked)
  return box && isInput(box) && box.type === 'checkbox' ? box : null
}

const isScored = (element: Element): boolean =>
  (isInput(element) ? element.type === 'button' : element.tagName === 'BUTTON') && element.matches(credible.scored)

function fields(document: Document, { title }: OpenForm, ports: PagePorts): ScannedField[] {
  const loaded = formDocument(document)
  if (!loaded) return []
  const found = genericFields(loaded, ports, {
    ...siteKnowledge(loaded, ports),
    scored: isScored,
    keeps: (control) => isTextarea(control) && opener(control)?.checked === false,
  })
  const owner = new Map(found.flatMap((field) => field.controls.map((control) => [control, field] as const)))
  for (const field of found) {
    field.section ||= title
    const [control] = field.controls
    const box = control ? opener(control) : null
    const question = box && owner.get(box)?.labels[0]
    if (!box || !question) continue
    if ((field.labels[0]?.score ?? 0) < labelSureEnough)
      field.labels.unshift({ text: `${question.text}: Notes`, rule: 'site', score: 0.8 })
    field.opener = box
  }
  return found
}

/**
 * Credible: question texts stand in the same cell, a sibling cell or the row before, which the generic label sources read;
 * what is known besides is which page of the document is loaded and what must be left to the clinician's hand.
 */
export const credibleAdapter: Adapter = {
  source: 'credible',
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
  // How Credible shows the patient is not known; the clinician confirms by name, and the frames' addresses carry the client.
  patient: () => null,
  patientMarks: credible.patientMarks,
  fields,
  forbidden: `${anyButton}, ${credible.forbidden}`,
  quietMs: 0,
}
