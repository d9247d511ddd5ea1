import type { LayoutSource } from '../../lib/contracts/index.ts'
import { samePatient } from '../../lib/page/form/patient.ts'
import type { PagePatient } from '../../lib/page/shapes.ts'
import type { PageState } from './port.ts'

export const sourceNames: Record<LayoutSource, string> = {
  user: 'Created Manually',
  kipu: 'Kipu',
  credible: 'Credible',
  advancedmd: 'AdvancedMD',
  other: 'Other',
}

export type ChartAgreement = 'agrees' | 'differs' | 'none' | 'reading'

export interface ChartView {
  name: string
  /** Chart number, EHR and form. Without a chart: what the user should do. */
  details: string
  /** '' if no patient is known. */
  initials: string
  agreement: ChartAgreement
}

export function initialsOf(name: string): string {
  const words = name.replace(/,/g, ' ').split(/\s+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words[words.length - 1]] : words
  return letters.map((word) => word?.[0]?.toLocaleUpperCase() ?? '').join('')
}

export const numberOf = ({ identifier }: Pick<PagePatient, 'identifier'>) => (identifier ? `MRN ${identifier}` : '')

export const nameOf = (whose: PagePatient): string => whose.name || numberOf(whose)

/**
 * Returns the names of two different patients for one sentence. If the names are equal, each name is followed by the
 * first fact that differs: chart number, date of birth or chart key. Otherwise the sentence would contain the same name
 * twice.
 */
export function namesApart(one: PagePatient, two: PagePatient): [string, string] {
  const names: [string, string] = [nameOf(one), nameOf(two)]
  if (names[0].toLocaleLowerCase() !== names[1].toLocaleLowerCase()) return names
  const facts = [
    numberOf,
    ({ birthDate }: PagePatient) => (birthDate ? `born ${birthDate}` : ''),
    ({ chartKey }: PagePatient) => (chartKey ? `chart ${chartKey}` : ''),
  ]
  const telling = facts.find((fact) => fact(one) && fact(two) && fact(one) !== fact(two))
  return telling ? [`${names[0]} (${telling(one)})`, `${names[1]} (${telling(two)})`] : names
}

const joinWords = (parts: string[]) => parts.filter(Boolean).join(' · ')

/** Compares the patient on the page with the session's patient (product 11.6). */
export function chartView(page: PageState, bound: PagePatient | null): ChartView {
  const reading = page.status === 'ready' ? page.reading : null
  const pagePatient = reading?.patient ?? null
  const whose = bound ?? pagePatient
  if (!whose) {
    if (page.status === 'reading') return { name: 'Reading the chart', details: '', initials: '', agreement: 'reading' }
    const details = page.status === 'unreadable' ? page.message : 'Open a patient’s chart in your EHR.'
    const isRefused = page.status === 'unreadable' && page.line !== undefined
    return { name: isRefused ? 'Page not allowed' : 'No chart open', details, initials: '', agreement: 'none' }
  }
  const agrees = pagePatient !== null && samePatient(whose, pagePatient)
  const place = agrees && reading ? [sourceNames[reading.source], reading.form?.title ?? ''] : []
  return {
    name: nameOf(whose),
    details: joinWords([numberOf(whose), ...place]),
    initials: initialsOf(nameOf(whose)),
    agreement: agrees ? 'agrees' : pagePatient ? 'differs' : 'none',
  }
}
