import type { LabelCandidate, ScannedField } from '../controls/fields.ts'
import { all, parentOf, textOf } from '../natives.ts'
import type { PagePatient, PagePorts } from '../shapes.ts'
import { labelText, squash } from '../words.ts'
import type { Knowledge } from './generic/reading.ts'

/**
 * Returns the elements that match a selector of the site rules. An invalid selector matches nothing, because an error
 * would end the scan.
 */
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

/** Keeps each result, because hundreds of rules may name the same parts of a page. */
function remembered<Key, Result>(compute: (key: Key) => Result): (key: Key) => Result {
  const results = new Map<Key, Result>()
  return (key) => {
    const cachedResult = results.get(key)
    if (cachedResult !== undefined || results.has(key)) return cachedResult as Result
    const result = compute(key)
    results.set(key, result)
    return result
  }
}

interface Ruled {
  labels: Map<Element, LabelCandidate>
  skipped: Set<Element>
}

function ruled(document: Document, { siteRules }: PagePorts): Ruled | null {
  if (!siteRules) return null
  const matches = remembered((selector: string) => found(document, selector))
  const places = remembered((selector: string) => new Set<Element>(matches(selector)))
  const words = remembered(wordsOf)
  const labelIn = remembered((selector: string) => remembered((home: Document | Element) => found(home, selector)[0]))
  const nearest = (element: Element, around: string): Element | undefined => {
    let place: Element | null = element
    while (place && !places(around).has(place)) place = parentOf(place)
    return place ?? undefined
  }
  const labels = new Map<Element, LabelCandidate>()
  for (const { control, label, labelAt, around } of siteRules.fields) {
    for (const each of matches(control)) {
      const home = around ? nearest(each, around) : document
      const text = label ?? words(home && labelAt ? labelIn(labelAt)(home) : undefined)
      if (text) labels.set(each, { text, rule: 'site', score: 0.95 })
    }
  }
  return { labels, skipped: new Set<Element>(found(document, siteRules.skip)) }
}

export function siteKnowledge(document: Document, ports: PagePorts): Knowledge {
  const rules = ruled(document, ports)
  if (!rules) return {}
  const { labels, skipped: nonFields } = rules
  return {
    site: ({ control, behind: textarea }) =>
      labels.get(control) ?? (textarea ? labels.get(textarea) : undefined) ?? null,
    skip: ({ control, anchor }) => nonFields.has(control) || nonFields.has(anchor),
  }
}

export function mended(scannedFields: ScannedField[], document: Document, ports: PagePorts): ScannedField[] {
  const rules = ruled(document, ports)
  if (!rules) return scannedFields
  const { labels, skipped: nonFields } = rules
  return scannedFields
    .filter(({ controls }) => !controls.some((control) => nonFields.has(control)))
    .map((each) => {
      const ruledLabel = each.controls.map((control) => labels.get(control)).find((label) => label !== undefined)
      if (!ruledLabel) return each
      return {
        ...each,
        labels: [ruledLabel, ...each.labels.filter(({ text }) => text !== '' && text !== ruledLabel.text)],
      }
    })
}

export function sitePatient(document: Document, { siteRules }: PagePorts): PagePatient | null {
  const name = squash(wordsOf(found(document, siteRules?.patientName)[0]))
  const identifier = squash(wordsOf(found(document, siteRules?.patientIdentifier)[0]))
  return name ? { name, identifier } : null
}

export const siteTitle = (document: Document, { siteRules }: PagePorts): string =>
  wordsOf(siteRules?.formTitle ? found(document, siteRules.formTitle)[0] : null)
