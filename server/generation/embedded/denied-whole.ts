import { contentStems } from './bm25.ts'
import { everywhere } from './vocabulary.ts'

/**
 * Pairs of patterns. The first pattern matches names of fields. The second pattern matches words with which a question
 * asks about the whole subject of these fields, so that a "no" denies the whole field.
 */
const wholes: readonly (readonly [RegExp, RegExp])[] = [
  [/suicid/, /suicid\w*|(?:kill|end)(?:ing)? (?:yourself|your (?:own )?life)|tak(?:e|ing) your own life/],
  [/self[- ]?harm/, /self[- ]?harm\w*|(?:hurt|harm)(?:ing)? yourself/],
  [
    /homicid|(?:harm|hurt)\w* (?:others|other people)/,
    /homicid\w*|(?:hurt|harm|kill)(?:ing)? (?:anyone|anybody|someone|somebody|others|other people)(?: else)?/,
  ],
  [/firearm|gun/, /firearms?|guns?/],
  [
    /(?:drug|medication|medicine) allerg/,
    /allerg\w* to (?:any )?(?:drugs?|medications?|medicines?)|(?:\w+ )?allerg\w*/,
  ],
  [/allerg/, /allerg\w*/],
]

/**
 * Returns the words that a question has in addition to the words for the subject of a field (`name`). Null if the
 * question does not ask about the whole subject. For example, "Do you hear voices?" asks about a part of the subject
 * "hallucinations", so a "no" does not deny all hallucinations. Both texts must be in lower case.
 */
export function wordsBesideWhole(question: string, name: string): string[] | null {
  const whole = wholes.find(([names]) => names.test(name))?.[1]
  if (whole !== undefined) return whole.test(question) ? wordsOf(question.replaceAll(everywhere(whole), ' ')) : null
  const stems = new Set(contentStems(name))
  const words = wordsOf(question)
  const others = words.filter((word) => !contentStems(word).some((stem) => stems.has(stem)))
  return others.length === words.length ? null : others
}

const wordsOf = (text: string): string[] => text.match(/[a-z']+/g) ?? []
