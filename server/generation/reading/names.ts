import type { VisitContext } from '../../../lib/contracts/index.ts'
import { lexicons } from './languages/index.ts'

const notNames = new Set(
  `i i'm i've i'd i'll january february march april may june july august september october november december monday tuesday
  wednesday thursday friday saturday sunday mr mrs ms miss dr doctor ok okay god christmas thanksgiving easter halloween new year
  client patient provider caregiver therapist yes no none denies denied reports english spanish american aa na dui phq gad ct mri ecg ekg er icu
  spring summer autumn fall winter today tomorrow tylenol`.split(/\s+/),
)
const isNoName = (low: string): boolean => notNames.has(low) || notNames.has(low.replace(/s$/, ''))
const word = /[\p{L}][\p{L}'’-]*/gu

/** These may be names of people, places or things. */
export function properWords(text: string): { word: string; start: number }[] {
  return [...text.matchAll(word)].flatMap((match) => {
    const found = match[0].replace(/['’]s$/, '')
    if (!/^\p{Lu}\p{Ll}/u.test(found) || isNoName(found.toLowerCase())) return []
    // Searching the whole text before every word would take quadratic time.
    const before = match.index > 16 ? `x${text.slice(match.index - 16, match.index)}` : text.slice(0, match.index)
    const opens = /(?:^|[.!?:\n•"“]|^\s*-|\d\.)\s*[-*_("“]*\s*$/.test(before)
    return opens ? [] : [{ word: found, start: match.index }]
  })
}

export function contextNames(context: VisitContext): Set<string> {
  const names = [context.patient?.name ?? '', (context.provider?.name ?? '').split(',')[0] ?? '']
  return new Set(names.flatMap((name) => name.toLowerCase().match(/\p{L}{2,}/gu) ?? []))
}

const kin = lexicons.en.relatives
const introduced = new RegExp(
  `\\b(?:[Mm]y|[Hh]er|[Hh]is|[Tt]heir|[Yy]our) (?:(?:best|older|younger|little|big|good) )?(${kin}),? ([A-Z][a-z]+)\\b`,
  'g',
)

/** Without capital-letter rules (German), only names after a title and from the visit's details are removed. */
export function withoutNames(text: string, session: string, context: VisitContext, readable = true): string {
  const roles = new Map<string, string>()
  for (const match of session.matchAll(introduced)) roles.set(match[2] ?? '', match[1] ?? '')
  const known = contextNames(context)
  const small = new Set(session.match(/(?<![\p{L}])\p{Ll}[\p{Ll}'-]+/gu) ?? [])
  const named = new Set(properWords(session).map(({ word: name }) => name))
  // Otherwise a name has a capital letter within a sentence, and never occurs in lower case.
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
