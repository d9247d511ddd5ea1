import { limits } from '../contracts/limits.ts'
import type { TranscriptionInfo } from '../contracts/transcription.ts'
import type { RecordingOptions, RecordingState } from './recording-state.ts'

/** The number and the name of a patient that the server may store with a recording. */
export type SentPatient = Pick<RecordingOptions, 'patientId' | 'patientName'>

/** Returns what a server stores of a patient. An older server refuses a recording with properties that it does not know. */
export function patientFor(
  engine: Pick<NonNullable<TranscriptionInfo['engine']>, 'takesPatient' | 'takesPatientName'> | null,
  patient: RecordingState['patient'],
): SentPatient {
  const { identifier = '', name = '' } = patient ?? {}
  return {
    ...(engine?.takesPatient && identifier && identifier.length <= limits.identifierMax
      ? { patientId: identifier }
      : {}),
    ...(engine?.takesPatientName && name.trim() && name.length <= limits.nameMax ? { patientName: name } : {}),
  }
}
