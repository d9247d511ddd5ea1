import type { GroupReportRequest } from '../../../lib/contracts/index.ts'
import { otherWords, providerWords } from '../../../lib/contracts/speaker-roles.ts'
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
  /**
   * The name before a colon with which the transcript marks the turns of this person, as in "Anna: I slept well." Null:
   * there is no such name.
   */
  label: string | null
}

/** One speaker of a transcript, with sample words to recognise the person. */
export interface Voice {
  speaker: number
  sample: string
}

/** One speaker whom the transcript names. */
export interface NamedVoice {
  label: string
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
  const samples = new Map<number, string[]>()
  for (const turn of turns) {
    const { speaker, words } = spokenTurn(turn)
    if (speaker !== null && speaker !== provider) addSample(samples, speaker, words)
  }
  return [...samples]
    .sort(([one], [two]) => one - two)
    .map(([speaker, words]) => ({ speaker, sample: sampleOf(words) }))
}

const nameLabel = /^(\p{Lu}[\p{L}\p{M} .'’-]{0,38})\s?:\s+/u
const notPatients = new Set([...providerWords, ...otherWords, 'group', 'facilitator', 'leader', 'group leader', 'all'])

/**
 * Returns the people whom the transcript names before their words, in the order in which they first speak. A name counts
 * if it begins two turns or more, because other words may stand before a colon, too.
 */
export function namedVoicesOf(turns: readonly string[]): NamedVoice[] {
  const samples = new Map<string, string[]>()
  const counts = new Map<string, number>()
  for (const turn of turns) {
    const match = spokenTurn(turn).remark ? null : nameLabel.exec(turn)
    const name = match?.[1]?.trim() ?? ''
    if (!match || name === '' || /^(?:speaker|dr)\b/i.test(name) || notPatients.has(name.toLowerCase())) continue
    addSample(samples, name, turn.slice(match[0].length))
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...samples]
    .filter(([name]) => (counts.get(name) ?? 0) > 1)
    .map(([label, words]) => ({ label, sample: sampleOf(words) }))
}

function addSample<Key>(samples: Map<Key, string[]>, key: Key, words: string): void {
  const known = samples.get(key) ?? []
  if (known.length < 3) samples.set(key, [...known, words])
}

const sampleOf = (samples: readonly string[]) =>
  firstWords(samples.reduce((longest, each) => (each.length > longest.length ? each : longest), ''))

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
  const named = namedVoicesOf(turns)
  if (voices.length + named.length === 0) return [unnamedPerson('a'), unnamedPerson('b')]
  return [
    ...named.map(({ label }) => ({ ...unnamedPerson(`n ${label}`), name: label, label })),
    ...voices.map(({ speaker }) => ({ ...unnamedPerson(`s${speaker}`), name: ownName(turns, speaker), speaker })),
  ]
}

export const unnamedPerson = (key: string): Person => ({ key, name: '', number: '', speaker: null, label: null })

const wordsOf = (name: string): readonly string[] => name.toLocaleLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
const hasWordOf = (name: string, label: string) => wordsOf(label).every((word) => wordsOf(name).includes(word))

export function whyNotYet(people: readonly Person[]): string | null {
  if (people.length === 0) return 'Add the people who need a note.'
  const names = people.map(({ name }) => name.trim().toLocaleLowerCase())
  if (names.includes('')) return 'Give every person a name, or remove the people without a name.'
  if (new Set(names).size < names.length) return 'Two people have the same name. Add a last name or a letter.'
  const voices = people.flatMap(({ speaker, label }) => speaker ?? label ?? [])
  if (new Set(voices).size < voices.length)
    return 'You chose the same voice for two people. Choose another voice for one of them.'
  const other = people.find(({ name, label }) => label !== null && !hasWordOf(name, label))
  if (other) return `The transcript calls this person “${other.label}”. Let the name contain this word.`
  return null
}

/** Converts the people for the request. Without a chart number, the name is used as the patient id. */
export const participantsOf = (people: readonly Person[]): GroupReportRequest['participants'] =>
  people.map(({ name, number, speaker }) => ({
    name: name.trim(),
    patientId: number.trim() || name.trim(),
    ...(speaker === null ? {} : { speakers: [speaker] }),
  }))
