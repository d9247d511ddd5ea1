import type { AudioDevice } from '../contracts/audio.ts'

/** The entry of the list that stands for the tab's own sound. */
export const browserAudioDevice: AudioDevice = {
  deviceId: 'browser-audio',
  label: 'Sound of this tab',
  browserAudio: true,
}

/** What listing needs of `navigator.mediaDevices`. */
export type DeviceSource = Pick<MediaDevices, 'enumerateDevices' | 'addEventListener' | 'removeEventListener'>

/** The microphones that can be chosen, then the tab's sound. Labels stay general until the microphone has been allowed once. */
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

/** Tells the list at once and whenever a device comes or goes, until the signal aborts; a listing error goes to `onError` (spec §8). */
export function watchAudioDevices(
  listener: (devices: AudioDevice[]) => void,
  options: { signal: AbortSignal; onError: (message: string) => void; media?: DeviceSource },
): void {
  const { signal, onError, media = navigator.mediaDevices } = options
  let latest = 0
  const list = async () => {
    // Answers may overtake one another; only the last question counts.
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
