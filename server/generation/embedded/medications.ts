import { dose as dosePattern, medicine } from '../reading/medicines.ts'
import { properWords } from '../reading/names.ts'
import { leaning, negatedAt, ofSomeoneElse } from '../reading/polarity.ts'
import type { Sentence } from '../reading/sentences.ts'
import { doseIn, frequencyIn } from './dosing.ts'
import { readKnownMedicines } from './prescriptions.ts'
import { byPatient, type Session } from './session.ts'

/** A medicine that the patient takes now. `dose` and `frequency` are '' if they were not mentioned. */
export interface Medication {
  name: string
  dose: string
  frequency: string
  sentences: Sentence[]
}

const notNow =
  /\b(?:stopped|quit|used to|tried|offered|was (?:on|taking)|were on|no longer|said no|allerg\w+|hives|rash|closed up|swell\w*|came off|got off|instead of|once for|had \w+ once|problem with|switched from|ran out)\b|\btook\b(?!.*\b(?:this morning|today|last night|yesterday)\b)/
const takes = /\b(?:take|taking|takes|i'm on|i am on|still on|use|using|started|prescribed|put me on|refill)\b/
const askedWhat =
  /medication|medicine|prescri|you(?:'re| are) taking|supplement|(?:their|the) names?\b|which ones|what (?:do|did) you take/
const asksReaction = /allerg|reaction|agree with you|react to/
const spokenOfAsTaken =
  /\b(?:taking|take|started|still on|you're on|you are on|missed|how often|keep|continue|raised|increased)\b/

/**
 * The part of a sentence that concerns one medicine: up to the next medicine, or the whole sentence if there is only
 * one.
 */
const segmentOf = (low: string, names: readonly RegExpMatchArray[], index: number): string => {
  const here = names[index]?.index ?? 0
  if (names.length === 1) return low
  const dosed = /\bof (?:the )?$/.test(low.slice(0, here))
  const from = dosed ? (names[index - 1]?.index ?? 0) : here
  return low.slice(from, names[index + 1]?.index ?? low.length)
}

const unknownName = new RegExp(
  `\\b(?!about|take|taking|exactly|and|the|with|only|just|like|take|maybe|around|another)([a-z][a-z-]{4,}),? (?=${dosePattern.source})`,
  'g',
)

/**
 * Finds the names of medicines in a sentence: known names, or else any word directly before a dose. If the question was
 * about medicines, proper names count as well.
 */
function namesIn({ low, text }: Sentence, asked: boolean): RegExpMatchArray[] {
  const known = [...low.matchAll(medicine)]
  const unknown =
    known.length > 0
      ? []
      : [...low.matchAll(unknownName)].filter((match) => !/(?:ing|ly|every|night|morning|today)$/.test(match[1] ?? ''))
  const taken =
    asked && takes.test(low)
      ? properWords(text).map(({ start, word }) => ({ at: start, word: word.toLowerCase() }))
      : []
  const proper = taken
    .filter(
      ({ at }) =>
        ![...known, ...unknown].some((match) => at >= (match.index ?? 0) && at < (match.index ?? 0) + match[0].length),
    )
    .flatMap(({ at, word }) =>
      [...low.matchAll(new RegExp(`\\b${word.replace(/[^a-z]/g, '.')}\\b`, 'g'))].filter((match) => match.index === at),
    )
  return [...known, ...unknown, ...proper].sort((a, b) => (a.index ?? 0) - (b.index ?? 0))
}

const nameOf = (match: RegExpMatchArray): string =>
  (match[1] !== undefined && match[0].endsWith(' ') ? match[1] : match[0]).replace(/,$/, '').trim()

/** Returns the medicines that the patient takes at present, each with the sentences that mention it. */
export function readMedications(session: Session): Medication[] {
  const found = new Map<string, Medication>()
  const add = (name: string, dose: string, often: string, sentences: Sentence[]) => {
    const known = found.get(name)
    if (known === undefined) found.set(name, { name, dose, frequency: often, sentences })
    else if ((known.dose === '' && dose !== '') || (known.frequency === '' && often !== '')) {
      known.dose ||= dose
      known.frequency ||= often
      known.sentences.push(...sentences)
    }
  }
  for (const sentence of session.sentences) {
    if (sentence.asks || !byPatient(sentence)) continue
    const { low } = sentence
    const asked = sentence.answers.some(({ low: question }) => askedWhat.test(question) && !asksReaction.test(question))
    const names = namesIn(sentence, asked)
    for (const [index, match] of names.entries()) {
      const at = match.index ?? 0
      const segment = segmentOf(low, names, index)
      const clause = low.includes(' but i ') && notNow.test(low) ? low : segment
      if (notNow.test(names.length === 1 ? low : clause) || negatedAt(low, at) || ofSomeoneElse(low, at)) continue
      const dosed = doseIn(segment) !== ''
      if (!dosed && !takes.test(low) && !asked) continue
      add(nameOf(match), doseIn(segment), frequencyIn(segment), [sentence])
    }
    if (names.length === 0) addPrompted(session, sentence, add)
  }
  for (const knownMedicine of readKnownMedicines(session))
    add(knownMedicine.name, knownMedicine.dose, knownMedicine.frequency, knownMedicine.sentences)
  return [...found.values()]
}

/**
 * Adds a medicine that only the question names: "Are you still taking the sertraline?", "Yes, fifty milligrams every
 * morning."
 */
function addPrompted(
  session: Session,
  sentence: Sentence,
  add: (name: string, dose: string, often: string, sentences: Sentence[]) => void,
) {
  const turn = sentence.answers[0]?.turn
  const dose = doseIn(sentence.low)
  if (turn === undefined || notNow.test(sentence.low)) return
  const prompts = (session.byTurn[turn] ?? []).filter(
    ({ low }) => low.match(medicine) !== null && spokenOfAsTaken.test(low),
  )
  const names = prompts.flatMap((prompt) =>
    [...prompt.low.matchAll(medicine)]
      .filter((match) => !negatedAt(prompt.low, match.index))
      .map((match) => ({ name: match[0], prompt })),
  )
  const [only] = names
  if (names.length !== 1 || only === undefined || notNow.test(only.prompt.low)) return
  const often = frequencyIn(sentence.low)
  const affirmed = leaning(sentence.low) === 'yes' && sentence.place === 0 && only.prompt.asks
  if (dose === '' && often === '' && !affirmed) return
  if (dose === '' && leaning(sentence.low) === 'no') return
  add(only.name, dose, often, [only.prompt, sentence])
}

const asksForMedicines =
  /\b(?:take|taking|on|using) (?:any|other) (?:\w+ )?(?:medications?|medicines?|meds|pills|prescriptions?)|(?:any|current) (?:\w+ )?(?:medications?|medicines?|meds)(?! allerg)|medicine for|what (?:medications?|medicines?|meds)/
const takesNone =
  /\b(?:don't|do not|not) (?:currently )?(?:take|taking|on) (?:any|no) (?:\w+ )?(?:medications?|medicines?|meds|pills)|\bno (?:medications?|medicines|meds)\b/

/** Finds the sentence in which the patient denies taking medicines, such as a "No" to "Do you take any medicines?". */
export const deniedMedicines = (session: Session): Sentence | undefined =>
  session.sentences.find(
    ({ low, asks, place, answers, role }) =>
      !asks &&
      role !== 'provider' &&
      ((leaning(low) === 'no' && place === 0 && asksForMedicines.test(answers.at(-1)?.low ?? '')) ||
        takesNone.test(low)),
  )
