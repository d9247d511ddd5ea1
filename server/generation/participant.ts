import { readLabel } from './reading/speakers.ts'

/** A participant of a group session, and the other participants. */
export interface Participant {
  name: string
  /** The speaker numbers of this person. Empty: the person is identified by name only. */
  speakers: readonly number[]
  others: readonly Pick<Participant, 'name' | 'speakers'>[]
}

const label = /^\s*\[?([^:\]\s][^:\]\n]{0,59})\]?\s*:\s*/

/**
 * Returns the parts of a group session that one participant's note may use. The writer gets only these parts, so it
 * cannot reveal what other participants said. Kept are the participant's own turns, and the last sentence of a
 * provider's turn directly before such a turn. Sentences that name another participant are removed. Turns without
 * remaining text become empty strings, so that the indexes stay the same.
 */
export function wordsOfParticipant(turns: readonly string[], participant: Participant): string[] {
  const isByParticipant = (turn: string) => speaks(turn, participant)
  const strangers = participant.others.map(({ name }) => nameOf(name))
  const clean = (text: string) => strangers.every((stranger) => !stranger.test(text))
  return turns.map((turn, index) => {
    if (isByParticipant(turn)) return withSentences(turn, (sentence) => clean(sentence))
    const asks = readLabel(turn).role === 'provider' && isByParticipant(turns[index + 1] ?? '')
    if (!asks) return ''
    const last = sentences(turn).at(-1) ?? ''
    return withSentences(turn, (sentence) => sentence === last && sentence.endsWith('?') && clean(sentence))
  })
}

/**
 * True if a turn belongs to this person: by the number of the speaker, or without such a number by the name in its
 * label.
 */
function speaks(turn: string, { name, speakers }: Pick<Participant, 'name' | 'speakers'>): boolean {
  const speakerLabel = label.exec(turn)?.[1]?.trim() ?? ''
  const number = /^speaker (\d+)$/i.exec(speakerLabel)?.[1]
  if (number !== undefined) return speakers.includes(Number(number))
  return speakerLabel !== '' && nameOf(name).test(speakerLabel)
}

/** Matches any part of a name as a whole word, since people in a group use first names. */
function nameOf(name: string): RegExp {
  const parts = name.split(/\s+/).filter((part) => part.length > 1)
  const either = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  return either === '' ? /(?!)/ : new RegExp(`(?<!\\p{L})(?:${either})(?!\\p{L})`, 'iu')
}

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
