import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import type { Lexicon } from './lexicon.ts'
import { pt } from './pt.ts'
import { zh } from './zh.ts'

export const knownLanguages = ['en', 'es', 'de', 'fr', 'pt', 'it', 'ja', 'zh', 'ar'] as const
export type KnownLanguage = (typeof knownLanguages)[number]

export const lexicons: Record<KnownLanguage, Lexicon> = { en, es, de, fr, pt, it, ja, zh, ar }

export const isKnown = (language: string): language is KnownLanguage => Object.hasOwn(lexicons, language)

/** A language without a lexicon is left out. */
export const lexiconsOf = (languages: Iterable<string>): Lexicon[] =>
  [...languages].flatMap((language) => (isKnown(language) ? [lexicons[language]] : []))
