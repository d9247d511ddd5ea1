import { hasFfmpeg } from '../server/providers/reading/ffmpeg.ts'
import { installSystemPackages } from './system-packages.ts'

/**
 * Installs ffmpeg for compressed audio, if it is missing and the system's packages offer it. Otherwise prints a message
 * and returns false.
 */
export async function ensureSoundDecoder(): Promise<boolean> {
  if (await hasFfmpeg()) return true
  if (installSystemPackages(['ffmpeg']) && (await hasFfmpeg())) return true
  console.error('MP3, M4A and Ogg files cannot be read here: install ffmpeg.')
  return false
}
