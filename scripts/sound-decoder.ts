import { hasFfmpeg } from '../server/providers/reading/ffmpeg.ts'
import { installSystemPackages } from './system-packages.ts'

/** Sees to it that compressed sound can be decoded where the system's packages offer it; says so where they do not. */
export async function ensureSoundDecoder(): Promise<boolean> {
  if (await hasFfmpeg()) return true
  if (installSystemPackages(['ffmpeg']) && (await hasFfmpeg())) return true
  console.error('MP3, M4A and Ogg files cannot be read here: install ffmpeg.')
  return false
}
