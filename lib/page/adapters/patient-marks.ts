import type { PageSource } from '../shapes.ts'
import type { Adapter } from './adapter.ts'
import { advancedmd } from './advancedmd/selectors.ts'
import { credible } from './credible/selectors.ts'
import { kipu } from './kipu/selectors.ts'

/**
 * `patientMarks` of each adapter, taken from its `selectors.ts`. An import of the adapters would make the content
 * script large.
 */
const marks: Record<PageSource, Adapter['patientMarks']> = {
  kipu: kipu.patientMarks,
  credible: credible.patientMarks,
  advancedmd: advancedmd.patientMarks,
  other: '',
}

/**
 * A selector for the elements that show the patient in the pages of any known EHR. All selectors are used on each page,
 * because some EHRs run at host names of their customers, so the host name does not identify the EHR.
 */
export const patientMarks: string = Object.values(marks).filter(Boolean).join(', ')
