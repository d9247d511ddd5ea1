import { openTab } from '../../lib/audio/tab.ts'

const tabFailure =
  'The sound of this tab is not recorded. Only the microphone is. Open the tab, click the Chartside button in the toolbar, then add the sound of this tab.'

const tabRefusal =
  'Your organisation does not allow recording the sound of a tab. The recording continues with the microphone.'

/** The last opened audio stream of a tab. If no tab is recorded now, the tracks of this stream have ended. */
let current: { stream: MediaStream; onProblem: Parameters<typeof tabSound>[1] } | null = null

/**
 * Ends the sound of a tab in a running recording, because the policy does not allow this sound any more. Tells the user
 * the reason (`onProblem`). The recording continues with the microphone.
 */
export function endTabSound(): void {
  const live = current?.stream.getTracks().filter(({ readyState }) => readyState === 'live') ?? []
  for (const track of live) {
    track.stop()
    // Dispatch `ended`, so that the recording notices the end. The browser fires this event only when the source ends
    // by itself.
    track.dispatchEvent(new Event('ended'))
  }
  if (live.length > 0) current?.onProblem({ stage: 'tab', message: tabRefusal })
  current = null
}

/**
 * Opens the audio stream of a tab. Returns null if `streamId` is null or the stream cannot be opened. The recording
 * then continues without the tab. If the browser's message is only 'Permission denied', the failure is logged. Every
 * other failure is reported to the user (product 8.7).
 */
export async function tabSound(
  streamId: string | null,
  onProblem: (problem: { stage: 'tab'; message: string }) => void,
): Promise<MediaStream | null> {
  const answer = streamId === null ? null : await openTab(streamId)
  if (answer?.stream) {
    current = { stream: answer.stream, onProblem }
    return answer.stream
  }
  if (answer?.reason === 'denied') console.warn('Permission denied: the tab is not recorded')
  else onProblem({ stage: 'tab', message: tabFailure })
  return null
}
