export const speechEngineNames = ['deepgram', 'openai', 'sherpa', 'pocketsphinx', 'scripted', 'none'] as const
export type SpeechEngineName = (typeof speechEngineNames)[number]
