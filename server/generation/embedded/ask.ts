import { contentStems } from './bm25.ts'
import { type Concept, concepts } from './concepts.ts'

export interface Ask {
  name: string
  concepts: readonly Concept[]
  /** Stems of the other words of the name, such as "knee" in "Knee surgery", or "rest" in "Sleep and rest". */
  rest: readonly string[]
  /** In "Knee surgery" a statement must contain "knee"; in "Sleep and rest", not "rest". */
  needed: readonly string[]
  /** True if the name has words that narrow or change the known subject, as in "New rash" and "Pain at rest". */
  limits: boolean
  query: string
  past: boolean
}

export interface Named {
  name: string
  instructions?: string | undefined
  options?: readonly string[]
}

/** `askOf` uses such a concept only if no earlier concept matches the name of the field. */
const sections = new Set(['story', 'complaint', 'onset', 'risk', 'social', 'symptoms'])

const neutral =
  /\b(?:current(?:ly)?|present(?:ly)?|history|past|prior|previous|ever|recent(?:ly)?|level|score|rating|status|use[ds]?|details|summary|notes?|report(?:s|ed)|denies|denied|absence|per|day|night|with|new|patient|client|their|since|last|visit|session|today|hours?|number|symptoms?|severity|current|type|amount|other|relevant|list|out|10|scale|lb|lbs|kg|bpm|mmhg|information|time|discussed|described|home)\b|'s\b/g

const plain =
  /\b(?:current(?:ly)?|present(?:ly)?|at|status|uses?|level|scores?|rating|severity|reported|now|today|lbs?|kg|per|night|day|and|or|of|the|history|past|prior|previous|former|ever|patient|client|0|10)\b/g

/** "Sleep and rest": a conjunction connects the word with a known subject. */
const jointPattern = /\|\s*(?:and|or|&|\/|,)[^|]*|[^|]*(?:\band|\bor|&|\/|,)\s*\|/g

export function askOf({ name, instructions = '', options = [] }: Named): Ask {
  const low = name.toLowerCase()
  let left = low
  const askedConcepts: Concept[] = []
  for (const concept of concepts) {
    if (askedConcepts.length > 0 && sections.has(concept.id)) continue
    const match = concept.name.exec(left)
    if (match === null) continue
    askedConcepts.push(concept)
    left = `${left.slice(0, match.index)} | ${left.slice(match.index + match[0].length)}`
  }
  const stemsOf = (words: string) => contentStems(words.replaceAll(neutral, ' '))
  return {
    name: low,
    concepts: askedConcepts,
    rest: stemsOf(left),
    needed: stemsOf(askedConcepts.length === 0 ? left : left.replaceAll(jointPattern, ' ')),
    limits: /[\p{L}\p{N}]/u.test(left.replaceAll(plain, ' ')),
    query: [name, name, instructions, ...options].join(' '),
    past: /\b(?:past|previous|prior|ever|former|history)\b/.test(low),
  }
}
