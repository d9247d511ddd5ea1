import { createScriptedEngine } from '../../server/providers/speech/scripted.ts'

/** Creates a speech engine that recognises one sentence, from 0.5 s to 3.5 s, in any sound that is long enough. */
export const oneSentenceEngine = () =>
  createScriptedEngine([{ speaker: 0, text: 'About six hours a night.', fromMs: 500, toMs: 3500 }])
