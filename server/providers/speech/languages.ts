/**
 * The languages of recordings (product 14.1: about 36 codes, `multi` for mixed Spanish and English, and Arabic).
 * `hosted`: supported by Deepgram's nova models. `whisper`: supported by OpenAI-compatible transcription models.
 */
const table = {
  en: 'hosted whisper',
  multi: 'hosted whisper',
  ar: 'hosted whisper',
  bg: 'hosted whisper',
  ca: 'hosted whisper',
  cs: 'hosted whisper',
  da: 'hosted whisper',
  de: 'hosted whisper',
  'de-CH': 'hosted whisper',
  el: 'hosted whisper',
  es: 'hosted whisper',
  et: 'hosted whisper',
  fi: 'hosted whisper',
  fr: 'hosted whisper',
  he: 'whisper',
  hi: 'hosted whisper',
  hr: 'hosted whisper',
  hu: 'hosted whisper',
  id: 'hosted whisper',
  it: 'hosted whisper',
  ja: 'hosted whisper',
  ko: 'hosted whisper',
  lt: 'hosted whisper',
  lv: 'hosted whisper',
  ms: 'hosted whisper',
  nl: 'hosted whisper',
  'nl-BE': 'hosted',
  no: 'hosted whisper',
  pl: 'hosted whisper',
  pt: 'hosted whisper',
  ro: 'hosted whisper',
  ru: 'hosted whisper',
  sk: 'hosted whisper',
  sl: 'hosted whisper',
  sv: 'hosted whisper',
  th: 'whisper',
  tr: 'hosted whisper',
  uk: 'hosted whisper',
  vi: 'hosted whisper',
  zh: 'hosted whisper',
} as const satisfies Record<string, 'hosted whisper' | 'hosted' | 'whisper'>

export type LanguageCode = keyof typeof table

export const languageCodes = Object.keys(table) as LanguageCode[]

export const languagesOf = (kind: 'hosted' | 'whisper'): LanguageCode[] =>
  languageCodes.filter((code) => table[code].split(' ').includes(kind))
