import type { MicrophoneSource } from './microphone.ts'

interface TabConstraints extends MediaTrackConstraints {
  mandatory: { chromeMediaSource: 'tab'; chromeMediaSourceId: string }
}

/**
 * The result of opening a tab's audio. `denied` is only logged, `failed` is shown to the user (product 8.7). Recording
 * goes on in both cases.
 */
export type TabAnswer = { stream: MediaStream } | { stream: null; reason: 'denied' | 'failed'; error: unknown }

/**
 * Opens a tab's audio by the id from `tabCapture.getMediaStreamId`. Resolves with `stream: null` when the browser
 * refuses; does not reject.
 */
export async function openTab(streamId: string, media: MicrophoneSource = navigator.mediaDevices): Promise<TabAnswer> {
  const audio: TabConstraints = { mandatory: { chromeMediaSource: 'tab', chromeMediaSourceId: streamId } }
  try {
    return { stream: await media.getUserMedia({ audio }) }
  } catch (error) {
    const denied = error instanceof Error && error.message === 'Permission denied'
    return { stream: null, reason: denied ? 'denied' : 'failed', error }
  }
}
