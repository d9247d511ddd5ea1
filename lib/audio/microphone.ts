import { CaptureError } from './capture-error.ts'
import { stopTracks } from './streams.ts'
import { within } from './within.ts'

export type MicrophoneSource = Pick<MediaDevices, 'getUserMedia'>

const voice = {
  // Without echo cancellation, the microphone would record the remote speaker of a call a second time.
  echoCancellation: true,
  // Speech recognition works better with room noise than with the distortion that noise suppression adds to speech.
  noiseSuppression: false,
  autoGainControl: true,
  channelCount: 1,
} as const

const nameOf = (error: unknown) => (error instanceof DOMException ? error.name : '')

/**
 * An open microphone, and how it was opened. `as-asked`: as requested. `plain`: the requested microphone, but with the
 * browser's standard settings. `another`: the browser's default microphone instead of the requested one.
 */
export interface OpenedMicrophone {
  stream: MediaStream
  how: 'as-asked' | 'plain' | 'another'
}

/**
 * Opens the microphone with the settings for speech (`voice`). If this fails, tries the browser's standard settings
 * (product 8.6), and then the browser's default microphone. Throws a CaptureError with code `microphone-denied`,
 * `microphone-missing` or `failed`.
 */
export async function openMicrophone(microphoneId: string | null, media: MicrophoneSource): Promise<OpenedMicrophone> {
  const device = microphoneId === null ? {} : { deviceId: { exact: microphoneId } }
  const tries: { audio: MediaTrackConstraints | true; how: OpenedMicrophone['how'] }[] = [
    { audio: { ...voice, ...device }, how: 'as-asked' },
    { audio: microphoneId === null ? true : device, how: 'plain' },
    ...(microphoneId === null ? [] : [{ audio: true, how: 'another' } as const]),
  ]
  let failure: unknown
  for (const { audio, how } of tries) {
    try {
      return { stream: await within(media.getUserMedia({ audio }), stopTracks), how }
    } catch (error) {
      if (nameOf(error) === 'NotAllowedError') throw new CaptureError('microphone-denied', { cause: error })
      failure = error
      // After a timeout the audio system does not answer, so another attempt would time out too.
      if (nameOf(error) === 'TimeoutError') break
    }
  }
  throw new CaptureError(nameOf(failure) === 'NotFoundError' ? 'microphone-missing' : 'failed', { cause: failure })
}

export const labelOf = (stream: MediaStream): string => stream.getAudioTracks()[0]?.label ?? ''

/**
 * Returns the message for the user if the recording continues with another microphone than the requested one, or with
 * other settings. Null: there is no problem. `gone`: the previous microphone was disconnected.
 */
export function openingProblem({ stream, how }: OpenedMicrophone, isGone: boolean): string | null {
  const name = labelOf(stream) || 'the system’s microphone'
  if (isGone) return `The microphone was disconnected. The recording continues with ${name}.`
  if (how === 'another') return `The chosen microphone could not be used. The recording continues with ${name}.`
  return how === 'plain'
    ? 'Chartside could not change the settings of the microphone. The recording continues with the microphone’s standard settings.'
    : null
}
