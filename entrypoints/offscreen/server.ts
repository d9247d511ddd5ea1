import { ApiError, type Credential } from '../../lib/api/index.ts'
import { background } from '../../lib/browser/messages.ts'
import { type ConfirmedConsent, recordingEndpoints, userEndpoints, wireFormat } from '../../lib/contracts/index.ts'
import { policyAllows, seatHeaders } from '../../lib/policy/index.ts'
import { JournalLocked, type JournalPorts, type OpenedTake } from '../../lib/transcript/journal/index.ts'
import { type SendFile, UploadRefused } from '../../lib/transcript/sending/file-backlog.ts'
import { refusalOf } from '../../lib/transcript/sending/upload-refusal.ts'
import { patientFor, type SentPatient } from '../../lib/transcript/sent-patient.ts'
import { TicketRefused } from '../../lib/transcript/socket/socket.ts'
import { openClient } from './egress.ts'
import { demandFor, policyNow } from './policy.ts'
import { askTicket, notOurs } from './ticket.ts'

const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : null)
const goneStatuses = new Set([404, 410])

/**
 * Time limit in milliseconds for asking the server what it accepts of a patient. After this time, the recovery of a
 * recording continues without it.
 */
const engineWaitMs = 1500

interface SentTake extends SentPatient {
  language: string
  /** The account that started the recording. Null: no user was signed in. */
  account: string | null
  consent?: ConfirmedConsent | null | undefined
}

export interface RecordingServer {
  keyPorts: Pick<JournalPorts, 'serverUrl' | 'account' | 'keyHolder' | 'unwrap' | 'forget'>
  fileSender(transactionId: string, take: SentTake): SendFile
  /**
   * Returns the chart number and the name that the server may store with a session. One is absent if it is not known or
   * too long, if the server does not accept it, or if the server does not answer in time. Both are absent for a
   * dictation, and for a recording that the server does not store (`skipSave`).
   */
  sentPatient(take: Pick<OpenedTake['take'], 'place' | 'skipSave' | 'patient'>): Promise<SentPatient>
  /**
   * Returns the frame up to which the server has stored the words of a recording. 0: the server has no words of it.
   * Rejects if the position cannot be read, or if another account than `account` is signed in.
   */
  position(id: string, account: string | null): Promise<number>
  ticket(who: { anonymous: boolean; account: string | null; consent: ConfirmedConsent | null }): Promise<string | null>
}

/**
 * Creates the calls for a fixed server address. A recording stays with the server where it started, because the address
 * in the settings may change while the recording runs.
 */
export function recordingServer(serverUrl: string): RecordingServer {
  const clientWith = (credential: () => Credential | Promise<Credential>) =>
    openClient({
      baseUrl: () => serverUrl,
      credential,
      isOnline: () => navigator.onLine,
      demand: demandFor(serverUrl),
      headers: async (endpoint) => seatHeaders(await policyNow(), endpoint),
    })
  /** Returns the credential of the signed-in user. Rejects if `account` is neither null nor the signed-in account. */
  const credentialOf = (account: string | null) => background.sendMessage('session.credential', { serverUrl, account })
  const client = clientWith(() => credentialOf(null))

  return {
    keyPorts: {
      serverUrl,
      account: () => background.sendMessage('session.account', { serverUrl }),
      keyHolder: () => background.sendMessage('recording.key', { serverUrl }),
      async unwrap(id, wrapped) {
        try {
          return (await client.call(recordingEndpoints.unwrapRecordingKey, { params: { id }, body: wrapped })).key
        } catch (error) {
          const status = statusOf(error)
          if (status === 410) throw new JournalLocked('erased', { cause: error })
          // The server answers 404 for a recording of another user, so 404 can also mean "sign in as the owner".
          if (status === 401 || status === 403 || status === 404) throw new JournalLocked('sign-in', { cause: error })
          throw new JournalLocked('offline', { cause: error })
        }
      },
      async forget({ id, words, owner = null }) {
        const client = clientWith(() => credentialOf(owner))
        const unlessSettled = (error: unknown) => {
          if (!goneStatuses.has(statusOf(error) ?? 0)) throw error
        }
        const destroyKey = async () =>
          (await client.call(recordingEndpoints.eraseRecording, { params: { id } })).remains
        const remains = await destroyKey().catch(unlessSettled)
        if (!words) return remains ?? null
        await client.call(userEndpoints.deleteTranscript, { params: { id } }).catch(unlessSettled)
        // `remains` lists what the server still has of the recording. The server made this list before it deleted the
        // transcript, so the list still contains the transcript. Call `destroyKey` again to get the current list.
        return (await destroyKey().catch(unlessSettled)) ?? null
      },
    },
    fileSender:
      (transactionId, { language, account, consent, patientId, patientName }) =>
      async ({ fromFrame, channels, pcm }, signal) => {
        const credential = await credentialOf(account).catch((cause: unknown) => {
          const refusal = notOurs(cause)
          throw refusal === null ? cause : new UploadRefused(refusal, { cause })
        })
        const consentQuery = consent ? { consentAt: consent.at, consentVersion: consent.textVersion } : {}
        const body = new FormData()
        // The server reads text parts only before the file.
        if (patientId) body.append('patientId', patientId)
        if (patientName) body.append('patientName', patientName)
        body.append('audio', new Blob([pcm], { type: 'application/octet-stream' }), 'audio.pcm')
        const input = { params: { id: transactionId }, query: { fromFrame, channels, language, ...consentQuery }, body }
        try {
          return await clientWith(() => credential).call(recordingEndpoints.sendRecordingAudio, input, { signal })
        } catch (error) {
          throw refusalOf(error, Date.now()) ?? error
        }
      },
    async sentPatient({ place, skipSave, patient }) {
      if (place !== 'session' || skipSave || patient === null) return {}
      const answer = client.call(userEndpoints.getTranscription, {}, { signal: AbortSignal.timeout(engineWaitMs) })
      return patientFor((await answer.catch(() => null))?.engine ?? null, patient)
    },
    async position(id, account) {
      try {
        const { duration } = await clientWith(() => credentialOf(account)).call(userEndpoints.getTranscript, {
          params: { id },
        })
        return Math.round(duration * wireFormat.sampleRate)
      } catch (error) {
        if (goneStatuses.has(statusOf(error) ?? 0)) return 0
        throw error
      }
    },
    async ticket(who) {
      // A ticket is asked for before every connection, so no connection is opened without this check.
      const refusal = policyAllows(await policyNow(), { kind: 'connect', url: serverUrl, server: serverUrl })
      if (refusal !== null) throw new TicketRefused(refusal)
      return askTicket({ ...who, serverUrl })
    },
  }
}
