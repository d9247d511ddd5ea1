import { z } from 'zod'
import { limits } from './limits.ts'

const phrases = z.array(z.string().trim().min(1).max(limits.nameMax)).max(limits.stylePhrasesMax)

/**
 * How a language model words a note (product 3.17). A person sets it once, and an organisation sets what applies to
 * members who have set nothing. An absent setting is not set.
 */
export const writingStyle = z.strictObject({
  /** `first`: the note calls the clinician "I". `third`: it names the clinician's role. */
  person: z.enum(['third', 'first']).optional(),
  tense: z.enum(['present', 'past']).optional(),
  subject: z.enum(['patient', 'client']).optional(),
  length: z.enum(['brief', 'normal', 'detailed']).optional(),
  layout: z.enum(['prose', 'bullets']).optional(),
  /** `usual`: common clinical abbreviations such as "BP". `none`: every term is written out. */
  abbreviations: z.enum(['usual', 'none']).optional(),
  forbidden: phrases.optional(),
  terms: phrases.optional(),
})
export type WritingStyle = z.infer<typeof writingStyle>

/**
 * Returns the style that applies to a note: the person's own settings, and the organisation's settings where the person
 * has set nothing. The phrases and terms of both apply.
 */
export function mergedStyle(organisation: WritingStyle, personalStyle: WritingStyle): WritingStyle {
  const unionOf = (name: 'forbidden' | 'terms') => {
    const all = [...new Set([...(organisation[name] ?? []), ...(personalStyle[name] ?? [])])]
    return all.length === 0 ? {} : { [name]: all }
  }
  return { ...organisation, ...personalStyle, ...unionOf('forbidden'), ...unionOf('terms') }
}
