import type { AudioDevice } from '../../lib/contracts/index.ts'

/** Stands for the system's own choice among the inputs: browsers give it this id too. */
export const systemDefault = 'default'

/** The inputs to choose from, the system's choice first; the tab's own sound is no microphone. */
export function inputsOf(devices: AudioDevice[]): Pick<AudioDevice, 'deviceId' | 'label'>[] {
  const named = devices
    .filter(({ browserAudio, deviceId }) => !browserAudio && deviceId !== '' && deviceId !== systemDefault)
    .map(({ deviceId, label }) => ({ deviceId, label: label || 'Microphone without a name' }))
  return [{ deviceId: systemDefault, label: 'The system’s microphone' }, ...named]
}
