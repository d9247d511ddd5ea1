import { siteKnowledge } from '../../form/site-rules.ts'
import { all, attribute, byTag, one, rootElement, textOf, titleOf } from '../../natives.ts'
import { controlSelector, documentsOf } from '../../scan/controls.ts'
import { squash } from '../../words.ts'
import type { Adapter, OpenForm } from '../adapter.ts'
import { genericFields } from './fields.ts'

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
