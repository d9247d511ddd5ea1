import { existsSync } from 'node:fs'
import { installSystemPackages } from './system-packages.ts'

const model = '/usr/share/pocketsphinx/model/en-us/en-us'

/**
 * Installs the offline speech engine, if it is missing and the system's packages offer it. Otherwise prints a message
 * and returns false.
 */
export function ensureSpeechLibrary(): boolean {
  if (existsSync(model)) return true
  if (installSystemPackages(['libpocketsphinx3', 'pocketsphinx-en-us'])) return true
  console.error(
    'No offline speech engine could be installed. Install libpocketsphinx3 and pocketsphinx-en-us, or set SPEECH_ENGINE.',
  )
  return false
}
