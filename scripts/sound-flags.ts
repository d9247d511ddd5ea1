/** Default flags of puppeteer to remove. With `--mute-audio`, the audio of a tab is recorded as silence. */
export const unmuted = ['--mute-audio']

interface SoundFlagsOptions {
  /**
   * Path of a WAV file that replaces the microphone. It is repeated unless `once` is true. Null: the microphone of the
   * machine.
   */
  microphone: string | null
  once?: boolean
  playsUnasked: boolean
}

/**
 * Returns Chromium flags with which microphone and tab capture work. Never add `--use-fake-ui-for-media-stream`,
 * because it breaks tab capture.
 */
export function soundFlags({ microphone, once: playsOnce = false, playsUnasked }: SoundFlagsOptions): string[] {
  return [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    ...(playsUnasked ? ['--autoplay-policy=no-user-gesture-required'] : []),
    ...(microphone === null
      ? []
      : [
          '--use-fake-device-for-media-stream',
          `--use-file-for-fake-audio-capture=${microphone}${playsOnce ? '%noloop' : ''}`,
        ]),
  ]
}
