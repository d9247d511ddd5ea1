import { existsSync } from 'node:fs'
import { installSystemPackages } from './system-packages.ts'

const model = '/usr/share/pocketsphinx/model/en-us/en-us'

/**
 * Installs the offline speech engine from the system's packages if it is missing. Returns true if the engine is
 * installed afterwards. If it cannot be installed, prints a message and returns false.
 */
export function ensureSpeechLibrary(): boolean {
  if (existsSync(model)) return true
  if (installSystemPackages(['libpocketsphinx3', 'pocketsphinx-en-us'])) return true
  console.error(
    'No offline speech engine could be installed. Install libpocketsphinx3 and pocketsphinx-en-us, or set SPEECH_ENGINE.',
  )
  return false
}
