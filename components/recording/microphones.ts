import type { AudioDevice } from '../../lib/contracts/index.ts'

/** The id that browsers give to the system's default microphone. */
export const systemDefault = 'default'

/** Returns the microphones, the system default first. The tab's sound is left out. */
export function inputsOf(devices: AudioDevice[]): Pick<AudioDevice, 'deviceId' | 'label'>[] {
  const microphones = devices
    .filter(({ browserAudio, deviceId }) => !browserAudio && deviceId !== '' && deviceId !== systemDefault)
    .map(({ deviceId, label }) => ({ deviceId, label: label || 'Microphone without a name' }))
  return [{ deviceId: systemDefault, label: 'The system’s microphone' }, ...microphones]
}
