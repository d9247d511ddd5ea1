import type { Credential } from '../api/index.ts'
import { type ConfirmedConsent, userEndpoints } from '../contracts/index.ts'
import { client, sessionKeeper } from './api.ts'
import { ownRecording, type RecordingOwner } from './own-server.ts'

/*
 * Each function of this file calls `ownRecording` before and after its main call, because another person may sign in
 * during the main call. A sign-in stores the new account before the new session. So if the second check still finds the
 * account of the recording, the main call has used a session of this account.
 */

/** Returns a ticket with which this recording is sent. Rejects if the present session may not send it. */
export async function recordingTicket(
  recording: RecordingOwner & { consent: ConfirmedConsent | null },
): Promise<{ ticket: string }> {
  await ownRecording(recording)
  const { consent } = recording
  const { ticket } = await client.call(userEndpoints.createTranscriptionTicket, { body: consent ? { consent } : {} })
  await ownRecording(recording)
  return { ticket }
}

/** Returns the credential for calls about this recording. Rejects if the present session may not make them. */
export async function recordingCredential(recording: RecordingOwner): Promise<Credential> {
  await ownRecording(recording)
  const credential = await sessionKeeper.credential()
  await ownRecording(recording)
  return credential
}
