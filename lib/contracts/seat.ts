import type { Endpoint } from './endpoint.ts'
import { recordingEndpoints } from './endpoints/recordings.ts'
import { templateEndpoints } from './endpoints/templates.ts'
import { transcriptFileEndpoints } from './endpoints/transcript-files.ts'
import { userEndpoints } from './endpoints/user.ts'

/**
 * The request header with which the extension names the directory of its policy. The server then refuses work in every
 * other directory (product 13.23).
 */
export const seatHeader = 'seat-directory'

export const noSeatSentence =
  'You have no seat in the organisation of this computer. Ask an administrator of the organisation to invite you.'

/** The calls that are no work with patients. They need no seat: the account, signing out, and erasing. */
const withoutSeat: ReadonlySet<Endpoint> = new Set<Endpoint>([
  userEndpoints.getAccount,
  userEndpoints.verifyToken,
  userEndpoints.decodeToken,
  userEndpoints.logoutCurrent,
  userEndpoints.logoutAll,
  userEndpoints.deleteTranscript,
  userEndpoints.discardTranscript,
  recordingEndpoints.eraseRecording,
])

const work: ReadonlySet<Endpoint> = new Set(
  [userEndpoints, recordingEndpoints, templateEndpoints, transcriptFileEndpoints]
    .flatMap((group): Endpoint[] => Object.values(group))
    .filter((endpoint) => !withoutSeat.has(endpoint)),
)

/** Returns true if a call records, writes or reads, so that it needs a seat in the directory of the policy. */
export const needsSeat = (endpoint: Endpoint): boolean => work.has(endpoint)
