import { CaptureError } from './capture-error.ts'
import { stopTracks } from './streams.ts'
import { within } from './within.ts'

/** What capture needs of `navigator.mediaDevices`. */
export type MicrophoneSource = Pick<MediaDevices, 'getUserMedia'>

const voice = {
  // The far side of a call must not be heard again through the microphone.
  echoCancellation: true,
  // Recognisers do better with the room's noise than with what its removal does to speech.
  noiseSuppression: false,
  autoGainControl: true,
  channelCount: 1,
} as const

const nameOf = (error: unknown) => (error instanceof DOMException ? error.name : '')

/** How a microphone came to be opened: as asked for, the same with plain settings, or whichever there is. */
export interface OpenedMicrophone {
  stream: MediaStream
  how: 'as-asked' | 'plain' | 'another'
}

/**
 * Opens the microphone. When it cannot be had as asked, plain settings are tried (spec §8), and then any microphone.
 * Throws a CaptureError: `microphone-denied`, `microphone-missing` or `failed`.
 */
export async function openMicrophone(microphoneId: string | null, media: MicrophoneSource): Promise<OpenedMicrophone> {
  const chosen = microphoneId === null ? {} : { deviceId: { exact: microphoneId } }
  const tries: { audio: MediaTrackConstraints | true; how: OpenedMicrophone['how'] }[] = [
    { audio: { ...voice, ...chosen }, how: 'as-asked' },
    { audio: microphoneId === null ? true : chosen, how: 'plain' },
    ...(microphoneId === null ? [] : [{ audio: true, how: 'another' } as const]),
  ]
  let failure: unknown
  for (const { audio, how } of tries) {
    try {
      return { stream: await within(media.getUserMedia({ audio }), stopTracks), how }
    } catch (error) {
      if (nameOf(error) === 'NotAllowedError') throw new CaptureError('microphone-denied', { cause: error })
      failure = error
      // Sound that is stuck in the machine answers no other question either.
      if (nameOf(error) === 'TimeoutError') break
    }
  }
  throw new CaptureError(nameOf(failure) === 'NotFoundError' ? 'microphone-missing' : 'failed', { cause: failure })
}

/** What the browser calls it; empty where it says nothing. */
export const labelOf = (stream: MediaStream): string => stream.getAudioTracks()[0]?.label ?? ''

/** What the user is told of a microphone that did not open as asked, and capture goes on; null when all is well. */
export function openingProblem({ stream, how }: OpenedMicrophone, gone: boolean): string | null {
  const name = labelOf(stream) || 'the system’s microphone'
  if (gone) return `The microphone was disconnected. The recording goes on with ${name}.`
  if (how === 'another') return `The chosen microphone could not be used. The recording goes on with ${name}.`
  return how === 'plain' ? 'The microphone could not be set up as usual. Recording with its plain settings.' : null
}
