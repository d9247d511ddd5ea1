import { distance } from 'fastest-levenshtein'
import type { Flag } from '../../../lib/contracts/index.ts'
import { namedMedicines } from '../reading/medicines.ts'
import { properWords } from '../reading/names.ts'
import { plainLetters } from '../reading/number-words.ts'
import { unsaidName } from './doubts.ts'
import { isGivenName, isNoteWord, opensWithName } from './openers.ts'
import { wordsIn } from './words/words-in.ts'

/** Words that follow a person's name in the name of a disease, a sign or a thing, such as "Parkinson's disease". */
const named =
  /^(?:['’]s?)?\s+(?:disease|syndrome|signs?|tests?|catheter|smear|phenomen\w+|reflex\w*|maneuver|classification|score|scale|criteria|tooth|procedure|stain|tube|drain|lymphoma|palsy|contracture|fracture|hernia|esophagus|thyroiditis|tremor|questionnaire|inventory|index|bandage|brace|boot|splint|sarcoma|tumor|cyst|node|gland|method|technique|virus|therapy|stockings?|protocol|grade|inhaler|cream|ointment|injections?|patch\w*|spray|tablets?|capsules?|\d|Disease|Syndrome)/

const eponyms = wordsIn('eponyms')

export type SaidWords = ReadonlySet<string>

const partsOf = (word: string): string[] =>
  [word, ...word.split(/['’-]/)].filter((part) => part !== '').map(plainLetters)

/** Small differences in spelling are accepted, because speech recognition often misspells names. */
export function wasSaid(word: string, said: SaidWords): boolean {
  const parts = partsOf(word.replace(/['’]s$/, ''))
  if (parts.some((part) => said.has(part) || said.has(part.replace(/s$/, '')) || said.has(`${part}s`))) return true
  const [plain = ''] = parts
  if (plain.length < 5) return false
  const most = plain.length > 7 ? 2 : 1
  for (const other of said)
    if (other[0] === plain[0] && Math.abs(other.length - plain.length) <= most && distance(plain, other) <= most)
      return true
  return false
}

const headingReach = 200

function isHeading(text: string, start: number): boolean {
  // Without this reach, the time would grow with the square of the length of the text.
  const before = text.slice(Math.max(0, start - headingReach), start)
  const lead = before.slice(Math.max(before.lastIndexOf('\n') + 1, before.lastIndexOf('. ') + 1))
  const after = text.slice(start, start + 60)
  if (/^[^.;,\n]{0,50}:/.test(after) && lead.trim().split(/\s+/).length <= 6) return true
  const around = text.slice(Math.max(0, start - 60), start + 60).match(/\p{L}{4,}/gu) ?? []
  const capitals = around.filter((word) => /^\p{Lu}/u.test(word)).length
  return around.length >= 5 && capitals * 3 > around.length * 2
}

/** Flags names of people and places that nobody said. */
export function unsaidNames(text: string, said: SaidWords, english: boolean): Flag[] {
  const small = new Set((text.match(/(?<![\p{L}])\p{Ll}[\p{Ll}'-]+/gu) ?? []).map(plainLetters))
  const explained = (word: string, start: number, opens = false): boolean => {
    const plain = plainLetters(word)
    const after = text.slice(start + word.length, start + word.length + 30)
    return (
      word.length < 4 ||
      /\p{Lu}/u.test(word.slice(1).replaceAll(/-\p{Lu}/gu, '')) ||
      small.has(plain) ||
      eponyms.has(word.toLowerCase()) ||
      partsOf(word).some((part) => eponyms.has(part)) ||
      (english && isNoteWord(word.toLowerCase())) ||
      namedMedicines(word).length > 0 ||
      named.test(after) ||
      (!opens && isHeading(text, start))
    )
  }
  const inside = properWords(text)
    .filter(({ word, start }) => (english && isGivenName(word)) || !explained(word, start))
    .map(({ word }) => word)
  const opening = english
    ? [...text.matchAll(/(?:^[ \t]*(?:-[ \t]*)?|[.!?:•"“]\s*)(\p{Lu}\p{Ll}[\p{L}-]*)/gmu)].flatMap((match) => {
        const word = match[1] ?? ''
        const end = match.index + match[0].length
        if (!opensWithName(word, text.slice(end))) return []
        if (!isGivenName(word) && explained(word, end - word.length, true)) return []
        return [word]
      })
    : []
  const found = [...new Set([...inside, ...opening])].filter((word) => !wasSaid(word, said))
  return found.map(unsaidName)
}
