import { readLabel } from '../../../../lib/contracts/speaker-label.ts'
import { label } from '../../../generation/index.ts'
import { anyPartOf, nameOf, sentencesAbout } from './sentences-about.ts'

export interface Participant {
  name: string
  /** Empty: the person is identified by name only. */
  speakers: readonly number[]
  others: readonly Pick<Participant, 'name' | 'speakers'>[]
}

/** Returns only what one participant's note may use, so that it cannot reveal what others said. */
export function wordsOfParticipant(turns: readonly string[], participant: Participant): string[] {
  const { name, speakers, others } = participant
  const strangers = others.map((person) => nameOf(person.name))
  const clean = (text: string) => strangers.every((stranger) => !stranger.test(text))
  const speaks = speaking(participant)
  const othersSpeaking = others.map(speaking)
  const isByOther = (turn: string) => othersSpeaking.some((speaks) => speaks(turn))
  // A label such as a family name may fit two people. Nobody knows then who speaks.
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
    const clearWords = about(turn.slice(from))
    return clearWords === '' ? '' : `${turn.slice(0, from)}${clearWords}`
  })
}

/** Other words before a colon may be a part of the speech: "Ben to Ana: …". */
function speaking({ name, speakers }: Pick<Participant, 'name' | 'speakers'>): (turn: string) => boolean {
  const namePattern = nameOf(name)
  const allowedNames = new RegExp(`${anyPartOf(name)}|${besidesName}`, 'giu')
  return (turn) => {
    const speakerLabel = label.exec(turn)?.[1]?.trim() ?? ''
    const number = /^speaker (\d+)$/i.exec(speakerLabel)?.[1]
    if (number !== undefined) return speakers.includes(Number(number))
    return namePattern.test(speakerLabel) && speakerLabel.replaceAll(allowedNames, '') === ''
  }
}

const besidesName = '(?<!\\p{L})(?:Mr|Mrs|Ms|Miss|Dr|patient|client|pt|\\p{L})(?!\\p{L})|[\\s\\d.,()]'

const sentences = (turn: string): string[] => {
  const words = turn.slice(label.exec(turn)?.[0].length ?? 0)
  return words.match(/[^.!?]+[.!?]*\s*/g)?.map((one) => one.trim()) ?? []
}

/** Quotes must be found in the turn, so the run is a part of it. */
function withSentences(turn: string, may: (sentence: string) => boolean): string {
  const all = sentences(turn)
  if (all.length > 0 && all.every(may)) return turn
  const run = longestRun(all.map((sentence) => (may(sentence) ? sentence : null)))
  return run === '' ? '' : `${label.exec(turn)?.[0] ?? ''}${run}`
}

/** If sentences of different runs were joined, they would look as if they had been spoken one after the other. */
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
