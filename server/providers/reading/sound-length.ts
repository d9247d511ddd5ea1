const frameRateHz = 16_000
/** Recorders round the length that they declare. */
const roundedFrames = frameRateHz / 2

export const damagedSound = 'A part of the sound in this file is damaged. Its words may be missing.'
export const cutSound = 'This file ends in the middle of its sound. The words after that are missing.'

/** Says that a file has less sound than it declares, both in 16 kHz frames. `declared` null: it declares no length. */
export function lengthNotices(declared: number | null, readFrames: number): string[] {
  if (declared === null || readFrames >= declared - roundedFrames) return []
  const seconds = (frames: number) => Math.round(frames / (frameRateHz / 10)) / 10
  return [`The file declares ${seconds(declared)} s of sound and ends after ${seconds(readFrames)} s.`]
}
