import type { GroupReportRequest } from '../../../lib/contracts/index.ts'
import { spokenTurn } from '../../recording/speakers.ts'

export interface Person {
  key: string
  name: string
  /** The chart number, or '' if it is not known. */
  number: string
  /**
   * The speaker number of this person. Null: no speaker is assigned to the person, for example because the transcript
   * does not distinguish speakers.
   */
  speaker: number | null
}

/** One speaker of a transcript, with sample words to recognise the person. */
export interface Voice {
  speaker: number
  sample: string
}

const sampleWords = 12
/** The clinician's speaker number (product 3.11). */
const provider = 0

const firstWords = (text: string): string => {
  const words = text.split(/\s+/)
  return words.length > sampleWords ? `${words.slice(0, sampleWords).join(' ')}…` : text
}

/**
 * Returns all speakers except the clinician, sorted by number. The sample is the longest of the speaker's first three
 * turns.
 */
export function voicesOf(turns: readonly string[]): Voice[] {
  const samplesBySpeaker = new Map<number, string[]>()
  for (const turn of turns) {
    const { speaker, words } = spokenTurn(turn)
    if (speaker === null || speaker === provider) continue
    const samples = samplesBySpeaker.get(speaker) ?? []
    if (samples.length < 3) samplesBySpeaker.set(speaker, [...samples, words])
  }
  return [...samplesBySpeaker]
    .sort(([one], [two]) => one - two)
    .map(([speaker, samples]) => ({
      speaker,
      sample: firstWords(samples.reduce((longest, each) => (each.length > longest.length ? each : longest), '')),
    }))
}

const introduction = /\b(?:[Mm]y name is|[Mm]y name’s|[Mm]y name's|[Tt]hey call me)\s+(\p{Lu}[\p{L}’'-]+)/u

/**
 * Returns the name with which a speaker introduces himself or herself ("My name is Maria"), or ''. A name that occurs
 * in any other way is not used.
 */
function ownName(turns: readonly string[], speaker: number): string {
  for (const turn of turns) {
    const turnParts = spokenTurn(turn)
    const name = turnParts.speaker === speaker ? introduction.exec(turnParts.words)?.[1] : undefined
    if (name) return name
  }
  return ''
}

/**
 * Returns one person per speaker, with the name if the speaker said it. Without speakers, returns two people without
 * names.
 */
export function peopleOf(turns: readonly string[]): Person[] {
  const voices = voicesOf(turns)
  if (voices.length === 0) return [unnamedPerson('a'), unnamedPerson('b')]
  return voices.map(({ speaker }) => ({ key: `s${speaker}`, name: ownName(turns, speaker), number: '', speaker }))
}

export const unnamedPerson = (key: string): Person => ({ key, name: '', number: '', speaker: null })

export function whyNotYet(people: readonly Person[]): string | null {
  if (people.length === 0) return 'Add the people who need a note.'
  const names = people.map(({ name }) => name.trim().toLocaleLowerCase())
  if (names.includes('')) return 'Give every person a name, or remove the people without a name.'
  if (new Set(names).size < names.length) return 'Two people have the same name. Add a last name or a letter.'
  const voices = people.flatMap(({ speaker }) => speaker ?? [])
  if (new Set(voices).size < voices.length)
    return 'You chose the same voice for two people. Choose another voice for one of them.'
  return null
}

/** Converts the people for the request. Without a chart number, the name is used as the patient id. */
export const participantsOf = (people: readonly Person[]): GroupReportRequest['participants'] =>
  people.map(({ name, number, speaker }) => ({
    name: name.trim(),
    patientId: number.trim() || name.trim(),
    ...(speaker === null ? {} : { speakers: [speaker] }),
  }))
