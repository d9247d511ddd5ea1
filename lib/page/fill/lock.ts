import { samePatient } from '../form/patient.ts'
import type { Scan } from '../scan/scan.ts'
import type { PagePatient, RefusalReason } from '../shapes.ts'

/** The conditions of a write. They are compared with the page in the same task as the write itself (product 11.6). */
export interface Lock {
  /** The address at the time of the scan (`addressOf`). */
  url: string
  patient: PagePatient | null
  /** The patient that the clinician confirmed, if the page shows no patient. */
  confirmedPatient?: string | null
}

/** Returns the reason why nothing may be written now. Null: page, patient and open form are still the same. */
export function lockReason(now: Pick<Scan, 'address' | 'patient' | 'form'>, lock: Lock): RefusalReason | null {
  if (now.address !== lock.url) return 'page-moved'
  if (lock.patient === null) {
    if (now.patient !== null || !lock.confirmedPatient?.trim()) return 'wrong-patient'
  } else if (now.patient === null || !samePatient(now.patient, lock.patient)) return 'wrong-patient'
  if (now.form === null) return 'page-moved'
  return now.form.signed ? 'signed' : null
}
