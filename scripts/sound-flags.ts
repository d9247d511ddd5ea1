/** What puppeteer adds and must not: muted, a tab's sound is recorded as silence. */
export const unmuted = ['--mute-audio']

interface SoundFlagsOptions {
  /** A wav that stands for the microphone, heard again and again unless `once`; null: the machine's own. */
  microphone: string | null
  once?: boolean
  /** Pages may play without having been clicked. */
  playsUnasked: boolean
}

/** Flags of a Chromium under which microphone and tab capture work. Never `--use-fake-ui-for-media-stream`: it breaks tab capture. */
export function soundFlags({ microphone, once = false, playsUnasked }: SoundFlagsOptions): string[] {
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
          `--use-file-for-fake-audio-capture=${microphone}${once ? '%noloop' : ''}`,
        ]),
  ]
}
