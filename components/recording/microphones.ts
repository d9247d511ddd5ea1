import type { AudioDevice } from '../../lib/contracts/index.ts'

/** The id of the system's default input. Browsers use the same id. */
export const systemDefault = 'default'

/** Returns the microphones, the system default first. The tab's sound is left out. */
export function inputsOf(devices: AudioDevice[]): Pick<AudioDevice, 'deviceId' | 'label'>[] {
  const named = devices
    .filter(({ browserAudio, deviceId }) => !browserAudio && deviceId !== '' && deviceId !== systemDefault)
    .map(({ deviceId, label }) => ({ deviceId, label: label || 'Microphone without a name' }))
  return [{ deviceId: systemDefault, label: 'The system’s microphone' }, ...named]
}
