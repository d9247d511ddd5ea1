import type { SpeechEngine } from '../engine.ts'
import { languagesOf } from '../languages.ts'
import type { DeepgramSettings } from './connection.ts'
import { openStream } from './stream.ts'

export type { DeepgramSettings } from './connection.ts'

export function createDeepgram(settings: DeepgramSettings): SpeechEngine {
  return {
    name: 'deepgram',
    label: 'Deepgram: a hosted service; sound is sent to it as it is recorded.',
    languages: languagesOf('hosted'),
    diarizes: true,
    takesTerms: true,
    channels: 2,
    open: (options) => openStream(settings, options),
    async close() {},
  }
}
