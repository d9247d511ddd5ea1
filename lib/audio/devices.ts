import type { AudioDevice } from '../contracts/audio.ts'

export const browserAudioDevice: AudioDevice = {
  deviceId: 'browser-audio',
  label: 'Sound of this tab',
  browserAudio: true,
}

export type DeviceSource = Pick<MediaDevices, 'enumerateDevices' | 'addEventListener' | 'removeEventListener'>

export async function listAudioDevices(
  media: Pick<DeviceSource, 'enumerateDevices'> = navigator.mediaDevices,
): Promise<AudioDevice[]> {
  const inputs = (await media.enumerateDevices()).filter((device) => device.kind === 'audioinput')
  const microphones = inputs.map((device, index) => ({
    deviceId: device.deviceId,
    label: device.label || `Microphone ${index + 1}`,
    browserAudio: false,
  }))
  return [...microphones, browserAudioDevice]
}

/**
 * Calls `listener` with the list of audio devices at once, and again whenever a device is plugged in or removed, until
 * `signal` aborts. Errors go to `onError` (product 8.8).
 */
export function watchAudioDevices(
  listener: (devices: AudioDevice[]) => void,
  options: { signal: AbortSignal; onError: (message: string) => void; media?: DeviceSource },
): void {
  const { signal, onError, media = navigator.mediaDevices } = options
  let latest = 0
  const list = async () => {
    // An earlier request may be answered after a later one. Only the answer to the latest request is used.
    const turn = ++latest
    try {
      const devices = await listAudioDevices(media)
      if (turn === latest && !signal.aborted) listener(devices)
    } catch (error) {
      if (!signal.aborted) onError(error instanceof Error ? error.message : String(error))
    }
  }
  const onChange = () => void list()
  media.addEventListener('devicechange', onChange)
  signal.addEventListener('abort', () => media.removeEventListener('devicechange', onChange), { once: true })
  void list()
}
