import { concepts, everywhere } from './concepts.ts'

const hesitation = /^(?:u[mh]+|uhm|h+m+|mm+|er)$/

export function bareWords(low: string): string {
  const words = (low.match(/\d+\.\d+|[^\s,.?!…;:"]+|,/g) ?? []).filter((word) => !hesitation.test(word))
  return words
    .filter((word, index) => word !== ',' || (index > 0 && index < words.length - 1 && words[index - 1] !== ','))
    .join(' ')
}

export function marked(low: string, subjects: readonly RegExp[]): string {
  const markedText = subjects.reduce((text, pattern) => text.replaceAll(everywhere(pattern), '@'), low)
  return concepts.reduce((text, { name }) => text.replaceAll(everywhere(name), '#'), markedText)
}

/** Words at the end of a question that do not narrow it. */
export const tail =
  '(?: ,)?(?: (?:at all|since (?:we last (?:met|spoke|talked)|i last saw you|last (?:time|visit|session)|(?:our|your|the|my) last (?:visit|session|appointment))|lately|recently|now|right now|currently|at the moment|these days|at present|(?:or |and )?(?:anything|things?|stuff|any of that)(?: (?:like that|else like that))?))*'
const between = '(?: ,| and| or)(?: (?:,|and|or|any|an?|some|the|of|having|feeling|use|take))*'
export const list = `[@#](?:${between} [@#])*`
