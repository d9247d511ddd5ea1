import { readLabel } from './reading/speakers.ts'
import { anyPartOf, nameOf, sentencesAbout } from './sentences-about.ts'

/** A participant of a group session, and the other participants. */
export interface Participant {
  name: string
  /** The speaker numbers of this person, called the person's voice. Empty: the person is identified by name only. */
  speakers: readonly number[]
  others: readonly Pick<Participant, 'name' | 'speakers'>[]
}

const label = /^\s*\[?([^:\]\s][^:\]\n]{0,59})\]?\s*:\s*/

/**
 * Returns the parts of a group session that one participant's note may use. The writer gets only these parts, so it
 * cannot reveal what other participants said. Kept are:
 * - of each turn of the participant: the longest run of sentences that name no other participant,
 * - of the provider's turn directly before such a turn: the last sentence, if it is a question,
 * - for a participant without speaker numbers: sentences about the participant that no other participant said.
 * Turns without remaining text become empty strings, so that the indexes stay the same.
 */
export function wordsOfParticipant(turns: readonly string[], participant: Participant): string[] {
  const { name, speakers, others } = participant
  const strangers = others.map((other) => nameOf(other.name))
  const clean = (text: string) => strangers.every((stranger) => !stranger.test(text))
  const speaks = speaking(participant)
  const othersSpeaking = others.map(speaking)
  const isByOther = (turn: string) => othersSpeaking.some((speaks) => speaks(turn))
  // A label such as a family name may fit two people. It is then not known who speaks, so the turn counts as the turn
  // of neither.
  const isByParticipant = (turn: string) => speaks(turn) && !isByOther(turn)
  const about = sentencesAbout(name, others)
  return turns.map((turn, index) => {
    if (isByParticipant(turn)) return withSentences(turn, clean)
    const { role, from } = readLabel(turn)
    if (role === 'provider' && isByParticipant(turns[index + 1] ?? '')) {
      const last = sentences(turn).at(-1) ?? ''
      const question = withSentences(turn, (sentence) => sentence === last && sentence.endsWith('?') && clean(sentence))
      if (question !== '') return question
    }
    if (speakers.length > 0 || isByOther(turn)) return ''
    const kept = about(turn.slice(from))
    return kept === '' ? '' : `${turn.slice(0, from)}${kept}`
  })
}

/**
 * Returns a function that is true if a turn belongs to this person. A label such as "Speaker 3" must contain one of the
 * person's speaker numbers. Any other label must consist of the person's name only, because other words before a colon
 * may be a part of the speech, such as "Ben to Ana: …".
 */
function speaking({ name, speakers }: Pick<Participant, 'name' | 'speakers'>): (turn: string) => boolean {
  const named = nameOf(name)
  const allowed = new RegExp(`${anyPartOf(name)}|${besidesName}`, 'giu')
  return (turn) => {
    const speakerLabel = label.exec(turn)?.[1]?.trim() ?? ''
    const number = /^speaker (\d+)$/i.exec(speakerLabel)?.[1]
    if (number !== undefined) return speakers.includes(Number(number))
    return named.test(speakerLabel) && speakerLabel.replaceAll(allowed, '') === ''
  }
}

/** Matches what a label may contain besides a name: titles, initials, numbers, spaces and punctuation. */
const besidesName = '(?<!\\p{L})(?:Mr|Mrs|Ms|Miss|Dr|patient|client|pt|\\p{L})(?!\\p{L})|[\\s\\d.,()]'

const sentences = (turn: string): string[] => {
  const words = turn.slice(label.exec(turn)?.[0].length ?? 0)
  return words.match(/[^.!?]+[.!?]*\s*/g)?.map((one) => one.trim()) ?? []
}

/**
 * Returns the label of a turn, followed by the longest run of consecutive sentences for which `may` is true. The run is
 * a part of the original turn, so that quotes can be found there.
 */
function withSentences(turn: string, may: (sentence: string) => boolean): string {
  const all = sentences(turn)
  if (all.length > 0 && all.every(may)) return turn
  const kept = longestRun(all.map((sentence) => (may(sentence) ? sentence : null)))
  return kept === '' ? '' : `${label.exec(turn)?.[0] ?? ''}${kept}`
}

/**
 * Returns the longest run of consecutive sentences in `parts`; null separates the runs. If sentences of different runs
 * were joined, they would look as if they had been spoken one after the other.
 */
function longestRun(parts: readonly (string | null)[]): string {
  let best: string[] = []
  let run: string[] = []
  for (const part of [...parts, null]) {
    if (part !== null) run.push(part)
    else {
      if (run.join(' ').length > best.join(' ').length) best = run
      run = []
    }
  }
  return best.join(' ')
}
