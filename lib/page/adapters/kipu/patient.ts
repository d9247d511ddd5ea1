import { isoDay } from '../../form/patient.ts'
import type { PagePatient } from '../../shapes.ts'
import { squash } from '../../words.ts'
import { kipu } from './selectors.ts'

/** The words of the header with a space wherever the markup parts them. */
const spaced = (element: Element | null): string => {
  if (!element) return ''
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const words: string[] = []
  while (walker.nextNode()) words.push(walker.currentNode.textContent ?? '')
  return squash(words.join(' '))
}

const textOf = (element: Element | null): string =>
  element ? squash(element.tagName === 'INPUT' ? (element as HTMLInputElement).value : (element.textContent ?? '')) : ''

/** Whose chart this is: the header of a form, else the facesheet; null when neither names anyone. */
export function kipuPatient(document: Document, url: URL): PagePatient | null {
  // Where the form goes counts before the address: an application of one page shows another chart without a new one.
  const action = document.querySelector(kipu.editForm)?.getAttribute('action') ?? ''
  const chartKey = (kipu.chartPath.exec(action) ?? kipu.chartPath.exec(url.pathname))?.[1]
  const key = chartKey ? { chartKey } : {}
  const name = textOf(document.querySelector(kipu.patientName))
  if (name) {
    const header = spaced(document.querySelector(kipu.patientHeader))
    const identifier = /\bMRN?\b[\s:#]*([A-Z0-9][A-Z0-9-]*)/.exec(header)?.[1] ?? ''
    const born = isoDay(/\b(?:DOB|Date of birth)\s*:?\s*([\d/-]+)/i.exec(header)?.[1] ?? '')
    return { name, identifier, ...(born && { birthDate: born }), ...key }
  }
  const [first, last, number, birth] = [
    kipu.facesheet.first,
    kipu.facesheet.last,
    kipu.facesheet.number,
    kipu.facesheet.born,
  ].map((selector) => textOf(document.querySelector(selector)))
  if (!first && !last) return null
  const born = isoDay(birth ?? '')
  return { name: squash(`${first} ${last}`), identifier: number ?? '', ...(born && { birthDate: born }), ...key }
}
