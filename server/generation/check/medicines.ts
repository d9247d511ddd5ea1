import { distance } from 'fastest-levenshtein'
import type { Flag } from '../../../lib/contracts/index.ts'
import { type NamedMedicine, namedMedicines } from '../reading/medicines.ts'
import type { Cited, PreparedSession } from './prepared-session.ts'

const ofTurns = new WeakMap<PreparedSession, Map<number, readonly NamedMedicine[]>>()

/** Returns the medicines that a turn names. Cached, because all fields of a note cite the same turns. */
function medicinesOf(prepared: PreparedSession, turn: number): readonly NamedMedicine[] {
  const known = ofTurns.get(prepared) ?? new Map<number, readonly NamedMedicine[]>()
  ofTurns.set(prepared, known)
  const fresh = known.get(turn) ?? namedMedicines(prepared.words(turn))
  known.set(turn, fresh)
  return fresh
}

/** Longest difference between the spellings of a medicine, because speech recognition often misspells it. */
const spellingMax = 2

const isSame = (one: NamedMedicine, other: NamedMedicine): boolean =>
  [...one.generics].some((generic) => other.generics.has(generic)) ||
  ((one.generics.size === 0 || other.generics.size === 0) && isClose(one.stem, other.stem))

const isClose = (a: string, b: string): boolean =>
  a === b || (Math.abs(a.length - b.length) <= spellingMax && a.length > 5 && distance(a, b) <= spellingMax)

/**
 * Returns the medicines that were named before the cited words. "Let's go up to a hundred" can refer to each of them. If
 * the cited words name medicines themselves, only the medicines of the last turn before them are returned.
 */
function namedBefore(prepared: PreparedSession, turns: readonly number[], isNamed: boolean): readonly NamedMedicine[] {
  const before: NamedMedicine[] = []
  for (let turn = Math.min(...turns) - 1; turn >= 0; turn--) {
    before.push(...medicinesOf(prepared, turn))
    if (isNamed && before.length > 0) break
  }
  return before
}

/**
 * Flags the medicines of a text that the cited words do not name, in any spelling and under no brand name (severity 2).
 * The turns next to the quotes count, and the medicines of `namedBefore`. A name that is not known, but
 * has the form of a medicine's name, must occur in the session. `own`: the words of the field, which need no evidence.
 */
export function unsaidMedicines(text: string, own: string, prepared: PreparedSession, cited: Cited): Flag[] {
  const named = namedMedicines(text)
  if (named.length === 0 || cited.near.size === 0) return []
  const near = [...cited.near].filter((turn) => prepared.session.turns[turn] !== undefined)
  const here = near.flatMap((turn) => medicinesOf(prepared, turn))
  const said = [...here, ...namedBefore(prepared, near, here.some((one) => !named.some((other) => isSame(one, other)))), ...namedMedicines(own)]
  const words = near.map((turn) => prepared.words(turn).toLowerCase()).join('\n')
  const single = new Set(words.match(/[\p{L}\p{M}]+/gu) ?? [])
  const isLiteral = ({ text: name, generics }: NamedMedicine) =>
    /\p{Script=Han}|\p{Script=Katakana}/u.test(name) ? generics.size === 0 && words.includes(name) : single.has(name.toLowerCase())
  const unnamed = named.filter((one) => !said.some((other) => isSame(one, other)) && !isLiteral(one))
  // A misspelled name is no known medicine: "sertra lean". It is looked for among all words of the session.
  const spelled = unnamed.filter(({ stem }) => !soundsLike(stem, words))
  return [...new Set(spelled.map((one) => one.text))].map((name) => ({
    severity: 2,
    text: name,
    reason: 'The quote does not name this medicine.',
  }))
}

/** True if a word, or two words after each other, are spelled almost like a medicine. */
function soundsLike(stem: string, words: string): boolean {
  if (stem.length < 7 || !/^[a-z]+$/.test(stem)) return false
  const parts = words.match(/[a-zà-ÿ]+/g) ?? []
  return parts.some((part, at) =>
    [part, part + (parts[at + 1] ?? '')].some(
      (one) => one[0] === stem[0] && Math.abs(one.length - stem.length) <= 2 && distance(one, stem) <= spellingMax,
    ),
  )
}
