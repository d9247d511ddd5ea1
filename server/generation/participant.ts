import { readLabel } from './reading/speakers.ts'

/** One person of a group session, and the rest of the group. */
export interface Participant {
  name: string
  /** The numbers of the speakers that are this person; empty: known by the name alone. */
  speakers: readonly number[]
  others: readonly Pick<Participant, 'name' | 'speakers'>[]
}

const label = /^\s*\[?([^:\]\s][^:\]\n]{0,59})\]?\s*:\s*/

/**
 * A group session's turns as one participant's note may stand on them, numbered as before: their own turns, and the last
 * sentence a provider asked right before one. A sentence that names somebody else of the group is left out, and so is every
 * turn of another participant; a turn of which nothing is left is empty. What a writer never sees it cannot give away.
 */
export function wordsOfParticipant(turns: readonly string[], participant: Participant): string[] {
  const own = (turn: string) => speaks(turn, participant)
  const strangers = participant.others.map(({ name }) => nameOf(name))
  const clean = (text: string) => strangers.every((stranger) => !stranger.test(text))
  return turns.map((turn, index) => {
    if (own(turn)) return withSentences(turn, (sentence) => clean(sentence))
    const asks = readLabel(turn).role === 'provider' && own(turns[index + 1] ?? '')
    if (!asks) return ''
    const last = sentences(turn).at(-1) ?? ''
    return withSentences(turn, (sentence) => sentence === last && sentence.endsWith('?') && clean(sentence))
  })
}

/** Whether a turn is this person's: by the speaker's number, else by the name its label carries. */
function speaks(turn: string, { name, speakers }: Pick<Participant, 'name' | 'speakers'>): boolean {
  const said = label.exec(turn)?.[1]?.trim() ?? ''
  const number = /^speaker (\d+)$/i.exec(said)?.[1]
  if (number !== undefined) return speakers.includes(Number(number))
  return said !== '' && nameOf(name).test(said)
}

/** A name, or its first part as people are called in a group, as a whole word. */
function nameOf(name: string): RegExp {
  const parts = name.split(/\s+/).filter((part) => part.length > 1)
  const either = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  return either === '' ? /(?!)/ : new RegExp(`(?<!\\p{L})(?:${either})(?!\\p{L})`, 'iu')
}

const sentences = (turn: string): string[] => {
  const words = turn.slice(label.exec(turn)?.[0].length ?? 0)
  return words.match(/[^.!?]+[.!?]*\s*/g)?.map((one) => one.trim()) ?? []
}

/** The turn's label with the sentences that may stay, in one piece so that quotes can be found in the whole turn. */
function withSentences(turn: string, may: (sentence: string) => boolean): string {
  const all = sentences(turn)
  if (all.length > 0 && all.every(may)) return turn
  const kept = longestRun(all.map((sentence) => (may(sentence) ? sentence : null)))
  return kept === '' ? '' : `${label.exec(turn)?.[0] ?? ''}${kept}`
}

/** The longest unbroken run: sentences that were not spoken one after the other must not look as if they were. */
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
