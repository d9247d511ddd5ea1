import { background } from '../../lib/browser/messages.ts'
import {
  demand,
  demandCall,
  type OutgoingCall,
  type PolicyAction,
  type PolicyReading,
  policyAllows,
} from '../../lib/policy/index.ts'
import type { Recording } from '../../lib/transcript/recording.ts'
import type { RecordingOptions } from '../../lib/transcript/recording-state.ts'
import type { Recovery } from '../../lib/transcript/recovery.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Asks the service worker for the policy, because this page has no storage. Rejects if the service worker does not
 * answer, so that nothing is recorded or sent while the policy is unknown.
 */
export const policyNow = (): Promise<PolicyReading> => background.sendMessage('policy.read')

export async function demandNow(action: PolicyAction): Promise<void> {
  demand(await policyNow(), action)
}

export const demandFor = (serverUrl: string) => async (call: OutgoingCall) =>
  demandCall(await policyNow(), call, serverUrl)

export async function demandRecording(options: RecordingOptions, serverUrl: string): Promise<void> {
  const policy = await policyNow()
  demand(policy, { kind: 'connect', url: serverUrl, server: serverUrl })
  demand(policy, { kind: 'work' })
  demand(policy, { kind: 'version' })
  demand(policy, { kind: 'capture', source: 'microphone' })
  if (options.tab !== null) demand(policy, { kind: 'capture', source: 'tab' })
  if (options.place === 'dictation') demand(policy, { kind: 'feature', feature: 'dictation' })
  // A session records the patient, so the policy may require the patient's consent. A dictation is only the clinician's
  // own voice.
  else demand(policy, { kind: 'record', consented: options.consent?.textVersion ?? null })
}

export async function allowedTerms(options: RecordingOptions): Promise<RecordingOptions> {
  const { terms: _, ...others } = options
  return policyAllows(await policyNow(), { kind: 'feature', feature: 'speech-terms' }) === null ? options : others
}

/**
 * Ends a running recording that the policy no longer allows. The recorded sound is sent to the server. If the policy
 * does not allow this server, the sound stays encrypted on the device. Call `closeRefused` before, so that no sound is
 * sent over an open connection.
 */
export async function endRefused(
  policy: PolicyReading,
  recording: Pick<Recording<unknown>, 'state' | 'stop' | 'leave' | 'pause'>,
  serverUrl: string,
): Promise<void> {
  const { phase, ended: hasEnded, place } = recording.state
  if (phase === 'idle') return
  const refuses = (action: PolicyAction) => policyAllows(policy, action) !== null
  if (refuses({ kind: 'connect', url: serverUrl, server: serverUrl })) {
    // If the disk cannot store the sound, `leave` rejects. The recording is then paused and stays in memory until the
    // policy allows its server again or the user discards the recording. Meanwhile, requests with its sound are refused
    // before they are sent.
    await recording.leave().catch(() => recording.pause())
  } else if (
    !hasEnded &&
    (refuses({ kind: 'capture', source: 'microphone' }) ||
      (place === 'dictation' && refuses({ kind: 'feature', feature: 'dictation' })))
  ) {
    // `stop` rejects if the last sound cannot be sent now. Ignore this error: the recording has ended, and its screen
    // offers to send the remaining sound.
    await recording.stop().catch(() => undefined)
  }
}

/**
 * Erases the recordings that are older than the policy's `retention.audioDays`. Also erases recordings of people who
 * are not signed in.
 */
export async function eraseOutdated(policy: PolicyReading, recovery: Pick<Recovery, 'list' | 'expire'>): Promise<void> {
  if (policy.policy.retention?.audioDays === undefined) return
  for (const { id, startedAt } of await recovery.list()) {
    const ageDays = (Date.now() - Date.parse(startedAt)) / dayMs
    if (policyAllows(policy, { kind: 'keep-audio', ageDays }) === null) continue
    // If one recording cannot be erased now, go on with the others. The next listing tries again to erase it.
    await recovery.expire(id).catch(() => undefined)
  }
}
