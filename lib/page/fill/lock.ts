import { samePatient } from '../form/patient.ts'
import type { Scan } from '../scan/scan.ts'
import type { PagePatient, RefusalReason } from '../shapes.ts'

/** What must still hold for a write: compared with the page in the same task as the write itself (design §7). */
export interface Lock {
  /** The address as the reading told it (`addressOf`). */
  url: string
  patient: PagePatient | null
  /** Whom the clinician named, where the page does not show a patient. */
  confirmedPatient?: string | null
}

/** Why nothing may be written now; null: it is still the same page, patient and open form. */
export function lockReason(now: Pick<Scan, 'address' | 'patient' | 'form'>, lock: Lock): RefusalReason | null {
  if (now.address !== lock.url) return 'page-moved'
  if (lock.patient === null) {
    if (now.patient !== null || !lock.confirmedPatient?.trim()) return 'wrong-patient'
  } else if (now.patient === null || !samePatient(now.patient, lock.patient)) return 'wrong-patient'
  if (now.form === null) return 'page-moved'
  return now.form.signed ? 'signed' : null
}
