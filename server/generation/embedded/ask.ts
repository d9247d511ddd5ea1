import { contentStems } from './bm25.ts'
import { type Concept, concepts } from './concepts.ts'

/** What a field asks for. */
export interface Ask {
  /** The name of the field, in lower case. */
  name: string
  /** The concepts of the vocabulary that the name of the field contains. Empty if it contains none. */
  concepts: readonly Concept[]
  /** Stems of the other words of the name, such as "knee" in "Knee surgery", or "rest" in "Sleep and rest". */
  rest: readonly string[]
  /**
   * The stems of `rest` that a statement must contain to be about the field. In "Knee surgery", "knee" is needed: a
   * statement about surgery may be about another surgery. In "Sleep and rest", "rest" is not needed: a statement about
   * sleep alone also fits.
   */
  needed: readonly string[]
  /** True if the name has words that narrow or change the known subject, as in "New rash" and "Pain at rest". */
  limits: boolean
  /** Name, instructions and options, to rank sentences. */
  query: string
  /** True if the field asks about the past, as in "Past suicide attempts" or "Ever smoked". */
  past: boolean
}

/** The properties of a field that say what it asks for. */
export interface Named {
  name: string
  instructions?: string | undefined
  options?: readonly string[]
}

/**
 * Concepts that name a whole section of a note. `askOf` uses such a concept only if no earlier concept matches the name
 * of the field.
 */
const sections = new Set(['story', 'complaint', 'onset', 'risk', 'social', 'symptoms'])

const neutral =
  /\b(?:current(?:ly)?|present(?:ly)?|history|past|prior|previous|ever|recent(?:ly)?|level|score|rating|status|use[ds]?|details|summary|notes?|report(?:s|ed)|denies|denied|absence|per|day|night|with|new|patient|client|their|since|last|visit|session|today|hours?|number|symptoms?|severity|current|type|amount|other|relevant|list|out|10|scale|lb|lbs|kg|bpm|mmhg|information|time|discussed|described|home)\b|'s\b/g

/** Words that do not change what a closed field asks for. */
const plain =
  /\b(?:current(?:ly)?|present(?:ly)?|at|status|uses?|level|scores?|rating|severity|reported|now|today|lbs?|kg|per|night|day|and|or|of|the|history|past|prior|previous|former|ever|patient|client|0|10)\b/g

/**
 * Matches words that a conjunction connects with a known subject, as in "sleep and rest". `askOf` has replaced the
 * known subject with a bar: "| and rest", "diet & |".
 */
const joined = /\|\s*(?:and|or|&|\/|,)[^|]*|[^|]*(?:\band|\bor|&|\/|,)\s*\|/g

/**
 * Returns what a field asks for, read from its name. If the name contains no known concept, the words of the name
 * themselves are searched in the session.
 */
export function askOf({ name, instructions = '', options = [] }: Named): Ask {
  const low = name.toLowerCase()
  let left = low
  const found: Concept[] = []
  for (const concept of concepts) {
    if (found.length > 0 && sections.has(concept.id)) continue
    const match = concept.name.exec(left)
    if (match === null) continue
    found.push(concept)
    left = `${left.slice(0, match.index)} | ${left.slice(match.index + match[0].length)}`
  }
  const stemsOf = (words: string) => contentStems(words.replaceAll(neutral, ' '))
  return {
    name: low,
    concepts: found,
    rest: stemsOf(left),
    needed: stemsOf(found.length === 0 ? left : left.replaceAll(joined, ' ')),
    limits: /[\p{L}\p{N}]/u.test(left.replaceAll(plain, ' ')),
    query: [name, name, instructions, ...options].join(' '),
    past: /\b(?:past|previous|prior|ever|former|history)\b/.test(low),
  }
}
