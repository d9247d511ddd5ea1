import { type AttemptLimits, attemptLimits } from '../auth/attempt-limits.ts'
import { type SocketLimits, socketLimits } from '../transcription/connection-limits.ts'
import type { Variables } from './variables.ts'

/** Returns the limits of people and IP addresses. What has no setting keeps its default. */
export function readLimits(values: Variables): { attempts: AttemptLimits; sockets: SocketLimits } {
  return {
    attempts: {
      ...attemptLimits,
      strangerCallsPerMinute: values.PUBLIC_CALLS_PER_ADDRESS_MINUTE,
      codesPerAddress: values.CODES_PER_ADDRESS_HOUR,
      textsPerAddress: values.TEXT_CODES_PER_ADDRESS_HOUR,
      codesPerEmail: values.CODES_PER_PERSON_HOUR,
      codesPerPair: values.CODES_PER_PERSON_AND_ADDRESS_HOUR,
      perAddress: values.FAILED_SIGN_INS_PER_ADDRESS,
      perEmail: values.FAILED_SIGN_INS_PER_PERSON,
      expensivePerPerson: values.GENERATIONS_PER_PERSON_MINUTE,
      expensivePerAccess: values.GENERATIONS_PER_ACCESS_MINUTE,
      mailsPerPerson: values.MAILS_PER_PERSON_DAY,
      textsPerPerson: values.TEXTS_PER_PERSON_DAY,
      invitationsPerPerson: values.INVITATIONS_PER_PERSON_DAY,
    },
    sockets: {
      ...socketLimits,
      unknownSocketsPerAddress: values.UNKNOWN_SOCKETS_PER_ADDRESS,
      unknownStartsPerMinutePerAddress: values.UNKNOWN_STARTS_PER_ADDRESS_MINUTE,
      socketsPerPerson: values.RECORDINGS_PER_PERSON,
      startsPerMinutePerPerson: values.RECORDING_STARTS_PER_PERSON_MINUTE,
    },
  }
}
