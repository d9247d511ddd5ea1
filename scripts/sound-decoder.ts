import { hasFfmpeg } from '../server/providers/reading/ffmpeg.ts'
import { installSystemPackages } from './system-packages.ts'

/**
 * Installs ffmpeg, which decodes compressed audio, from the system's packages if it is missing. Returns true if ffmpeg
 * is installed afterwards. If it cannot be installed, prints a message and returns false.
 */
export async function ensureSoundDecoder(): Promise<boolean> {
  if (await hasFfmpeg()) return true
  if (installSystemPackages(['ffmpeg']) && (await hasFfmpeg())) return true
  console.error('MP3, M4A, Ogg, WebM, FLAC and AAC files cannot be read here: install ffmpeg.')
  return false
}
