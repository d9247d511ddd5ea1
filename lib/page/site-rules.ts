import type { Knowledge } from './adapters/generic/collect.ts'
import type { LabelCandidate } from './found.ts'
import { all, holds, textOf } from './natives.ts'
import type { PagePorts } from './ports.ts'
import type { PagePatient } from './shapes.ts'
import { labelText, squash } from './words.ts'

export { rulesMeet } from './rules-meet.ts'

/** A rule the browser cannot read finds nothing: data from outside breaks no scan. */
function found(root: Document | Element, selector: string | undefined): HTMLElement[] {
  if (!selector) return []
  try {
    return all(root, selector)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'SyntaxError') return []
    throw error
  }
}

const wordsOf = (element: Element | null | undefined): string => labelText(element ? textOf(element) : '')

/** What a site's rules say of one document, in the generic ladder's terms: labels for controls, controls to leave out. */
export function siteKnowledge(document: Document, { siteRules }: PagePorts): Knowledge {
  if (!siteRules) return {}
  const labels = new Map<Element, LabelCandidate>()
  for (const { control, label, labelAt, around } of siteRules.fields) {
    for (const each of found(document, control)) {
      const home = around ? found(document, around).findLast((place) => holds(place, each)) : document
      const text = label ?? wordsOf(home && found(home, labelAt)[0])
      if (text) labels.set(each, { text, rule: 'site', score: 0.95 })
    }
  }
  const skipped = new Set<Element>(found(document, siteRules.skip))
  return {
    site: ({ control, behind }) => labels.get(control) ?? (behind ? labels.get(behind) : undefined) ?? null,
    skip: ({ control, anchor }) => skipped.has(control) || skipped.has(anchor),
  }
}

/** The patient where a site's rules say they stand. */
export function sitePatient(document: Document, { siteRules }: PagePorts): PagePatient | null {
  const name = squash(wordsOf(found(document, siteRules?.patientName)[0]))
  const identifier = squash(wordsOf(found(document, siteRules?.patientIdentifier)[0]))
  return name ? { name, identifier } : null
}

/** The form's title where a site's rules say it stands, '' where they do not. */
export const siteTitle = (document: Document, { siteRules }: PagePorts): string =>
  wordsOf(siteRules?.formTitle ? found(document, siteRules.formTitle)[0] : null)
