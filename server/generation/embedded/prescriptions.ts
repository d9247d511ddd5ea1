import { medicine } from '../reading/medicines.ts'
import { numbersAsDigits } from '../reading/numbers.ts'
import { leaning, negatedAt } from '../reading/polarity.ts'
import type { Sentence } from '../reading/sentences.ts'
import { doseIn, frequencyIn } from './dosing.ts'
import { byPatient, type Session } from './session.ts'

/** A medicine that the provider mentions. `dose` and `frequency` are '' if they were not mentioned. */
export interface PrescribedMedicine {
  name: string
  dose: string
  frequency: string
  sentences: Sentence[]
}

const bareDose = (words: string): string => {
  const number = /\b(?:that|the|on|to) (twenty|ten|five|forty|fifty|twenty[- ]five|eighty|hundred|\d+) of $/.exec(
    words,
  )?.[1]
  return number === undefined ? '' : numbersAsDigits(number)
}

/**
 * The part of a sentence that concerns one medicine: up to the next medicine, including a dose that precedes the name.
 */
function segment(low: string, places: readonly number[], index: number): string {
  const here = places[index] ?? 0
  const led = /(?:(?:milligrams?|mgs?|tablets?|puffs?|units?) (?:of|tablets of)|supply of|of) (?:the |your )?$/.test(
    low.slice(0, here),
  )
  const from = led || places.length === 1 ? (index === 0 ? 0 : (places[index - 1] ?? 0)) : here
  return low.slice(from, places[index + 1] ?? low.length)
}

const giving =
  /\b(?:prescri\w+|give you|giving you|start(?:ing)? (?:you|on|taking|her|him|the|a)?|put(?:ting)? you on|place you on|have you (?:take|on)|get you (?:on|some)|increase|decrease|raise|lower|continue|keep|stay on|refill|order|recommend|take (?:the|your|that|some|it)?|taking|try|add|switch|use|want you (?:to|on)|going to do|back on|go up|send in|stick with)\b/
