import type { GroupReportRequest } from '../../../lib/contracts/index.ts'
import { spokenTurn } from '../../recording/speakers.ts'

/** Somebody who was in a group session, as the clinician names them. */
export interface Person {
  key: string
  name: string
  /** The chart's number, '' where it is not known. */
  number: string
  /** Which voice is theirs; null: nobody is told apart. */
  speaker: number | null
}

/** One voice of a transcript, with words by which one knows it again. */
export interface Voice {
  speaker: number
  sample: string
}

const sampleWords = 12
/** The voice at this desk (design §5). */
const provider = 0

const firstWords = (text: string): string => {
  const words = text.split(/\s+/)
  return words.length > sampleWords ? `${words.slice(0, sampleWords).join(' ')}…` : text
}

/** Everybody but the provider who is told apart, in the order of their numbers, each with the longest of their first turns. */
export function voicesOf(turns: readonly string[]): Voice[] {
  const first = new Map<number, string[]>()
  for (const turn of turns) {
    const { speaker, words } = spokenTurn(turn)
    if (speaker === null || speaker === provider) continue
    const said = first.get(speaker) ?? []
    if (said.length < 3) first.set(speaker, [...said, words])
  }
  return [...first]
    .sort(([one], [other]) => one - other)
    .map(([speaker, said]) => ({
      speaker,
      sample: firstWords(said.reduce((longest, each) => (each.length > longest.length ? each : longest), '')),
    }))
}

const introduction = /\b(?:[Mm]y name is|[Mm]y name’s|[Mm]y name's|[Tt]hey call me)\s+(\p{Lu}[\p{L}’'-]+)/u

/** The name a voice gives itself; '' where it gives none: nobody is guessed. */
function ownName(turns: readonly string[], speaker: number): string {
  for (const turn of turns) {
    const spoken = spokenTurn(turn)
    const name = spoken.speaker === speaker ? introduction.exec(spoken.words)?.[1] : undefined
    if (name) return name
  }
  return ''
}

/** One person for each voice, named where they named themselves; two to be named where no voices are told apart. */
export function peopleOf(turns: readonly string[]): Person[] {
  const voices = voicesOf(turns)
  if (voices.length === 0) return [nobody('a'), nobody('b')]
  return voices.map(({ speaker }) => ({ key: `s${speaker}`, name: ownName(turns, speaker), number: '', speaker }))
}

export const nobody = (key: string): Person => ({ key, name: '', number: '', speaker: null })

/** What is wrong with a list of people, in a sentence; null: notes can be written. */
export function whyNotYet(people: readonly Person[]): string | null {
  if (people.length === 0) return 'Add the people a note is wanted for.'
  const names = people.map(({ name }) => name.trim().toLocaleLowerCase())
  if (names.includes('')) return 'Give everybody a name, or remove them.'
  if (new Set(names).size < names.length) return 'Two people have the same name. Add a last name or a letter.'
  const voices = people.flatMap(({ speaker }) => speaker ?? [])
  if (new Set(voices).size < voices.length) return 'Two people have the same voice. Choose another for one of them.'
  return null
}

/** The people as the server takes them; without a number the name stands in lists. */
export const participantsOf = (people: readonly Person[]): GroupReportRequest['participants'] =>
  people.map(({ name, number, speaker }) => ({
    name: name.trim(),
    patientId: number.trim() || name.trim(),
    ...(speaker === null ? {} : { speakers: [speaker] }),
  }))
