import type { FieldOf } from '../../../lib/contracts/index.ts'
import { capitalized } from '../reading/capital.ts'
import type { Answer } from './answer.ts'
import { deniedMedicines, type Medication, readMedications } from './medications.ts'
import { readPrescriptions } from './prescriptions.ts'
import type { Session } from './session.ts'
import { writeText } from './text.ts'
import { topicsOf } from './topics/index.ts'

/** The text for one column of a medication table. '' if nothing was said, or if the column asks for something else. */
function cell(header: string, medication: Medication): string {
  const low = header.toLowerCase()
  if (/medic|drug|name/.test(low)) return capitalized(medication.name)
  if (/dose|dosage|strength|amount/.test(low)) return medication.dose
  if (/freq|often|schedule|\bsig\b|when|directions/.test(low)) return medication.frequency
  return ''
}

/** A table of the present medicines, one row per medicine. Null if no column is for the name. */
function medicationTable(headers: readonly string[], medications: readonly Medication[]): Answer | null {
  if (medications.length === 0 || !headers.some((header) => /medic|drug|name/i.test(header))) return null
  return {
    value: medications.flatMap((medication) => headers.map((header) => cell(header, medication))),
    sentences: medications.flatMap(({ sentences }) => sentences),
    confidence: 0.8,
  }
}

function medicineRows(session: Session, field: FieldOf<'table'>): Answer | null {
  const topic = topicsOf(field)[0]?.id
  if (topic === 'medication_changes') return medicationTable(field.headers, readPrescriptions(session))
  if (topic !== 'medications') return null
  return medicationTable(field.headers, readMedications(session)) ?? noMedicines(session, field.headers)
}

/** One row with "None", if the patient denied taking medicines. */
function noMedicines(session: Session, headers: readonly string[]): Answer | null {
  const denial = deniedMedicines(session)
  if (denial === undefined) return null
  const value = headers.map((_, column) => (column === 0 ? 'None' : ''))
  return { value, sentences: [denial], confidence: 0.75, denied: true }
}

/**
 * Fills a table. If the template has rows with text, their empty cells are filled. Otherwise, the rows are medicines:
 * those that the patient takes, or those that the provider prescribes or changes, depending on the field.
 */
export function writeTable(session: Session, field: FieldOf<'table'>): Answer | null {
  const given = field.rows.filter((row) => row.some((text) => text.trim() !== ''))
  if (given.length === 0) return medicineRows(session, field)
  const answers: Answer[] = []
  const value = given.flatMap((row) =>
    field.headers.map((header, column) => {
      const rowCell = row[column] ?? ''
      if (rowCell.trim() !== '') return rowCell
      const name = row.find((text) => text.trim() !== '') ?? ''
      const answer = writeText(session, { name, instructions: header })
      if (answer === null) return ''
      answers.push(answer)
      return answer.value[0] ?? ''
    }),
  )
  if (answers.length === 0) return null
  return { value, sentences: answers.flatMap(({ sentences }) => sentences), confidence: 0.7 }
}
