import type { VisitContext } from '../../../lib/contracts/index.ts'
import { lexicons } from './languages/index.ts'

const notNames = new Set(
  `i i'm i've i'd i'll january february march april may june july august september october november december monday tuesday
  wednesday thursday friday saturday sunday mr mrs ms miss dr doctor ok okay god christmas thanksgiving easter halloween new year
  client patient provider caregiver therapist yes no none denies denied reports english spanish american aa na dui phq gad ct mri ecg ekg er icu
  spring summer autumn fall winter today tomorrow tylenol`.split(/\s+/),
)
/** True for a capitalised word that is no name, such as "Monday" or "Sundays". */
const isNoName = (low: string): boolean => notNames.has(low) || notNames.has(low.replace(/s$/, ''))
const word = /[\p{L}][\p{L}'’-]*/gu

/**
 * Returns capitalised words that do not begin a sentence, with their offsets. They may be names of people, places or
 * things.
 */
export function properWords(text: string): { word: string; start: number }[] {
  return [...text.matchAll(word)].flatMap((match) => {
    const found = match[0].replace(/['’]s$/, '')
    if (!/^\p{Lu}\p{Ll}/u.test(found) || isNoName(found.toLowerCase())) return []
    // The 16 characters before a word show if the word begins a sentence. Searching the whole text before every word
    // would take quadratic time.
    const before = match.index > 16 ? `x${text.slice(match.index - 16, match.index)}` : text.slice(0, match.index)
    const opens = /(?:^|[.!?:\n•"“]|^\s*-|\d\.)\s*[-*_("“]*\s*$/.test(before)
    return opens ? [] : [{ word: found, start: match.index }]
  })
}

/** The words of the names in the visit's details, in lower case. */
export function contextNames(context: VisitContext): Set<string> {
  const names = [context.patient?.name ?? '', (context.provider?.name ?? '').split(',')[0] ?? '']
  return new Set(names.flatMap((name) => name.toLowerCase().match(/\p{L}{2,}/gu) ?? []))
}

const kin = lexicons.en.relatives
const introduced = new RegExp(
  `\\b(?:[Mm]y|[Hh]er|[Hh]is|[Tt]heir|[Yy]our) (?:(?:best|older|younger|little|big|good) )?(${kin}),? ([A-Z][a-z]+)\\b`,
  'g',
)

/**
 * Removes people's names from a text, for a field whose `names` is false. "My friend Sam" becomes "my friend", "Dr.
 * Cruz" becomes "the doctor", and "Mr. Hill" becomes "another person". A name alone becomes the role with which the
 * session introduces the person ("my sister Anna" makes "Anna" "the sister"), or "another person". `readable` is false
 * for a language such as German, in which all nouns have capital letters. For such a language, only two kinds of names
 * are removed: names after a title, and names from the visit's details.
 */
export function withoutNames(text: string, session: string, context: VisitContext, readable = true): string {
  const roles = new Map<string, string>()
  for (const match of session.matchAll(introduced)) roles.set(match[2] ?? '', match[1] ?? '')
  const known = contextNames(context)
  const small = new Set(session.match(/(?<![\p{L}])\p{Ll}[\p{Ll}'-]+/gu) ?? [])
  const named = new Set(properWords(session).map(({ word: name }) => name))
  // Names from the visit's details always count as names. If `readable` is true, other words count as names too if the
  // session has them with a capital letter within a sentence, and never in lower case.
  const isName = (name: string) =>
    known.has(name.toLowerCase()) ||
    (readable && named.has(name) && !small.has(name.toLowerCase()) && !isNoName(name.toLowerCase()))
  return text
    .replace(/\b(?:Dr|Doctor)\.? \p{Lu}[\p{L}-]+/gu, 'the doctor')
    .replace(/\b(?:Mr|Mrs|Ms|Miss)\.? \p{Lu}[\p{L}-]+/gu, 'another person')
    .replace(new RegExp(`\\b(${kin}),? (\\p{Lu}\\p{Ll}+),?`, 'gu'), (all, role: string, name: string) =>
      isName(name) ? role : all,
    )
    .replace(/(?<![\p{L}])\p{Lu}[\p{L}-]+/gu, (name) =>
      isName(name) ? (roles.has(name) ? `the ${roles.get(name)}` : 'another person') : name,
    )
    .replace(/\b(another person)(?: another person)+\b/g, '$1')
}
