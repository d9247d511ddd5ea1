import type { MicrophoneSource } from './microphone.ts'

/** Chrome's own constraints for a tab's sound; the DOM library does not know them. */
interface TabConstraints extends MediaTrackConstraints {
  mandatory: { chromeMediaSource: 'tab'; chromeMediaSourceId: string }
}

/** What came of asking for a tab's sound; `denied` is logged only, `failed` is told to the user (spec §8). Recording goes on either way. */
export type TabAnswer = { stream: MediaStream } | { stream: null; reason: 'denied' | 'failed'; error: unknown }

/** Opens a tab's sound by the id that `tabCapture.getMediaStreamId` gave. Never throws for a refusal. */
export async function openTab(streamId: string, media: MicrophoneSource = navigator.mediaDevices): Promise<TabAnswer> {
  const audio: TabConstraints = { mandatory: { chromeMediaSource: 'tab', chromeMediaSourceId: streamId } }
  try {
    return { stream: await media.getUserMedia({ audio }) }
  } catch (error) {
    const denied = error instanceof Error && error.message === 'Permission denied'
    return { stream: null, reason: denied ? 'denied' : 'failed', error }
  }
}
