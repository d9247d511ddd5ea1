import { text } from 'drizzle-orm/pg-core'
import { sealed } from './bytes.ts'

/** The name of the patient of a transcript or a note, and what a search for the name compares (product 12.111). */
export const patientNameColumns = () => ({
  patientName: sealed(),
  /** See `marksOfName` in `server/services/patient-names.ts`. Null: the name is not known. */
  nameMarks: text().array(),
})