const notGiving =
  /\b(?:stop|discontinue|hold off|avoid|instead of|don't|do not|not to|no more|allergic|wean|get you off|off (?:of )?that|help with the (?:absorption)|interact\w*|(?:might|may|could) (?:need|want|consider|have to)|consider|if (?:it|that|this|you|your) (?:doesn't|does not|isn't|fails?|don't)|you(?:'ve| have) (?:tried|taken|been taking))\b/

/** Returns the medicines that the provider prescribes, continues or changes in the later part of the visit. */
export function readPrescriptions(session: Session): PrescribedMedicine[] {
  const found = new Map<string, PrescribedMedicine>()
  const late = (session.sentences.at(-1)?.turn ?? 0) * 0.4
  const lateSentences = session.sentences.filter(
    (sentence) => sentence.role !== 'patient' && sentence.role !== 'other' && sentence.turn >= late,
  )
  let last: PrescribedMedicine | undefined
  let lastAt = -10
  for (const [index, sentence] of lateSentences.entries()) {
    const { low } = sentence
    const part = session.parts.get(sentence)
    const planned = part === 'plan' || part === 'assessment' || /\b(?:order|refill|prescri)/.test(low)
    const places = [...low.matchAll(medicine)]
    for (const [at, match] of places.entries()) {
      const words = segment(
        low,
        places.map((place) => place.index),
        at,
      )
      const before = low.slice(0, match.index)
      const verb = giving.exec(before.slice(Math.max(0, before.length - 90)))
      const clause = before.slice(verb === null ? 0 : Math.max(0, before.length - 90) + verb.index)
      if (!planned || verb === null || notGiving.test(clause) || negatedAt(low, match.index)) continue
      const prescribed: PrescribedMedicine = {
        name: match[0],
        dose: doseIn(words) || bareDose(before),
        frequency: frequencyIn(words),
        sentences: [sentence],
      }
      const known = found.get(prescribed.name)
      if (known === undefined) found.set(prescribed.name, prescribed)
      else {
        if (prescribed.dose !== '') known.dose = prescribed.dose
        if (prescribed.frequency !== '') known.frequency = prescribed.frequency
        known.sentences.push(sentence)
      }
      last = found.get(prescribed.name)
      lastAt = index
    }
    // "You can take it about every six hours" refers to the medicine named just before.
    if (
      places.length === 0 &&
      last !== undefined &&
      index - lastAt <= 2 &&
      /\b(?:take|it|that|them|milligrams?|mg)\b/.test(low)
    ) {
      const often = frequencyIn(low)
      const dose = doseIn(low)
      if (last.frequency === '' && often !== '') {
        last.frequency = often
        last.sentences.push(sentence)
      }
      if (last.dose === '' && dose !== '') {
        last.dose = dose
        last.sentences.push(sentence)
      }
    }
  }
  return [...found.values()]
}

const isOn =
  /\b(?:(?:we|i)(?:'ve| have| had|'d)?(?: (?:still|also|already|currently))? (?:have|had|got|put|placed|started|kept) (?:you|her|him) (?:back )?on|you(?:'re| are| were) (?:still |currently |also |already )?(?:on|taking)|you (?:still |also |currently )?take|are you (?:still )?(?:on|taking)|(?:continue|increase|decrease|refill|raise|lower)\b(?!.*\bstart)|keep you on|stay on|(?:adjustments?|changes?) to (?:your|the)|(?:she|he) (?:is|was) (?:on|taking)|taking (?:the|your)|still (?:taking|on)|helping with)\b/
const starts =
  /\b(?:start(?:ing)? you|start (?:a|an|some)|(?:going|want|like) to (?:go ahead and )?(?:put|place|start)|i'll (?:put|start|place)|let's (?:put|start)|prescri\w+|new prescription|place you on)\b/
const dosedOn =
  /\b(?:have|had|got|put|started) (?:you|her|him) on\b|\byou(?:'re| are) (?:on|taking)\b|\bthat's\b|^(?:the )?\w+ (?:milligrams?|mg)/

/** Returns the medicines that the provider says the patient takes, if the patient agrees or does not object. */
export function readKnownMedicines(session: Session): PrescribedMedicine[] {
  const found = new Map<string, PrescribedMedicine>()
  let last: PrescribedMedicine | undefined
  let lastAt = -10
  for (const [index, sentence] of session.sentences.entries()) {
    const { low, role } = sentence
    if (role === 'patient' || role === 'other' || role === 'unknown') continue
    const places = [...low.matchAll(medicine)]
    // The dose may follow in the next sentence: "Are you taking the metformin? We have you on a thousand milligrams
    // twice a day."
    if (places.length === 0 && last?.dose === '' && index - lastAt === 1 && dosedOn.test(low)) {
      const dose = doseIn(low)
      if (dose !== '') {
        last.dose = dose
        last.frequency ||= frequencyIn(low)
        last.sentences.push(sentence)
      }
    }
    if (places.length === 0) continue
    const reply = session.sentences
      .slice(index + 1, index + 6)
      .find((next) => byPatient(next) && next.place === 0 && next.turn > sentence.turn)
    for (const [at, match] of places.entries()) {
      const words = segment(
        low,
        places.map((place) => place.index),
        at,
      )
      const before = low.slice(0, match.index)
      const on = isOn.exec(before.slice(-70))
      const bare = /(?:^|, )(?:uh,? |um,? )?$/.test(before) && sentence.asks && low.split(' ').length < 5
      if ((on === null && !bare) || starts.test(before.slice(-70)) || negatedAt(low, match.index)) continue
      if (reply !== undefined && (sentence.asks || bare) && leaning(reply.low) === 'no') continue
      if ((sentence.asks || bare) && (reply === undefined || leaning(reply.low) === 'neither') && !bare) continue
      // If the dose is being changed now, the sentence gives the new dose, not the one that the patient took.
      const changed = /\b(?:increase|decrease|raise|lower)\b/.test(before.slice(-70))
      const prescribed: PrescribedMedicine = {
        name: match[0],
        dose: changed ? '' : doseIn(words) || bareDose(before),
        frequency: changed ? '' : frequencyIn(words),
        sentences: [sentence],
      }
      const known = found.get(prescribed.name)
      if (known === undefined) found.set(prescribed.name, prescribed)
      else if (known.dose === '' && prescribed.dose !== '') {
        known.dose = prescribed.dose
        known.frequency ||= prescribed.frequency
        known.sentences.push(sentence)
      }
      last = found.get(prescribed.name)
      lastAt = index
    }
  }
  return [...found.values()]
}
