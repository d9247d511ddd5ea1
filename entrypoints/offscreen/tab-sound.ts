import { openTab } from '../../lib/audio/tab.ts'

const failed =
  'The sound of this tab could not be recorded. Only the microphone is recorded. To record the tab too: finish this recording, open the tab, click the Chartside button in the toolbar, then record again.'

/**
 * Opens the audio stream of a tab. Returns null on failure, and the recording then continues without the tab. Reports
 * the failure to the user, except the browser's plain 'Permission denied' (product 8.7).
 */
export async function tabSound(
  streamId: string | null,
  onProblem: (problem: { stage: 'tab'; message: string }) => void,
): Promise<MediaStream | null> {
  const answer = streamId === null ? null : await openTab(streamId)
  if (answer?.stream) return answer.stream
  if (answer?.reason === 'denied') console.warn('Permission denied: the tab is not recorded')
  else onProblem({ stage: 'tab', message: failed })
  return null
}
