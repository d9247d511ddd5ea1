import { type NoteKind, noteKinds, type Section, sections } from './sections.ts'

export type Mention = { at: number; end: number } & ({ section: Section } | { kind: NoteKind })

const refusing =
  /\b(?:no|not|without|except|excluding|exclude|omit|skip|leave out|don['’]t (?:want|need|include))\b[^.,;\n]{0,25}$/i

/** If mentions overlap, the longest one is used. */
export function mentionsIn(text: string): Mention[] {
  const all: Mention[] = [
    ...noteKinds.flatMap((kind) => placesOf(kind.words, text).map((place) => ({ ...place, kind }))),
    ...sections.flatMap((section) => placesOf(section.words, text).map((place) => ({ ...place, section }))),
  ]
  const longestFirst = all.toSorted((a, b) => b.end - b.at - (a.end - a.at) || a.at - b.at)
  const distinctMentions: Mention[] = []
  for (const mention of longestFirst) {
    if (distinctMentions.every((keptMention) => mention.end <= keptMention.at || mention.at >= keptMention.end))
      distinctMentions.push(mention)
  }
  return distinctMentions
    .filter(({ at }) => !refusing.test(text.slice(Math.max(0, at - 60), at)))
    .sort((a, b) => a.at - b.at)
}

const placesOf = (words: RegExp, text: string) =>
  [...text.matchAll(words)].map((match) => ({ at: match.index, end: match.index + match[0].length }))

/** Words for the section must have at least half of the letters of the name. */
export function sectionFor(name: string): Section | undefined {
  const letters = (part: string) => part.replace(/[^\p{L}\p{N}]/gu, '').length
  const fits = sections.flatMap((section) =>
    placesOf(section.words, name).map(({ at, end }) => ({ section, size: letters(name.slice(at, end)) })),
  )
  const [best] = fits.sort((a, b) => b.size - a.size)
  return best !== undefined && best.size * 2 >= letters(name) ? best.section : undefined
}
