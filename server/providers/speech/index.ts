import type { SpeechEngine } from './engine.ts'
import { createPocketsphinx, findPocketsphinx } from './pocketsphinx/index.ts'
import { createScriptedEngine, readSpeechScript } from './scripted.ts'

export type { EngineEvent, Segment, SpeechEngine } from './engine.ts'

/** What the server's configuration says of speech. */
export interface SpeechConfig {
  /** null: chosen by what is present. */
  speechEngine: 'pocketsphinx' | 'scripted' | 'none' | null
  /** What the `scripted` engine hears: a file. */
  speechScript: string | null
}

/** The engine that serves, or why there is none and what to do. */
export type SpeechChoice = { engine: SpeechEngine; message: null } | { engine: null; message: string }

const none = (message: string): SpeechChoice => ({ engine: null, message })

/** Chooses the speech engine by configuration, else by what is present. Loads nothing yet. */
export function chooseSpeechEngine(config: SpeechConfig): SpeechChoice {
  if (config.speechEngine === 'none') return none('Speech is switched off on this server. Type the note instead.')
  if (config.speechEngine === 'scripted') {
    if (config.speechScript === null)
      return none('The scripted speech engine needs SPEECH_SCRIPT, a file with its words.')
    return { engine: createScriptedEngine(readSpeechScript(config.speechScript)), message: null }
  }
  const found = findPocketsphinx()
  if ('files' in found) return { engine: createPocketsphinx(found.files), message: null }
  return none(
    `No speech engine is installed on this server. Install ${found.missing.join(' and ')} and start it again, or type the note instead.`,
  )
}
