import type { LayoutSource } from '../../lib/contracts/index.ts'
import type { PagePatient } from '../../lib/page/shapes.ts'
import type { PageState } from './port.ts'

export const sourceNames: Record<LayoutSource, string> = {
  user: 'Created Manually',
  kipu: 'Kipu',
  credible: 'Credible',
  advancedmd: 'AdvancedMD',
  other: 'Other',
}

export type Whose = Pick<PagePatient, 'name' | 'identifier'>
export type ChartAgreement = 'agrees' | 'differs' | 'none' | 'reading'

/** What the head of every screen shows about the chart. */
export interface ChartView {
  name: string
  /** Chart number, EHR and form. Without a chart: what the user should do. */
  details: string
  /** '' if no patient is known. */
  initials: string
  agreement: ChartAgreement
}

/** Returns the initials of the first and last name. */
export function initialsOf(name: string): string {
  const words = name.replace(/,/g, ' ').split(/\s+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words[words.length - 1]] : words
  return letters.map((word) => word?.[0]?.toLocaleUpperCase() ?? '').join('')
}

/** Returns true for the same patient. Compares chart numbers if both have one, otherwise names. */
export function samePatient(a: Whose, b: Whose): boolean {
  if (a.identifier && b.identifier) return a.identifier === b.identifier
  return a.name.trim().toLocaleLowerCase() === b.name.trim().toLocaleLowerCase()
}

export const numberOf = ({ identifier }: Whose) => (identifier ? `MRN ${identifier}` : '')

const joined = (parts: string[]) => parts.filter(Boolean).join(' · ')

/** Compares the patient on the page with the session's patient (product 11.6). */
export function chartView(page: PageState, bound: Whose | null): ChartView {
  const reading = page.status === 'ready' ? page.reading : null
  const shown = reading?.patient ?? null
  const whose = bound ?? shown
  if (!whose) {
    if (page.status === 'reading') return { name: 'Reading the chart', details: '', initials: '', agreement: 'reading' }
    const details = page.status === 'unreadable' ? page.message : 'Open a patient’s chart in your EHR.'
    return { name: 'No chart open', details, initials: '', agreement: 'none' }
  }
  const agrees = shown !== null && samePatient(whose, shown)
  const where = agrees && reading ? [sourceNames[reading.source], reading.form?.title ?? ''] : []
  return {
    name: whose.name,
    details: joined([numberOf(whose), ...where]),
    initials: initialsOf(whose.name),
    agreement: agrees ? 'agrees' : shown ? 'differs' : 'none',
  }
}
