import { distance } from 'fastest-levenshtein'
import type { Flag } from '../../../lib/contracts/index.ts'
import { onceFor, oncePerTurn } from '../once.ts'
import { type NamedMedicine, namedMedicines } from '../reading/medicines.ts'
import type { Sentence } from '../reading/sentences.ts'
import { unnamedMedicine } from './doubts.ts'
import type { Cited, PreparedSession } from './prepared-session.ts'

const medicinesOf = oncePerTurn((prepared: PreparedSession, turn) => namedMedicines(prepared.words(turn)))

/** Longest difference between the spellings of a medicine, because speech recognition often misspells it. */
const spellingMax = 2

const isSame = (one: NamedMedicine, twin: NamedMedicine): boolean =>
  [...one.generics].some((generic) => twin.generics.has(generic)) ||
  ((one.generics.size === 0 || twin.generics.size === 0) && isClose(one.stem, twin.stem))

const isClose = (a: string, b: string): boolean =>
  a === b || (Math.abs(a.length - b.length) <= spellingMax && a.length > 5 && distance(a, b) <= spellingMax)

/** An "it" in this turn can refer to these medicines. */
function lastBefore(prepared: PreparedSession, turn: number): readonly NamedMedicine[] {
  for (let earlierTurn = turn - 1; earlierTurn >= 0; earlierTurn--) {
    const medicines = medicinesOf(prepared, earlierTurn)
    if (medicines.length > 0) return medicines
  }
  return []
}

const medicinesIn = onceFor((sentence: Sentence) => namedMedicines(sentence.text))

function referredInEnglish({ session, numbers }: PreparedSession, { quoted }: Cited): NamedMedicine[] {
  return quoted.flatMap((sentence) => {
    const medicines = [sentence, ...sentence.answers].flatMap(medicinesIn)
    if (medicines.length > 0) return medicines
    const at = session.sentences.indexOf(sentence)
    const earlierSentences = session.sentences.slice(0, at)
    if ((numbers.get(sentence)?.numbers ?? []).length > 0) return earlierSentences.flatMap(medicinesIn)
    return medicinesIn(earlierSentences.findLast((one) => medicinesIn(one).length > 0) ?? sentence)
  })
}

function referredTo(prepared: PreparedSession, turns: readonly number[], noteMedicines: readonly NamedMedicine[]) {
  const turnMedicines = turns.flatMap((turn) => medicinesOf(prepared, turn))
  const isOpen = turnMedicines.every((one) => noteMedicines.some((medicine) => isSame(one, medicine)))
  const first = Math.min(...turns)
  return isOpen
    ? [...turnMedicines, ...prepared.session.turns.slice(0, first).flatMap((_, turn) => medicinesOf(prepared, turn))]
    : [
        ...turnMedicines,
        ...turns
          .filter((turn) => turn === first || medicinesOf(prepared, turn).length === 0)
          .flatMap((turn) => lastBefore(prepared, turn)),
      ]
}

export function unsaidMedicines(text: string, fieldText: string, prepared: PreparedSession, cited: Cited): Flag[] {
  const medicines = namedMedicines(text)
  if (medicines.length === 0 || cited.near.size === 0) return []
  const turns = [...cited.near].filter((turn) => prepared.session.turns[turn] !== undefined)
  const isEnglish = prepared.session.language === 'en' && cited.quoted.length > 0
  const referred = isEnglish ? referredInEnglish(prepared, cited) : referredTo(prepared, turns, medicines)
  const spokenMedicines = [...referred, ...namedMedicines(fieldText)]
  const words = isEnglish
    ? cited.quoted.flatMap((sentence) => [sentence, ...sentence.answers].map(({ low }) => low)).join('\n')
    : turns.map((turn) => prepared.words(turn).toLowerCase()).join('\n')
  const single = new Set(words.match(/[\p{L}\p{M}]+/gu) ?? [])
  // "Depomedrol" names Medrol, but "escitalopram" does not name citalopram.
  const isPart = (name: string) =>
    words.includes(name) && [...single].some((word) => word.includes(name) && namedMedicines(word).length === 0)
  const isLiteral = ({ text: name, generics }: NamedMedicine) =>
    /\p{Script=Han}|\p{Script=Katakana}/u.test(name)
      ? generics.size === 0 && words.includes(name)
      : single.has(name.toLowerCase()) || isPart(name.toLowerCase())
  const unnamed = medicines.filter(
    (one) => !spokenMedicines.some((medicine) => isSame(one, medicine)) && !isLiteral(one),
  )
  // A misspelled name is no known medicine: "sertra lean". It is looked for among all words of the session.
  const spelled = unnamed.filter(({ stem }) => !soundsLike(stem, words))
  return [...new Set(spelled.map((one) => one.text))].map(unnamedMedicine)
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
