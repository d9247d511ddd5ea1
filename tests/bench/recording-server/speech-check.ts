import type { Figure } from '../../../scripts/bench.ts'
import { ensureSpeechLibrary } from '../../../scripts/speech-library.ts'
import { chooseSpeechEngine } from '../../../server/providers/speech/index.ts'
import { createPocketsphinxDecoder } from '../../../server/providers/speech/pocketsphinx/decoder.ts'
import { findPocketsphinx } from '../../../server/providers/speech/pocketsphinx/files.ts'
import { finalsOf, hear } from '../../fakes/hear.ts'
import { music, noise, silence } from '../../fakes/sounds.ts'

const seconds = 60
const countWords = (text: string) => text.split(/\s+/).filter((word) => word !== '').length

/**
 * Counts the words that the speech engine reports for a minute each of music, noise and silence. Nobody speaks in these
 * sounds, so every word is an error. Measures the engine with the speech check before it, and the engine alone.
 */
export async function speechCheck(): Promise<Figure[]> {
  const measure = 'words made of music, noise, silence (60 s each)'
  ensureSpeechLibrary()
  const found = findPocketsphinx()
  const { engine } = chooseSpeechEngine({ speechEngine: 'pocketsphinx', speechScript: null })
  if (engine === null || 'missing' in found) {
    return [{ measure, figure: 'not measured: PocketSphinx could not be installed', limit: '0', holds: false }]
  }
  const alone = createPocketsphinxDecoder(found.files)
  const counts: string[] = []
  let sum = 0
  for (const sound of [music(seconds), noise(seconds), silence(seconds)]) {
    const words = finalsOf(await hear(engine, sound)).reduce((all, { text }) => all + countWords(text), 0)
    sum += words
    let unchecked = 0
    // Utterances of ten seconds, as an engine without the speech check would cut them.
    for (let at = 0; at < sound.length; at += 10 * 16_000) {
      alone.begin()
      alone.take(sound.subarray(at, at + 10 * 16_000))
      alone.end()
      unchecked += alone.words().length
    }
    counts.push(`${words} beside ${unchecked}`)
  }
  alone.close()
  await engine.close()
  return [{ measure, figure: `${counts.join(' · ')} by the engine alone`, limit: '0', holds: sum === 0 }]
}
