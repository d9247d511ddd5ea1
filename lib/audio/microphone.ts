import { CaptureError } from './capture-error.ts'

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

/**
 * Opens the microphone. When it cannot be had as asked, `onRetry` is told and any microphone is tried with plain settings (spec §8).
 * Throws a CaptureError: `microphone-denied`, `microphone-missing` or `failed`.
 */
export async function openMicrophone(
  microphoneId: string | null,
  media: MicrophoneSource,
  onRetry: (message: string) => void,
): Promise<MediaStream> {
  try {
    return await media.getUserMedia({
      audio: microphoneId === null ? voice : { ...voice, deviceId: { exact: microphoneId } },
    })
  } catch (error) {
    if (nameOf(error) === 'NotAllowedError') throw new CaptureError('microphone-denied', { cause: error })
    onRetry(
      microphoneId === null
        ? 'The microphone could not be set up as usual. Recording with its plain settings.'
        : 'The chosen microphone could not be used. Recording with the default one.',
    )
  }
  try {
    return await media.getUserMedia({ audio: true })
  } catch (error) {
    if (nameOf(error) === 'NotAllowedError') throw new CaptureError('microphone-denied', { cause: error })
    if (nameOf(error) === 'NotFoundError') throw new CaptureError('microphone-missing', { cause: error })
    throw new CaptureError('failed', { cause: error })
  }
}
