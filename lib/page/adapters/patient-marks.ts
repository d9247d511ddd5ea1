import type { PageSource } from '../shapes.ts'
import type { Adapter } from './adapter.ts'
import { advancedmd } from './advancedmd/selectors.ts'
import { credible } from './credible/selectors.ts'
import { kipu } from './kipu/selectors.ts'

/** What each adapter watches (`Adapter.patientMarks`), without the adapters: the content script stays small. */
const marks: Record<PageSource, Adapter['patientMarks']> = {
  kipu: kipu.patientMarks,
  credible: credible.patientMarks,
  advancedmd: advancedmd.patientMarks,
  other: '',
}

/** The places of every EHR at which a page may say whose chart it is: some EHRs stand at addresses of their customers. */
export const patientMarks: string = Object.values(marks).filter(Boolean).join(', ')
