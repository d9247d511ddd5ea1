import { distance } from 'fastest-levenshtein'
import type { Flag } from '../../../lib/contracts/index.ts'
import { onceFor, oncePerTurn } from '../once.ts'
import { type NamedMedicine, namedMedicines } from '../reading/medicines.ts'
import type { Sentence } from '../reading/sentences.ts'
import type { Cited, PreparedSession } from './prepared-session.ts'

const medicinesOf = oncePerTurn((prepared: PreparedSession, turn) => namedMedicines(prepared.words(turn)))

/** Longest difference between the spellings of a medicine, because speech recognition often misspells it. */
const spellingMax = 2

const isSame = (one: NamedMedicine, other: NamedMedicine): boolean =>
  [...one.generics].some((generic) => other.generics.has(generic)) ||
  ((one.generics.size === 0 || other.generics.size === 0) && isClose(one.stem, other.stem))

const isClose = (a: string, b: string): boolean =>
  a === b || (Math.abs(a.length - b.length) <= spellingMax && a.length > 5 && distance(a, b) <= spellingMax)

/** An "it" in this turn can refer to these medicines. */
function lastBefore(prepared: PreparedSession, turn: number): readonly NamedMedicine[] {
  for (let before = turn - 1; before >= 0; before--) {
    const named = medicinesOf(prepared, before)
    if (named.length > 0) return named
  }
  return []
}

const medicinesIn = onceFor((sentence: Sentence) => namedMedicines(sentence.text))

function referredInEnglish({ session, numbers }: PreparedSession, { quoted }: Cited): NamedMedicine[] {
  return quoted.flatMap((sentence) => {
    const here = [sentence, ...sentence.answers].flatMap(medicinesIn)
    if (here.length > 0) return here
    const at = session.sentences.indexOf(sentence)
    const before = session.sentences.slice(0, at)
    if ((numbers.get(sentence)?.numbers ?? []).length > 0) return before.flatMap(medicinesIn)
    return medicinesIn(before.findLast((one) => medicinesIn(one).length > 0) ?? sentence)
  })
}

function referredTo(prepared: PreparedSession, near: readonly number[], named: readonly NamedMedicine[]) {
  const here = near.flatMap((turn) => medicinesOf(prepared, turn))
  const isOpen = here.every((one) => named.some((other) => isSame(one, other)))
  const first = Math.min(...near)
  return isOpen
    ? [...here, ...prepared.session.turns.slice(0, first).flatMap((_, turn) => medicinesOf(prepared, turn))]
    : [
        ...here,
        ...near
          .filter((turn) => turn === first || medicinesOf(prepared, turn).length === 0)
          .flatMap((turn) => lastBefore(prepared, turn)),
      ]
}

export function unsaidMedicines(text: string, own: string, prepared: PreparedSession, cited: Cited): Flag[] {
  const named = namedMedicines(text)
  if (named.length === 0 || cited.near.size === 0) return []
  const near = [...cited.near].filter((turn) => prepared.session.turns[turn] !== undefined)
  const isEnglish = prepared.session.language === 'en' && cited.quoted.length > 0
  const referred = isEnglish ? referredInEnglish(prepared, cited) : referredTo(prepared, near, named)
  const said = [...referred, ...namedMedicines(own)]
  const words = isEnglish
    ? cited.quoted.flatMap((sentence) => [sentence, ...sentence.answers].map(({ low }) => low)).join('\n')
    : near.map((turn) => prepared.words(turn).toLowerCase()).join('\n')
  const single = new Set(words.match(/[\p{L}\p{M}]+/gu) ?? [])
  // "Depomedrol" names Medrol, but "escitalopram" does not name citalopram.
  const isPart = (name: string) =>
    words.includes(name) && [...single].some((word) => word.includes(name) && namedMedicines(word).length === 0)
  const isLiteral = ({ text: name, generics }: NamedMedicine) =>
    /\p{Script=Han}|\p{Script=Katakana}/u.test(name)
      ? generics.size === 0 && words.includes(name)
      : single.has(name.toLowerCase()) || isPart(name.toLowerCase())
  const unnamed = named.filter((one) => !said.some((other) => isSame(one, other)) && !isLiteral(one))
  // A misspelled name is no known medicine: "sertra lean". It is looked for among all words of the session.
  const spelled = unnamed.filter(({ stem }) => !soundsLike(stem, words))
  return [...new Set(spelled.map((one) => one.text))].map((name) => ({
    severity: 2,
    text: name,
    reason: 'The quote does not name this medicine.',
  }))
}

function soundsLike(stem: string, words: string): boolean {
  if (stem.length < 7 || !/^[a-z]+$/.test(stem)) return false
  const parts = words.match(/[a-zà-ÿ]+/g) ?? []
  return parts.some((part, at) =>
    [part, part + (parts[at + 1] ?? '')].some(
      (one) => one[0] === stem[0] && Math.abs(one.length - stem.length) <= 2 && distance(one, stem) <= spellingMax,
    ),
  )
}
